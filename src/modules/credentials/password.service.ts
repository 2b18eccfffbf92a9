import { addressLane } from '../../ground/http/address.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import type { Database } from '../../ground/kernel/database.ts';
import { AppError } from '../../ground/kernel/errors.ts';
import { audit } from '../audit/index.ts';
import { knownDevice, Throttle, type GuessedSecret } from '../throttle/index.ts';
import { emailKey } from '../users/index.ts';
import type { Turn } from '../../ground/kernel/fair-queue.ts';
import { PasswordHasher } from './password-hasher.ts';
import {
  passwordHolder,
  passwordHolders,
  upgradePassword,
  type CustomersPasswordHolder,
  type PasswordHolder,
} from './password.hot.sql.ts';
import { temporaryUntil } from './temporary-password.ts';

/** A correct password. */
export interface ProvedPassword {
  readonly proved: true;
  readonly userId: string;
  readonly email: string;
  /** The hash that the password was checked against. Writes that rely on the check compare it again. */
  readonly passwordHash: string;
  /** The password hashed with today's parameters, if the stored hash has others. */
  readonly upgradedHash: string | null;
  /** Whether a login requires a second factor. */
  readonly mfaEnabled: boolean;
  /** Whether the address is verified. */
  readonly emailVerified: boolean;
  /** Whether the user has to replace it before it signs in. */
  readonly isTemporary: boolean;
}

/** Why a guess failed. The reasons are for the audit trail. A visitor sees none of them. */
export interface NotProved {
  readonly proved: false;
  readonly userId: string | null;
  /** `locked`: there were too many wrong guesses, and whoever guesses must not learn that the account exists. */
  readonly reason:
    | 'unknown_user'
    | 'no_password'
    | 'wrong_password'
    | 'disabled'
    | 'locked'
    | 'needs_passkey'
    | 'temporary_password_expired';
}

export type PasswordProof = ProvedPassword | NotProved;

/** A guess at the password of the customer's user with this address or username. */
export interface PasswordGuess {
  readonly customerId: string;
  /** As typed: an address or a username. */
  readonly email: string;
  readonly password: string;
  /** The device cookie of the browser. */
  readonly device: string | undefined;
}

/** So many accounts are tried with a password if no customer is named. The number of hashes is always this one. */
export const ACCOUNTS_MAX = 3;

/** A guess at the passwords of all users with this address or username. */
export type WideGuess = Omit<PasswordGuess, 'customerId'>;

/** What a guess at several accounts has found at one of them. */
export interface AccountProof {
  readonly holder: CustomersPasswordHolder;
  readonly proof: PasswordProof;
  /** How long the account waits because of this guess, in seconds. 0 if it does not. */
  readonly waitSeconds: number;
}

/** The customer's user with this address or username, as a password check needs to know them. */
export const findPasswordHolder = (
  db: Database,
  customerId: string,
  email: string,
): Promise<PasswordHolder | undefined> => db.first(passwordHolder, { customerId, emailKey: emailKey(email) });

/** Checks passwords. */
export class PasswordService {
  constructor(private readonly ctx: RequestContext) {}

  /**
   * Checks the password of the customer's user with this address, for something else than a sign-in. It takes equally long
   * for every address.
   */
  async prove(guess: PasswordGuess): Promise<PasswordProof> {
    const user = await findPasswordHolder(this.ctx.db, guess.customerId, guess.email);
    return this.proveOf(user && { ...user, needsPasskey: false }, guess, (proved) => Promise.resolve(proved));
  }

