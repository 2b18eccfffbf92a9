import { addressLane } from '../../http/address.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { auditRow, insertAuditRows } from '../audit/index.ts';
import { knownDevice, Throttle } from '../throttle/index.ts';
import { emailKey } from '../users/index.ts';
import type { Turn } from './hash.queue.ts';
import { PasswordHasher } from './password.hasher.ts';
import { passwordHolder, upgradePassword, type PasswordHolder } from './password.sql.ts';

/** A password that was right. */
export interface ProvedPassword {
  readonly proved: true;
  readonly userId: string;
  /** What the password was checked against, for the write that relies on it. */
  readonly passwordHash: string;
  /** The same password hashed with today's parameters, where the stored hash has others. */
  readonly upgradedHash: string | null;
  /** Whether signing in takes a second factor too. */
  readonly mfaEnabled: boolean;
  /** Whether the address is known to be theirs. */
  readonly emailVerified: boolean;
}

/** How a try ended. The reasons are for the audit trail; a visitor is told none of them. */
export type PasswordProof =
  | ProvedPassword
  | {
      readonly proved: false;
      readonly userId: string | null;
      readonly reason: 'unknown_user' | 'no_password' | 'wrong_password' | 'disabled';
    };

/** Passwords, proved one try at a time. */
export class PasswordService {
  constructor(private readonly ctx: RequestContext) {}

  /**
   * Whether the password is that of the customer's user with this address; takes as long whoever that is. The one place
   * where passwords are guessed: every try counts, and `rate_limited` refuses those that are too many. `device` is the
   * cookie of the browser, whose tries count apart and go first when the user has signed in in it before.
   */
  async prove(customerId: string, email: string, password: string, device?: string): Promise<PasswordProof> {
    const key = emailKey(email);
    const user = await this.ctx.db.first(passwordHolder, [customerId, key]);
    const locked = (waitSeconds: number) => this.noteLock(customerId, user, waitSeconds);
    const known = user ? knownDevice(this.ctx.runtime, user.id, device, user.passwordChangedAt) : null;
    const account = accountOf(customerId, key);
    const turn = { lanes: [addressLane(this.ctx.origin), `account ${account}`], known: known !== null };
    const work = () => this.check(user, password, turn);
    return this.ctx.get(Throttle).guess('password', { account, device: known }, work, { isRight: isProved, locked });
  }

  /** Forgets the wrong guesses of the password that the user with this address had until now. */
  async forgetGuesses(customerId: string, email: string): Promise<void> {
    await this.ctx.get(Throttle).forget('password', accountOf(customerId, emailKey(email)));
  }

  private async check(user: PasswordHolder | undefined, password: string, turn: Turn): Promise<PasswordProof> {
    const hasher = this.ctx.runtime.get(PasswordHasher);
    const { matches, outdated } = await hasher.verify(user?.passwordHash ?? null, password, turn);
    if (!user) return { proved: false, userId: null, reason: 'unknown_user' };
    const { id: userId, passwordHash, mfaEnabled, emailVerified } = user;
    if (passwordHash === null) return { proved: false, userId, reason: 'no_password' };
    if (!matches) return { proved: false, userId, reason: 'wrong_password' };
    if (!user.isActive) return { proved: false, userId, reason: 'disabled' };
    const upgradedHash = outdated ? await hasher.hash(password, turn) : null;
    return { proved: true, userId, passwordHash, upgradedHash, mfaEnabled, emailVerified };
  }

  /** Stores the upgraded hash, where no session begins that would; returns the hash that is stored then. */
  async upgrade(customerId: string, { userId, passwordHash, upgradedHash }: ProvedPassword): Promise<string> {
    if (upgradedHash === null) return passwordHash;
    await this.ctx.db.rows(upgradePassword, [customerId, userId, passwordHash, upgradedHash]);
    return upgradedHash;
  }

  private async noteLock(customerId: string, user: PasswordHolder | undefined, waitSeconds: number): Promise<void> {
    const event = auditRow(this.ctx, {
      action: 'password.locked',
      subjectType: 'user',
      subjectId: user?.id ?? 'unknown',
      customerId,
      details: { waitSeconds },
    });
    await this.ctx.db.rows(insertAuditRows, [JSON.stringify([event])]);
  }
}

const accountOf = (customerId: string, key: string): string => `${customerId}\n${key}`;

const isProved = ({ proved }: PasswordProof): boolean => proved;
