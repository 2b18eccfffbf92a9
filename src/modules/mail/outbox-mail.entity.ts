import { defineEntity, p } from '@mikro-orm/core';
import { toOne } from '../../kernel/entity.ts';
import type { Customer } from '../customers/index.ts';

/** What mails are about. */
export const MAIL_KINDS = ['invitation', 'verify_email', 'reset_password', 'change_email', 'security_notice'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

const OutboxMailSchema = defineEntity({
  name: 'OutboxMail',
  tableName: 'outbox_mails',
  properties: {
    /** Also what the Message-ID is made of, so that a mail sent twice by a crash is seen as one. */
    id: p.uuid().primary(),
    customerId: p.uuid(),
    customer: () => toOne<Customer>('Customer', 'customer_id'),
    kind: p.text().$type<MailKind>(),
    to: p.text().name('recipient'),
    subject: p.text(),
    /** Both parts, encrypted; null once sent. */
    sealedBody: p.blob().$type<Buffer>().nullable().lazy().hidden(),
    /** How often sending was begun. */
    attempts: p.integer().default(0),
    /** Not before; while a worker is at it, when the next one may take it for lost. */
    nextAttemptAt: p.datetime(),
    sentAt: p.datetime().nullable(),
    /** When the last attempt failed: a dead letter. */
    failedAt: p.datetime().nullable(),
    /** What the last attempt ended with, in the mail server's words. */
    lastError: p.text().nullable(),
    createdAt: p.datetime(),
  },
  indexes: [
    { name: 'outbox_mails_customer_id_index', properties: ['customerId', 'id'] },
    {
      name: 'outbox_mails_unsent_index',
      expression:
        'create index "outbox_mails_unsent_index" on "outbox_mails" ("customer_id", "id") where "sent_at" is null',
    },
    {
      name: 'outbox_mails_due_index',
      expression:
        'create index "outbox_mails_due_index" on "outbox_mails" ("customer_id", lower(split_part("recipient", \'@\', -1)), "next_attempt_at") where "sent_at" is null and "failed_at" is null',
    },
  ],
});

/** A mail to be sent, or that was, or that could not be. */
export class OutboxMail extends OutboxMailSchema.class {}
OutboxMailSchema.setClass(OutboxMail);
