import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '../../kernel/context.ts';
import { EmailChangeService } from './email-change.service.ts';

const EMAIL_TEXT = { description: 'The new address.' };

@Resolver()
export class EmailChangeResolver {
  @Mutation(() => Boolean, {
    description:
      'Sends a new address of a user a link that makes it theirs, valid for one hour, and tells the old one; always true. An administrator’s address takes an administrator or the scope admin.',
  })
  async requestEmailChange(
    @Arg('userId', () => ID, { description: 'The user’s id.' }) userId: string,
    @Arg('newEmail', () => String, EMAIL_TEXT) newEmail: string,
    @Ctx() ctx: RequestContext,
  ): Promise<true> {
    await ctx.get(EmailChangeService).request(userId, newEmail);
    return true;
  }

  @Mutation(() => Boolean, {
    description: 'The same for oneself, who must have signed in within the last ten minutes; always true.',
  })
  async requestOwnEmailChange(
    @Arg('newEmail', () => String, EMAIL_TEXT) newEmail: string,
    @Ctx() ctx: RequestContext,
  ): Promise<true> {
    await ctx.get(EmailChangeService).requestOwn(newEmail);
    return true;
  }
}
