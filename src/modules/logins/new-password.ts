import { LockMode } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../ground/kernel/context.ts';
import type { Transaction } from '../../ground/kernel/database.ts';
import { digest, sameBytes } from '../../ground/kernel/secret.ts';
import { audit } from '../audit/index.ts';
import { changePassword } from '../credentials/index.ts';
import { endGrantsOf } from '../grants/index.ts';
import { noticeLetter, Outbox } from '../mail/index.ts';
import { endSessionsOf, type Login } from '../sessions/index.ts';
import { User } from '../users/index.ts';

/** A login by a temporary password, and the hash of what the user has chosen instead. */
interface Replacing extends Pick<Login, 'customerId' | 'userId' | 'passwordDigest'> {
  readonly nextHash: string;
}

/** Undoes what was stored for a login that does not start. */
class NotStarted extends Error {}

/**
 * Stores the new password, ends all sessions and grants of the user, tells them by mail, and does `start` with the digest of
 * the new hash. Nothing is stored if that starts nothing, or if the password has changed since it was proved: returns undefined
 * then.
 */
export async function replaceTemporary<Started>(
  ctx: RequestContext,
  { customerId, userId, passwordDigest, nextHash }: Replacing,
  start: (tx: Transaction, passwordDigest: Buffer) => Promise<Started | undefined>,
): Promise<Started | undefined> {
  const outbox = ctx.runtime.get(Outbox);
  try {
    const started = await ctx.db.transaction(async (tx) => {
      const { em } = tx;
      const user = await em.findOne(
        User,
        { id: userId, customerId, isActive: true },
        { populate: ['passwordHash', 'locale', 'timeZone'], lockMode: LockMode.PESSIMISTIC_WRITE },
      );
      const isSame = passwordDigest !== null && sameBytes(digest(user?.passwordHash ?? ''), passwordDigest);
      if (!user || !isSame) throw new NotStarted();
      const change = { customerId, userId, hash: nextHash, now: ctx.clock.now() };
      // They are sent together, in this order.
      const [, sessions] = await Promise.all([
        changePassword(em, change),
        endSessionsOf(em, customerId, userId),
        endGrantsOf(em, { customerId, userId }),
      ]);
      const found = await start(tx, digest(nextHash));
      if (!found) throw new NotStarted();
      const actor = { type: 'user', id: userId } as const;
      const details = { sessions, temporary: true };
      const event = { action: 'password.changed', subjectType: 'user', subjectId: userId, customerId, actor, details };
      audit.record(em, ctx, event);
      const { email, emailVerified, name, locale, timeZone } = user;
      const reader = { customerId, userId, email, emailVerified, name, locale, timeZone };
      outbox.post(em, await noticeLetter(ctx, em, reader, { event: 'password_changed' }));
      return found;
    });
    outbox.ring();
    return started;
  } catch (fault) {
    if (fault instanceof NotStarted) return undefined;
    throw fault;
  }
}