  /**
   * The same for a user who has been looked up; undefined if there is none. All guesses at passwords come here: wrong
   * ones count, and `rate_limited` rejects too many. Guesses from a browser in which the user has signed in before have
   * their own counter and go first. `use` runs with a correct password, before the next guess is checked.
   */
  async proveOf<Use>(
    user: PasswordHolder | undefined,
    guess: PasswordGuess,
    use: (proved: ProvedPassword) => Promise<Use>,
  ): Promise<Use | NotProved> {
    const { customerId, email } = guess;
    const typed = accountOf(customerId, emailKey(email));
    const locked = (waitSeconds: number) => this.noteWait(customerId, user?.id ?? null, waitSeconds);
    if (email.includes('@')) return this.guessAt(typed, user, guess, { locked, use });
    // The wrong guesses at an account are counted by its address, however it is named. Somebody who knows only the username
    // must not learn from a wait that others have guessed by the address.
    const account = user ? accountOf(customerId, emailKey(user.email)) : `nobody\n${typed}`;
    let isRight = false;
    const work = () =>
      this.guessQuietly(account, user, guess, {
        locked,
        use: (proved) => {
          isRight = true;
          return use(proved);
        },
      });
    const device = this.knownTo(user, guess);
    return this.ctx.get(Throttle).guess('password', { account: typed, device }, work, { isRight: () => isRight });
  }

  /**
   * Checks the passwords of all users with this address or username, whatever their customers: at most `ACCOUNTS_MAX`, and
   * it takes as long if there is none. The guess counts at each of them, and once more for what was typed: only that causes
   * `rate_limited`, so a wait tells nothing about accounts. `noteWait` has to record the waits that it has caused, when
   * the browser has its answer.
   */
  async proveAnywhere(guess: WideGuess): Promise<AccountProof[]> {
    const typed = emailKey(guess.email);
    const found = await this.ctx.db.rows(passwordHolders, { emailKey: typed, most: ACCOUNTS_MAX });
    const device = found.map((holder) => this.knownTo(holder, guess)).find((known) => known !== null) ?? null;
    const waits = new Map<number, number>();
    const tryOne = (place: number): Promise<PasswordProof> => {
      const locked = (waitSeconds: number): Promise<void> => Promise.resolve(void waits.set(place, waitSeconds));
      const holder = found[place];
      const account = holder ? accountOf(holder.customerId, emailKey(holder.email)) : `nobody ${place}\n${typed}`;
      const use = (proved: ProvedPassword): Promise<PasswordProof> => Promise.resolve(proved);
      return this.guessQuietly(account, holder, guess, { locked, use });
    };
    let proofs: PasswordProof[] = [];
    const work = async (): Promise<AccountProof[]> => {
      proofs = await Promise.all(Array.from({ length: ACCOUNTS_MAX }, (_, place) => tryOne(place)));
      return found.map((holder, place) => ({ holder, proof: proofs[place]!, waitSeconds: waits.get(place) ?? 0 }));
    };
    const isRight = (): boolean => proofs.some(({ proved }) => proved);
    return this.ctx.get(Throttle).guess('password', { account: anywhere(typed), device }, work, { isRight });
  }

  /** Resets the counters of wrong guesses at the user's password. */
  async forgetGuesses(user: GuessedUser): Promise<void> {
    await this.ctx.get(Throttle).forget(this.ctx.runtime.fork(), passwordGuesses(user));
  }

  /** One guess at one account. */
  private guessAt<Use>(
    account: string,
    user: PasswordHolder | undefined,
    guess: WideGuess,
    { locked, use }: Guessed<Use>,
  ): Promise<Use | NotProved> {
    const known = this.knownTo(user, guess);
    const turn = this.turnOf(account, known);
    let isRight = false;
    const work = async (): Promise<Use | NotProved> => {
      const proof = await this.check(user, guess.password, turn);
      if (!proof.proved) return proof;
      isRight = true;
      return use(proof);
    };
    const options = { isRight: () => isRight, locked };
    return this.ctx.get(Throttle).guess('password', { account, device: known }, work, options);
  }

