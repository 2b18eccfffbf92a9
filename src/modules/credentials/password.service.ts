import { addressLane } from '../../http/address.ts';
import type { RequestContext } from '../../kernel/context.ts';
import type { Database } from '../../kernel/database.ts';
import { auditRow, insertAuditRows } from '../audit/index.ts';
import { knownDevice, Throttle, type Forgiveness } from '../throttle/index.ts';
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

/** Why a try came to nothing. The reasons are for the audit trail; a visitor is told none of them. */
export interface NotProved {
  readonly proved: false;
  readonly userId: string | null;
  readonly reason: 'unknown_user' | 'no_password' | 'wrong_password' | 'disabled';
}

export type PasswordProof = ProvedPassword | NotProved;

/** One try at the password of the customer's user with this address. */
export interface PasswordGuess {
  readonly customerId: string;
  readonly email: string;
  readonly password: string;
  /** The device cookie of the browser. */
  readonly device: string | undefined;
}

/** The customer's user with this address, as proving the password needs to know them. */
export const findPasswordHolder = (
  db: Database,
  customerId: string,
  email: string,
): Promise<PasswordHolder | undefined> => db.first(passwordHolder, [customerId, emailKey(email)]);

/** Passwords, proved one try at a time. */
export class PasswordService {
  constructor(private readonly ctx: RequestContext) {}

  /** Whether the password is that of the customer's user with this address; takes as long whoever that is. */
  async prove(guess: PasswordGuess): Promise<PasswordProof> {
    const user = await findPasswordHolder(this.ctx.db, guess.customerId, guess.email);
    return this.proveOf(user, guess, (proved) => Promise.resolve(proved));
  }

  /**
   * The same of a user who has been looked up, undefined where there is none; `use` makes of a right password what it is
   * for, before another guess at it is looked at, and may take what that guess takes back of the counters. The one place
   * where passwords are guessed: every try counts, and `rate_limited` refuses those that are too many. Tries of a browser
   * count apart and go first when the user has signed in in it before.
   */
  async proveOf<Use>(
    user: PasswordHolder | undefined,
    { customerId, email, password, device }: PasswordGuess,
    use: (proved: ProvedPassword, forgiveness: Forgiveness) => Promise<Use>,
  ): Promise<Use | NotProved> {
    const locked = (waitSeconds: number) => this.noteLock(customerId, user, waitSeconds);
    const known = user ? knownDevice(this.ctx.runtime, user.id, device, user.passwordChangedAt) : null;
    const account = accountOf(customerId, emailKey(email));
    const turn = { lanes: [addressLane(this.ctx.origin), `account ${account}`], known: known !== null };
    let isRight = false;
    const work = async (forgiveness: Forgiveness): Promise<Use | NotProved> => {
      const proof = await this.check(user, password, turn);
      if (!proof.proved) return proof;
      isRight = true;
      return use(proof, forgiveness);
    };
    const options = { isRight: () => isRight, locked };
    return this.ctx.get(Throttle).guess('password', { account, device: known }, work, options);
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
