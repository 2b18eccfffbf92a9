import { sql } from '../../kernel/database.ts';
import type { Columns } from '../../kernel/entity.ts';
import type { DueRow } from '../../jobs/due.sql.ts';
import { outboxStatements } from '../../jobs/outbox.sql.ts';
import { trailOf } from '../audit/index.ts';
import type { OutboxMail } from './outbox-mail.entity.ts';

/** A mail as administrators see it: all but its body. */
export type MailRow = Omit<Columns<OutboxMail>, 'sealedBody' | 'recipient'> & { readonly to: string };

/** A mail that this process is to send. */
export interface ClaimedMail {
  readonly id: string;
  readonly customerId: string;
  readonly kind: string;
  readonly to: string;
  readonly subject: string;
  readonly sealedBody: Buffer | null;
  readonly attempts: number;
}

const columns = `id, customer_id as "customerId", kind, recipient as "to", subject, attempts,
  next_attempt_at as "nextAttemptAt", sent_at as "sentAt", failed_at as "failedAt", last_error as "lastError",
  created_at as "createdAt"`;

/** Writes mails by themselves, for transactions of several statements; $1 is what `Outbox.rows` gives. */
export const insertMails = sql(
  'mail.insert',
  'insert into outbox_mails select * from jsonb_populate_recordset(null::outbox_mails, $1::jsonb)',
);

/** Mails wait in a line for each domain they go to. */
export const mails = outboxStatements<ClaimedMail, DueRow, MailRow>({
  room: 'mail',
  table: 'outbox_mails',
  done: 'sent',
  alsoDone: ', sealed_body = null',
  line: "lower(split_part(recipient, '@', -1))",
  dueAt: 'next_attempt_at',
  columns,
  parcel: `o.customer_id as "customerId", o.kind, o.recipient as "to", o.subject, o.sealed_body as "sealedBody"`,
  trail: trailOf,
});

/**
 * $1 bodies older than this go, of mails that are sent: the mailbox keeps them until then. $2 mails older than this go,
 * sent or dead.
 */
export const sweepMails = sql(
  'mail.sweep',
  `with forgotten as (
     delete from outbox_mails where created_at < $2 and (sent_at is not null or failed_at is not null)
   )
   update outbox_mails set sealed_body = null where sent_at < $1 and created_at >= $2 and sealed_body is not null`,
);

/** $1 not older than this; the newest two hundred, of every customer. */
export const keptPage = sql<{ id: string; to: string; subject: string; sentAt: Date }>(
  'mail.kept-page',
  `select id, recipient as "to", subject, sent_at as "sentAt" from outbox_mails
   where sealed_body is not null and sent_at >= $1 order by id desc limit 200`,
);

/** $1 id, $2 not older than this. */
export const keptById = sql<{ id: string; to: string; subject: string; sentAt: Date; sealedBody: Buffer }>(
  'mail.kept-by-id',
  `select id, recipient as "to", subject, sent_at as "sentAt", sealed_body as "sealedBody" from outbox_mails
   where id = $1 and sealed_body is not null and sent_at >= $2`,
);
