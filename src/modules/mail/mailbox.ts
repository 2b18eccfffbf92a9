import { secondsAfter } from '../../kernel/clock.ts';
import { isUuid } from '../../kernel/ids.ts';
import type { Runtime } from '../../kernel/runtime.ts';
import { keptById, keptPage } from './mail.sql.ts';
import { Outbox } from './outbox.ts';

/** How long the development mailbox keeps what it got. */
export const KEPT_SECONDS = 7 * 86_400;

/** A mail of the development mailbox. */
export interface KeptMail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly sentAt: Date;
}

/** The mails kept instead of sent, newest first; none unless this server keeps them. */
export async function keptMails(runtime: Runtime): Promise<KeptMail[]> {
  return keeps(runtime) ? runtime.db.rows(keptPage, [keptSince(runtime)]) : [];
}

/** One of them with its text part. */
export async function keptMail(runtime: Runtime, id: string): Promise<(KeptMail & { readonly text: string }) | null> {
  if (!keeps(runtime) || !isUuid(id)) return null;
  const row = await runtime.db.first(keptById, [id, keptSince(runtime)]);
  const body = row && runtime.get(Outbox).open(row.sealedBody);
  return row && body ? { id: row.id, to: row.to, subject: row.subject, sentAt: row.sentAt, text: body.text } : null;
}

const keeps = (runtime: Runtime): boolean => runtime.get(Outbox).mode === 'mailbox';

const keptSince = ({ clock }: Runtime): Date => secondsAfter(clock.now(), -KEPT_SECONDS);
