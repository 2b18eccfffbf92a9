import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { find, nodeType } from '../../../ground/kernel/graphql/node.ts';
import { MailType } from './mail.type.ts';
import type { OutboxMail } from '../outbox-mail.entity.ts';

/** What a mail leads to. */
@Resolver(() => MailType)
export class MailRelations {
  @FieldResolver(nodeType('User'), {
    nullable: true,
    description: 'The user whom the mail is for. Null if it no longer exists, or the viewer may not see it.',
  })
  async user(@Root() { userId }: OutboxMail, @Ctx() ctx: RequestContext) {
    return userId ? find(ctx, 'User', userId) : null;
  }
}
