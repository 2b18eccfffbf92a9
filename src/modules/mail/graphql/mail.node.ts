import { node } from '../../../ground/kernel/graphql/node.ts';
import { OutboxMail } from '../outbox-mail.entity.ts';
import { MailService } from '../mail.service.ts';
import { MailType } from './mail.type.ts';

export const mailNode = node('Mail', {
  type: MailType,
  entity: OutboxMail,
  subject: 'mail',
  find: (ctx, id) => ctx.get(MailService).find(id),
});
