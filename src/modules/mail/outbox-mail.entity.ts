import { defineEntity, p } from '@mikro-orm/core';
import { listIndex } from '../../ground/lists/list-index.ts';
import { toOne } from '../../ground/kernel/entity.ts';
import type { Customer } from '../customers/customer.entity.ts';

/** The kinds of mails. */
export const MAIL_KINDS = [
  'invitation',
  'verify_email',
  'reset_password',
  'change_email',
  'sign_in_code',
  'security_notice',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

const OutboxMailSchema = defineEntity({
  name: 'OutboxMail',
  tableName: 'outbox_mails',
  properties: {
    /** Also in the Message-ID, so that receivers recognize a mail that a crash sends twice. */
    id: p.uuid().primary(),
    customerId: p.uuid(),
    customer: () => toOne<Customer>('Customer', 'customer_id'),
    kind: p.text().$type<MailKind>(),
    to: p.text().name('recipient'),
    /** The user, who may no longer exist. Null for a mail from before this was recorded. */
    userId: p.uuid().nullable(),
    subject: p.text(),
    /** Both parts, encrypted. Null after sending. */
    sealedBody: p.blob().$type<Buffer>().nullable().lazy().hidden(),
    /** The number of attempts. */
    attempts: p.integer().default(0),
    /** When the next attempt is due. During an attempt, when another worker may assume that it was lost. */
    nextAttemptAt: p.datetime(),
    sentAt: p.datetime().nullable(),
    /** When the last attempt failed. The mail is then dead. */
    failedAt: p.datetime().nullable(),
    /** The error of the last failed attempt, in the mail server's words. */
    lastError: p.text().nullable(),
    createdAt: p.datetime(),
  },
  indexes: [
    listIndex('outbox_mails', 'kind', '"kind" collate "C"'),
    listIndex('outbox_mails', 'recipient', 'lower("recipient") collate "C"'),
    listIndex('outbox_mails', 'user', `coalesce("user_id", '00000000-0000-0000-0000-000000000000'::uuid)`),
    listIndex('outbox_mails', 'created_at', '"created_at"'),
    listIndex('outbox_mails', 'sent_at', `coalesce("sent_at", timestamptz '0001-01-01 00:00:00+00')`),
    listIndex('outbox_mails', 'failed_at', `coalesce("failed_at", timestamptz '0001-01-01 00:00:00+00')`),
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

/** A mail: pending, sent or dead. */
export class OutboxMail extends OutboxMailSchema.class {}
OutboxMailSchema.setClass(OutboxMail);
