import { sql } from '../../kernel/database.ts';
import type { DueRow } from '../../jobs/due.sql.ts';
import { outboxStatements } from '../../jobs/outbox.sql.ts';

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

/** Claiming: mails wait in a line for each domain they go to. */
export const mails = outboxStatements<ClaimedMail, DueRow>({
  room: 'mail',
  table: 'outbox_mails',
  done: 'sent',
  alsoDone: ', sealed_body = null',
  line: "lower(split_part(recipient, '@', -1))",
  dueAt: 'next_attempt_at',
  parcel: `o.customer_id as "customerId", o.kind, o.recipient as "to", o.subject, o.sealed_body as "sealedBody"`,
});

/**
 * Many rows at once. $1 bodies older than this go, of mails that are sent: the mailbox keeps them until then. $2 mails older than this go,
 * sent or dead.
 */
export const sweepMails = sql(
  'mail.sweep',
  `with forgotten as (
     delete from outbox_mails where created_at < $2 and (sent_at is not null or failed_at is not null)
   )
   update outbox_mails set sealed_body = null where sent_at < $1 and created_at >= $2 and sealed_body is not null`,
);
