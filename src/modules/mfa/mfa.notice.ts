import type { Loaded } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../kernel/context.ts';
import type { Transaction } from '../../kernel/database.ts';
import type { SecurityEvent } from '../../views/mail/index.ts';
import { noticeLetter, Outbox } from '../mail/index.ts';
import type { TotpFactor, TotpSetup } from './totp-factor.entity.ts';

/** One unit of work, which lets the mails it wrote go out once it is committed. */
export async function withMail<Result>(
  ctx: RequestContext,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const result = await ctx.db.transaction(work);
  ctx.runtime.get(Outbox).ring();
  return result;
}

/** Writes the mail that tells a user what became of their second factor. */
export async function tell(
  ctx: RequestContext,
  tx: Transaction,
  of: Loaded<TotpFactor, 'user' | 'customer'> | Loaded<TotpSetup, 'user' | 'customer'>,
  event: SecurityEvent,
): Promise<void> {
  const { customerId, userId, user, customer } = of;
  const { email, emailVerified, name } = user;
  const reader = { customerId, userId, customerName: customer.name, email, emailVerified, name };
  const letter = await noticeLetter(ctx, tx, reader, event);
  ctx.runtime.get(Outbox).post(tx.em, letter);
}
