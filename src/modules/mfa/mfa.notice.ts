import type { RequestContext } from '../../kernel/context.ts';
import type { Database } from '../../kernel/database.ts';
import type { SecurityEvent } from '../../views/mail/index.ts';
import { insertMails, noticeLetter, Outbox } from '../mail/index.ts';
import type { Owner } from './mfa.sql.ts';

/** Does `work` in a transaction, and lets the mails it wrote go out once that is committed. */
export async function withMail<Result>(ctx: RequestContext, work: (tx: Database) => Promise<Result>): Promise<Result> {
  const result = await ctx.db.transaction(work);
  ctx.runtime.get(Outbox).ring();
  return result;
}

/** Writes the mail that tells a user what became of their second factor. */
export async function tell(
  ctx: RequestContext,
  tx: Database,
  whose: { readonly customerId: string; readonly userId: string },
  { email, emailVerified, name, customerName }: Owner,
  event: SecurityEvent,
): Promise<void> {
  const { customerId, userId } = whose;
  const letter = await noticeLetter(ctx, tx, { customerId, userId, customerName, email, emailVerified, name }, event);
  await tx.rows(insertMails, [ctx.runtime.get(Outbox).rows([letter])]);
}
