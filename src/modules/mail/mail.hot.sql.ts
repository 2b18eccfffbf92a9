import type { DueRow } from '../../ground/jobs/due.hot.sql.ts';
import { outboxStatements } from '../../ground/jobs/outbox.hot.sql.ts';

/** A mail that this process has to send. */
export interface ClaimedMail {
  readonly id: string;
  readonly customerId: string;
  readonly kind: string;
  readonly to: string;
  readonly subject: string;
  readonly sealedBody: Buffer | null;
  readonly attempts: number;
}

/** Claims mails. They wait in one line for each domain. */
export const mails = outboxStatements<ClaimedMail, DueRow>({
  room: 'mail',
  table: 'outbox_mails',
  done: 'sent',
  line: "lower(split_part(recipient, '@', -1))",
  dueAt: 'next_attempt_at',
  parcel: `o.customer_id as "customerId", o.kind, o.recipient as "to", o.subject, o.sealed_body as "sealedBody"`,
});
