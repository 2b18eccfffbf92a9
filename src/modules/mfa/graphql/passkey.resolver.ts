import { Arg, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { ArgumentsFulfill } from '../../../ground/kernel/graphql/fulfills.ts';
import { UserType } from '../../users/graphql/index.ts';
import { seesAll, type User } from '../../users/index.ts';
import { passkeysLoader } from '../mfa.loader.ts';
import type { Passkey } from '../passkey.entity.ts';
import { PASSKEY_NAME_MAX, PasskeyService } from '../passkey.service.ts';
import { PasskeyPayload, PasskeyType } from './passkey.type.ts';

@Resolver(() => PasskeyType)
export class PasskeyResolver {
  @ArgumentsFulfill({ name: { maxLength: PASSKEY_NAME_MAX } })
  @Mutation(() => PasskeyPayload, { description: 'Renames a passkey of the signed-in user.' })
  async renamePasskey(
    @Arg('id', () => ID, { description: 'The passkey’s id.' }) id: string,
    @Arg('name', () => String, { description: 'The new name.' }) name: string,
    @Ctx() ctx: RequestContext,
  ) {
    return { passkey: await ctx.get(PasskeyService).rename(id, name) };
  }

  @Mutation(() => PasskeyPayload, {
    description: 'Removes a passkey of the signed-in user, who must have signed in within the last ten minutes.',
  })
  async removePasskey(
    @Arg('id', () => ID, { description: 'The passkey’s id.' }) id: string,
    @Ctx() ctx: RequestContext,
  ) {
    return { passkey: await ctx.get(PasskeyService).remove(id) };
  }
}

/** What passkeys add to a user. */
@Resolver(() => UserType)
export class UserPasskeysResolver {
  @FieldResolver(() => [PasskeyType], {
    nullable: true,
    description: 'The user’s passkeys, at most 20, the oldest first. Null to other members of the customer.',
  })
  passkeys(@Root() user: User, @Ctx() ctx: RequestContext): Promise<Passkey[]> | null {
    return seesAll(ctx.viewer, user.id) ? ctx.loader(passkeysLoader).load(user.id) : null;
  }
}
