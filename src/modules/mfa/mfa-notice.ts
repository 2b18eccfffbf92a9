import type { RequestContext } from '../../kernel/context.ts';
import type { Transaction } from '../../kernel/database.ts';
import type { SecurityEvent } from '../../views/mail/index.ts';
import { noticeLetter, Outbox } from '../mail/index.ts';
import type { User } from '../users/index.ts';

/** One transaction. After its commit, the outbox sends its mails. */
export async function withMail<Result>(
  ctx: RequestContext,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const result = await ctx.db.transaction(work);
  ctx.runtime.get(Outbox).ring();
  return result;
}

/** What has to hold before a factor is stored, checked in the same transaction. It throws otherwise. */
export type Guard = (tx: Transaction) => Promise<void>;

/** The user, with language and time zone. */
type Reader = Pick<User, 'email' | 'emailVerified' | 'name' | 'locale' | 'timeZone'>;

/** Stores the mail that tells a user about a change of the second factor. */
export async function tell(
  ctx: RequestContext,
  tx: Transaction,
  of: { readonly customerId: string; readonly userId: string; readonly user: Reader },
  event: SecurityEvent,
): Promise<void> {
  const { customerId, userId, user } = of;
  const { email, emailVerified, name, locale, timeZone } = user;
  const reader = { customerId, userId, email, emailVerified, name, locale, timeZone };
  const letter = await noticeLetter(ctx, tx.em, reader, event);
  ctx.runtime.get(Outbox).post(tx.em, letter);
}
