import type { RequestContext } from '../../ground/kernel/context.ts';
import type { Transaction } from '../../ground/kernel/database.ts';
import type { SecurityEvent } from '../../views/mail/index.ts';
import { noticeLetter, Outbox, type Letter } from '../mail/index.ts';
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

interface Told {
  readonly customerId: string;
  readonly userId: string;
  readonly user: Reader;
}

/**
 * Tells a user about a change of the second factor, by a mail that is stored with the change. The first of each kind in an hour
 * has a mail of its own. One mail at the end of an hour stands for all others, so that nobody fills the mailbox by changing
 * factors over and over, and nobody hides a change behind others.
 */
export async function tell(ctx: RequestContext, tx: Transaction, of: Told, event: SecurityEvent): Promise<void> {
  const outbox = ctx.runtime.get(Outbox);
  if (outbox.mode === 'off') return;
  // What they ask the database is sent together.
  const [told, letter, again] = await Promise.all([
    ctx.get(Throttle).countFactorChange(tx, of.userId, event.event),
    letterTo(ctx, tx, of, event),
    letterTo(ctx, tx, of, { event: 'factors_changed_again' }),
  ]);
  if (told === 'first') outbox.post(tx.em, letter);
  else if (told !== 'covered') outbox.post(tx.em, { ...again, dueAt: told });
}

function letterTo(ctx: RequestContext, tx: Transaction, of: Told, event: SecurityEvent): Promise<Letter> {
  const { customerId, userId, user } = of;
  const { email, emailVerified, name, locale, timeZone } = user;
  return noticeLetter(ctx, tx.em, { customerId, userId, email, emailVerified, name, locale, timeZone }, event);
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
      ctx.runtime
        .get(Outbox)
        .post(tx.em, await letterTo(ctx, tx, { customerId, userId, user }, { event: 'factor_failed' }));
  });
}
