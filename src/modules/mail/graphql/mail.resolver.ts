import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { ListedBy } from '../../../ground/lists/graphql/lists.ts';
import type { ListArgs } from '../../../ground/lists/filter/index.ts';
import { mailListing } from '../mail.filter.ts';
import { MailService, type MailState } from '../mail.service.ts';
import { MailConnection, MailPayload, MailStateEnum, MailType } from './mail.type.ts';
import type { OutboxMail } from '../outbox-mail.entity.ts';

@Resolver(() => MailType)
export class MailResolver {
  @Query(() => MailConnection, { description: 'The customer’s mails of the last 30 days, newest first.' })
  mails(@ListedBy(mailListing) args: ListArgs, @Ctx() ctx: RequestContext) {
    return ctx.get(MailService).list(args);
  }

  @Mutation(() => MailPayload, { description: 'Sends a dead mail again.' })
  async resendMail(@Arg('id', () => ID, { description: 'The mail’s id.' }) id: string, @Ctx() ctx: RequestContext) {
    return { mail: await ctx.get(MailService).resend(id) };
  }

  @FieldResolver(() => MailStateEnum, { description: 'The state of the mail.' })
  state(@Root() { sentAt, failedAt }: OutboxMail): MailState {
    return sentAt ? 'sent' : failedAt ? 'dead' : 'pending';
  }
}
