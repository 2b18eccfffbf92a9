import { Arg, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import { GraphQLDateTimeISO } from 'graphql-scalars';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { passwordsLoader } from '../../credentials/index.ts';
import { UserPayload, UserType } from '../../users/graphql/index.ts';
import { seesAll, type User } from '../../users/index.ts';
import { AccountLockService } from '../account-lock.service.ts';

const PRIVATE = 'Null to other members of the customer.';

/** Whether a user can sign in, and what helps one who cannot. */
@Resolver(() => UserType)
export class SignInResolver {
  @FieldResolver(() => Boolean, { nullable: true, description: `Whether the user has a password. ${PRIVATE}` })
  async hasPassword(@Root() { id }: User, @Ctx() ctx: RequestContext): Promise<boolean | null> {
    return seesAll(ctx.viewer, id) ? ctx.loader(passwordsLoader).load(id) : null;
  }

  @FieldResolver(() => GraphQLDateTimeISO, {
    nullable: true,
    description: `Until when passwords or codes of the user are refused, because too many were wrong. A browser in which the user has signed in before waits for its own; the last of all counts. Null if none waits. ${PRIVATE}`,
  })
  async lockedUntil(@Root() user: User, @Ctx() ctx: RequestContext): Promise<Date | null> {
    return seesAll(ctx.viewer, user.id) ? ctx.get(AccountLockService).lockedUntil(user) : null;
  }

  @Mutation(() => UserPayload, {
    description:
      'Forgets a user’s wrong passwords and codes, so that the next one is taken at once, in any browser. It may be repeated.',
  })
  async unlockUser(@Arg('id', () => ID, { description: 'The user’s id.' }) id: string, @Ctx() ctx: RequestContext) {
    return { user: await ctx.get(AccountLockService).unlock(id) };
  }
}
