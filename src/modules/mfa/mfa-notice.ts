import type { RequestContext } from '../../kernel/context.ts';
import type { Transaction } from '../../kernel/database.ts';
import type { SecurityEvent } from '../../views/mail/index.ts';
import { noticeLetter, Outbox } from '../mail/index.ts';
import { knownDevice, Throttle } from '../throttle/index.ts';
import { User } from '../users/index.ts';

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

/** Whose second step was answered wrongly, and in which browser. */
interface FailedFactor {
  readonly customerId: string;
  readonly userId: string;
  /** The device cookie of the browser, if there is one. */
  readonly device?: string | undefined;
}

/**
 * Tells a user of a wrong answer to the second step, at most once an hour. By default not if the user has signed in with
 * this browser before: it is mostly the user who mistypes.
 */
export async function tellOfFailedFactor(
  ctx: RequestContext,
  { customerId, userId, device }: FailedFactor,
  when: 'unless_known' | 'always' = 'unless_known',
): Promise<void> {
  if (ctx.runtime.get(Outbox).mode === 'off') return;
  await withMail(ctx, async (tx) => {
    const options = { populate: ['locale', 'timeZone', 'passwordChangedAt'] } as const;
    const user = await tx.em.findOne(User, { id: userId, customerId }, options);
    if (!user) return;
    const isKnown = knownDevice(ctx.runtime, userId, device, user.passwordChangedAt ?? null) !== null;
    if (isKnown && when === 'unless_known') return;
    if (await ctx.get(Throttle).allowsNotice('factor-failed', userId))
      await tell(ctx, tx, { customerId, userId, user }, { event: 'factor_failed' });
  });
}
