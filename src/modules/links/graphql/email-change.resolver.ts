import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import { userOf } from '../../../ground/kernel/access.ts';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { ArgumentsFulfill } from '../../../ground/kernel/graphql/fulfills.ts';
import { UserPayload } from '../../users/graphql/index.ts';
import { EMAIL_MAX, UserService } from '../../users/index.ts';
import { EmailChangeService } from '../email-change.service.ts';

const EMAIL_TEXT = { description: 'The new address.' };

@Resolver()
export class EmailChangeResolver {
  @ArgumentsFulfill({ newEmail: { maxLength: EMAIL_MAX, format: 'email' } })
  @Mutation(() => UserPayload, {
    description:
      'Sends a link to a user’s new address, valid for one hour, and a notice to the current address. Opening the link changes the address. Needs the role or the scope admin.',
  })
  async requestEmailChange(
    @Arg('userId', () => ID, { description: 'The user’s id.' }) userId: string,
    @Arg('newEmail', () => String, EMAIL_TEXT) newEmail: string,
    @Ctx() ctx: RequestContext,
  ) {
    await ctx.get(EmailChangeService).request(userId, newEmail);
    return { user: () => ctx.get(UserService).find(userId) };
  }

  @ArgumentsFulfill({ newEmail: { maxLength: EMAIL_MAX, format: 'email' } })
  @Mutation(() => UserPayload, {
    description: 'Does the same for the signed-in user, who must have signed in within the last ten minutes.',
  })
  async requestOwnEmailChange(@Arg('newEmail', () => String, EMAIL_TEXT) newEmail: string, @Ctx() ctx: RequestContext) {
    await ctx.get(EmailChangeService).requestOwn(newEmail);
    return { user: () => ctx.get(UserService).find(userOf(ctx.viewer).userId) };
  }
}
