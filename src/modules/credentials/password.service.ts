import { addressLane } from '../../http/address.ts';
import type { RequestContext } from '../../kernel/context.ts';
import type { Database } from '../../kernel/database.ts';
import { audit } from '../audit/index.ts';
import { knownDevice, Throttle } from '../throttle/index.ts';
import { emailKey } from '../users/index.ts';
import type { Turn } from './hash-queue.ts';
import { PasswordHasher } from './password-hasher.ts';
import { passwordHolder, upgradePassword, type PasswordHolder } from './password.hot.sql.ts';

/** A correct password. */
export interface ProvedPassword {
  readonly proved: true;
  readonly userId: string;
  /** The hash that the password was checked against. Writes that rely on the check compare it again. */
  readonly passwordHash: string;
  /** The password hashed with today's parameters, if the stored hash has others. */
  readonly upgradedHash: string | null;
  /** Whether a login requires a second factor. */
  readonly mfaEnabled: boolean;
  /** Whether the address is verified. */
  readonly emailVerified: boolean;
}

/** Why a guess failed. The reasons are for the audit trail. A visitor sees none of them. */
export interface NotProved {
  readonly proved: false;
  readonly userId: string | null;
  readonly reason: 'unknown_user' | 'no_password' | 'wrong_password' | 'disabled';
}

export type PasswordProof = ProvedPassword | NotProved;

/** A guess at the password of the customer's user with this address. */
export interface PasswordGuess {
  readonly customerId: string;
  readonly email: string;
  readonly password: string;
  /** The device cookie of the browser. */
  readonly device: string | undefined;
}

/** The customer's user with this address, as a password check needs to know them. */
export const findPasswordHolder = (
  db: Database,
  customerId: string,
  email: string,
): Promise<PasswordHolder | undefined> => db.first(passwordHolder, { customerId, emailKey: emailKey(email) });

/** Checks passwords. */
export class PasswordService {
  constructor(private readonly ctx: RequestContext) {}

  /** Checks the password of the customer's user with this address. It takes equally long for every address. */
  async prove(guess: PasswordGuess): Promise<PasswordProof> {
    const user = await findPasswordHolder(this.ctx.db, guess.customerId, guess.email);
    return this.proveOf(user, guess, (proved) => Promise.resolve(proved));
  }

  /**
   * The same for a user who has been looked up; undefined if there is none. All guesses at passwords come here: wrong
   * ones count, and `rate_limited` rejects too many. Guesses from a browser in which the user has signed in before have
   * their own counter and go first. `use` runs with a correct password, before the next guess is checked.
   */
  async proveOf<Use>(
    user: PasswordHolder | undefined,
    { customerId, email, password, device }: PasswordGuess,
    use: (proved: ProvedPassword) => Promise<Use>,
  ): Promise<Use | NotProved> {
    const locked = (waitSeconds: number) => this.noteLock(customerId, user, waitSeconds);
    const known = user ? knownDevice(this.ctx.runtime, user.id, device, user.passwordChangedAt) : null;
    const account = accountOf(customerId, emailKey(email));
    const turn = { lanes: [addressLane(this.ctx.origin), `account ${account}`], known: known !== null };
    let isRight = false;
    const work = async (): Promise<Use | NotProved> => {
      const proof = await this.check(user, password, turn);
      if (!proof.proved) return proof;
      isRight = true;
      return use(proof);
    };
    const options = { isRight: () => isRight, locked };
    return this.ctx.get(Throttle).guess('password', { account, device: known }, work, options);
  }

  /** Resets the counter of wrong guesses at the password of the user with this address. */
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

  /** Stores the upgraded hash if no new session does, and returns the hash that is stored from now on. */
  async upgrade(customerId: string, { userId, passwordHash, upgradedHash }: ProvedPassword): Promise<string> {
    if (upgradedHash === null) return passwordHash;
    const values = { customerId, userId, provedHash: passwordHash, nextHash: upgradedHash };
    await this.ctx.db.rows(upgradePassword, values);
    return upgradedHash;
  }

  private async noteLock(customerId: string, user: PasswordHolder | undefined, waitSeconds: number): Promise<void> {
    await audit.recordNow(this.ctx, {
      action: 'password.locked',
      subjectType: 'user',
      subjectId: user?.id ?? 'unknown',
      customerId,
      details: { waitSeconds },
    });
  }
}

const accountOf = (customerId: string, key: string): string => `${customerId}\n${key}`;