  /** The same. If the account has to wait, the password is wrong, after the same work. */
  private async guessQuietly<Use>(
    account: string,
    user: PasswordHolder | undefined,
    guess: WideGuess,
    guessed: Guessed<Use>,
  ): Promise<Use | NotProved> {
    try {
      return await this.guessAt(account, user, guess, guessed);
    } catch (fault) {
      if (!(fault instanceof AppError) || fault.kind !== 'rate_limited') throw fault;
      const turn = this.turnOf(account, null);
      await this.ctx.runtime.get(PasswordHasher).verify(null, guess.password, turn);
      return { proved: false, userId: user?.id ?? null, reason: 'locked' };
    }
  }

  /** The name of the browser, if the user has signed in there before. */
  private knownTo(user: PasswordHolder | undefined, { device }: WideGuess): string | null {
    return user ? knownDevice(this.ctx.runtime, user.id, device, user.passwordChangedAt) : null;
  }

  private turnOf(account: string, known: string | null): Turn {
    return { lanes: [addressLane(this.ctx.origin), `account ${account}`], known: known !== null };
  }

  private async check(user: PasswordHolder | undefined, password: string, turn: Turn): Promise<PasswordProof> {
    const hasher = this.ctx.runtime.get(PasswordHasher);
    const { matches, outdated } = await hasher.verify(user?.passwordHash ?? null, password, turn);
    if (!user) return { proved: false, userId: null, reason: 'unknown_user' };
    const { id: userId, email, passwordHash, mfaEnabled, emailVerified } = user;
    if (passwordHash === null) return { proved: false, userId, reason: 'no_password' };
    if (!matches) return { proved: false, userId, reason: 'wrong_password' };
    if (!user.isActive) return { proved: false, userId, reason: 'disabled' };
    if (user.needsPasskey) return { proved: false, userId, reason: 'needs_passkey' };
    const { temporarySince } = user;
    if (temporarySince && temporaryUntil(temporarySince) <= this.ctx.clock.now())
      return { proved: false, userId, reason: 'temporary_password_expired' };
    const isTemporary = temporarySince !== null;
    const upgradedHash = outdated ? await hasher.hash(password, turn) : null;
    return { proved: true, userId, email, passwordHash, upgradedHash, mfaEnabled, emailVerified, isTemporary };
  }

  /** Stores the upgraded hash if no new session does, and returns the hash that is stored from now on. */
  async upgrade(customerId: string, { userId, passwordHash, upgradedHash }: ProvedPassword): Promise<string> {
    if (upgradedHash === null) return passwordHash;
    const values = { customerId, userId, provedHash: passwordHash, nextHash: upgradedHash };
    await this.ctx.db.rows(upgradePassword, values);
    return upgradedHash;
  }

  /** Records that an account, or an address that nobody has, waits after too many wrong guesses. */
  async noteWait(customerId: string, userId: string | null, waitSeconds: number): Promise<void> {
    await audit.recordNow(this.ctx, {
      action: 'password.locked',
      subjectType: 'user',
      subjectId: userId ?? 'unknown',
      customerId,
      details: { waitSeconds },
    });
  }
}

/** What is done after a wrong guess that causes a wait, and with a correct password. */
interface Guessed<Use> {
  readonly locked: (waitSeconds: number) => Promise<void>;
  readonly use: (proved: ProvedPassword) => Promise<Use>;
}

/** A user at whose password somebody guesses. */
interface GuessedUser {
  readonly customerId: string;
  readonly email: string;
  readonly username?: string | null | undefined;
}

/** What counts the guesses at the user's password: whatever was typed for the user, at the customer or at no certain one. */
export const passwordGuesses = ({ customerId, email, username }: GuessedUser): GuessedSecret[] =>
  [email, ...(username ? [username] : [])].map(emailKey).flatMap((typed) => [
    { name: 'password', account: accountOf(customerId, typed) },
    { name: 'password', account: anywhere(typed) },
  ]);

const anywhere = (typed: string): string => `anywhere\n${typed}`;
const accountOf = (customerId: string, key: string): string => `${customerId}\n${key}`;
