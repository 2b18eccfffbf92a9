import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '../../kernel/context.ts';
import { EmailChangeService } from './email-change.service.ts';

const EMAIL_TEXT = { description: 'The new address.' };

@Resolver()
export class EmailChangeResolver {
  @Mutation(() => Boolean, {
    description:
      'Sends a link to a user’s new address, valid for one hour, and a notice to the current address. Opening the link changes the address. Needs the role or the scope admin. Always true.',
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
    description:
      'Does the same for the signed-in user, who must have signed in within the last ten minutes. Always true.',
  })
  async requestOwnEmailChange(
    @Arg('newEmail', () => String, EMAIL_TEXT) newEmail: string,
    @Ctx() ctx: RequestContext,
  ): Promise<true> {
    await ctx.get(EmailChangeService).requestOwn(newEmail);
    return true;
  }
}
