import { sql } from '../../kernel/database.ts';
import type { Columns } from '../../kernel/entity.ts';
import { dueStatement, type DueRow } from '../../jobs/due.sql.ts';
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

/** Mails that are due; their line is the domain they go to. */
export const dueMails = dueStatement<DueRow>('mail.due', {
  table: 'outbox_mails',
  line: "lower(split_part(recipient, '@', -1))",
  open: 'sent_at is null and failed_at is null',
  dueAt: 'next_attempt_at',
});

/**
 * $1 ids, $2 now, $3 until when they are this worker's. Two workers never get the same mail: each passes over the rows
 * another one is claiming, and what is claimed is not due.
 */
export const claimMails = sql<ClaimedMail>(
  'mail.claim',
  `update outbox_mails m set attempts = m.attempts + 1, next_attempt_at = $3
   from (
     select id from outbox_mails
     where id = any($1) and sent_at is null and failed_at is null and next_attempt_at <= $2
     for update skip locked
   ) due
   where m.id = due.id
   returning m.id, m.customer_id as "customerId", m.kind, m.recipient as "to", m.subject,
     m.sealed_body as "sealedBody", m.attempts`,
);

/** $1 id, $2 the attempt, $3 now. */
export const markSent = sql(
  'mail.sent',
  `update outbox_mails set sent_at = $3, sealed_body = null, last_error = null
   where id = $1 and attempts = $2 and sent_at is null`,
);

/** $1 id, $2 the attempt, $3 when to try again or null to give up, $4 now, $5 what went wrong. */
export const markFailed = sql(
  'mail.failed',
  `update outbox_mails set last_error = $5, next_attempt_at = coalesce($3, next_attempt_at),
     failed_at = case when $3::timestamptz is null then $4::timestamptz end
   where id = $1 and attempts = $2 and sent_at is null`,
);

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

const STATES = `(
    $2::text is null or $2 = case when sent_at is not null then 'sent' when failed_at is not null then 'dead' else 'pending' end
  )`;

/** $1 customer, $2 state or null, $3 behind this id or null, $4 rows; newest first. */
export const mailPage = sql<MailRow>(
  'mail.page',
  `select ${columns} from outbox_mails
   where customer_id = $1 and ${STATES} and ($3::uuid is null or id < $3) order by id desc limit $4`,
);

/** $1 customer, $2 state or null. */
export const mailCount = sql<{ count: number }>(
  'mail.count',
  `select count(*) from outbox_mails where customer_id = $1 and ${STATES}`,
);

/** $1 customer, $2 id. */
export const mailById = sql<MailRow>(
  'mail.by-id',
  `select ${columns} from outbox_mails where customer_id = $1 and id = $2`,
);

/** $1 customer, $2 id, $3 now, $4 audit row. Only a dead letter is sent again. */
export const resendMail = sql<MailRow>(
  'mail.resend',
  `with revived as (
     update outbox_mails set failed_at = null, attempts = 0, next_attempt_at = $3
     where customer_id = $1 and id = $2 and failed_at is not null returning *
   ), trail as (
     insert into audit_events select e.* from revived, jsonb_populate_record(null::audit_events, $4::jsonb) e
   )
   select ${columns} from revived`,
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
