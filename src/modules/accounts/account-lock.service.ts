import type { RequestContext } from '../../ground/kernel/context.ts';
import { notFound } from '../../ground/kernel/errors.ts';
import { isUuid } from '../../ground/kernel/ids.ts';
import { Loader } from '../../ground/kernel/loader.ts';
import { audit } from '../audit/index.ts';
import { passwordGuesses } from '../credentials/index.ts';
import { codeGuesses } from '../mfa/index.ts';
import { Throttle, type GuessedSecret } from '../throttle/index.ts';
import { userLoader, type User } from '../users/index.ts';
import { accountPolicy } from './account.policy.ts';

/** The accounts of users after wrong passwords and codes. The counters of `throttle` alone say what is refused. */
export class AccountLockService {
  constructor(private readonly ctx: RequestContext) {}

  /** Until when passwords or codes of the user are refused in some browser. Null if all browsers may try now. */
  lockedUntil(user: User): Promise<Date | null> {
    return this.ctx.loader(locksLoader).load(user);
  }

  /**
   * Forgets the wrong passwords and codes of a user of the viewer's customer, so that the next try is taken at once in any
   * browser. Returns the user. Does nothing more if there were none.
   */
  async unlock(id: string): Promise<User> {
    const { ctx } = this;
    accountPolicy.unlock(ctx.viewer);
    const userId = id.toLowerCase();
    const user = isUuid(userId) ? await ctx.loader(userLoader).load(userId) : null;
    if (!user) throw notFound('user');
    accountPolicy.unlock(ctx.viewer, user);
    await ctx.db.transaction(async (tx) => {
      if (!(await ctx.get(Throttle).forget(tx.em, secretsOf(user)))) return;
      audit.record(tx.em, ctx, { action: 'user.unlocked', subjectType: 'user', subjectId: userId });
    });
    return user;
  }
}

/** What somebody who wants to sign in as the user may guess. */
const secretsOf = (user: User): GuessedSecret[] => [
  ...passwordGuesses(user),
  codeGuesses({ customerId: user.customerId, userId: user.id }),
];

/** Until when users are locked out: one query for any number of them. */
const locksLoader = (ctx: RequestContext): Loader<User, Date | null, string> =>
  new Loader(
    ctx,
    async (users) => {
      const secrets = users.map(secretsOf);
      const ends = await ctx.get(Throttle).lockedUntil(secrets.flat());
      return secrets.map(({ length }) => latest(ends.splice(0, length)));
    },
    { cacheKeyFn: ({ id }) => id },
  );

const latest = (times: readonly (Date | null)[]): Date | null => {
  const last = Math.max(...times.map((time) => time?.getTime() ?? 0));
  return last > 0 ? new Date(last) : null;
};
