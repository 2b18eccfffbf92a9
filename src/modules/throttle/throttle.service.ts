import type { EntityManager } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { secondsAfter } from '../../ground/kernel/clock.ts';
import type { Transaction } from '../../ground/kernel/database.ts';
import { AppError } from '../../ground/kernel/errors.ts';
import { addressKey } from '../../ground/http/address.ts';
import { tooMany } from './errors.ts';
import { Counters, type Count, type Counter, type GuessedSecret } from './throttle-counters.ts';
import { Guesses } from './throttle-guesses.ts';
import {
  GUESSES,
  guessRates,
  noticeRates,
  useRates,
  waitAfter,
  type GuessName,
  type NoticeName,
  type Rate,
  type UseName,
  type UseRates,
} from './throttle-limit.ts';

const ACCOUNT_RATE: Rate = { points: GUESSES.most, seconds: GUESSES.forgottenSeconds };

/** The account whose secret is guessed, and the browser. */
interface Guesser {
  /** A text that identifies the account among all customers, whether it exists or not. */
  readonly account: string;
  /** The browser, if the account's owner has signed in there before. */
  readonly device: string | null;
}

interface GuessOptions<Result> {
  /** Whether the result of `work` means a correct guess. By default every result does. */
  readonly isRight?: (result: Result) => boolean;
  /** Called after a wrong guess that causes a wait for this account. */
  readonly locked?: (waitSeconds: number) => Promise<void>;
}

/** What a guess is counted by. */
interface Limits {
  readonly account: Counter;
  /** None for a known browser. */
  readonly address: readonly Counter[];
  /** Refuses all further guesses while the account waits. */
  readonly gate: (waitSeconds: number) => Counter;
  /** What the guess has in common with others under way that are not counted either: the address, or else the account. */
  readonly place: string;
}

/** What follows a guess. */
interface Consequences {
  readonly right: () => Promise<void>;
  /** Returns how many seconds the account waits. */
  readonly wrong: () => Promise<number>;
  /** After a fault of the server. */
  readonly unknown: () => Promise<void>;
}

/** Limits the attempts of one request. */
export class Throttle {
  private readonly counters: Counters;
  private readonly guesses: Guesses;

  constructor(private readonly ctx: RequestContext) {
    this.counters = ctx.runtime.get(Counters);
    this.guesses = ctx.runtime.get(Guesses);
  }

  /**
   * Runs one guess of an account's secret. It is limited by account and by address, or in a known browser by account and
   * browser only. Throws `rate_limited` without a check if there were too many wrong ones. A correct guess resets the
   * account's counters. An error of `work` is a wrong guess, too, unless it is a fault of the server (`unavailable`,
   * `internal`): that is not counted. A wrong guess is counted before this returns or throws.
   */
  async guess<Result>(
    name: GuessName,
    guesser: Guesser,
    work: () => Promise<Result>,
    { isRight = () => true, locked }: GuessOptions<Result> = {},
  ): Promise<Result> {
    const limits = this.limitsOf(name, guesser);
    const run = async ({ right, wrong, unknown }: Consequences): Promise<Result> => {
      const end = async (): Promise<void> => {
        const waitSeconds = await wrong();
        if (waitSeconds > 0) await locked?.(waitSeconds);
      };
      let result: Result;
      try {
        result = await work();
      } catch (fault) {
        await (isAnswer(fault) ? end() : unknown());
        throw fault;
      }
      await (isRight(result) ? right() : end());
      return result;
    };
    return this.guesses.inTurn(`${name} ${limits.account.what}`, async () => {
      // A guess that nobody has reason to suspect is counted only if it is wrong.
      if (this.guesses.enter(limits.place))
        try {
          if (await this.hasRoom(limits)) return await run(this.uncounted(name, limits));
        } finally {
          this.guesses.leave(limits.place);
        }
      return run(await this.counted(name, limits));
    });
  }

  /** Until when guesses at each of the secrets are refused in some browser; null if all browsers may guess now. */
  lockedUntil(secrets: readonly GuessedSecret[]): Promise<(Date | null)[]> {
    return this.counters.lockedUntil(secrets);
  }

  /** Forgets the wrong guesses at the secrets in all browsers. Whether there were any. */
  forget(em: EntityManager, secrets: readonly GuessedSecret[]): Promise<boolean> {
    return this.counters.forget(em, secrets);
  }

  /**
   * Counts one request that needs no secret: by the caller's address, the caller's account and the recipient, as far as there
   * are such limits. Throws `rate_limited` if there were too many.
   */
  async use(
    name: UseName,
    by: { readonly account?: string | undefined; readonly recipient?: string } = {},
  ): Promise<void> {
    const { byAddress, byAccount, byRecipient }: UseRates = useRates[name];
    const isPersonal = !byAccount || by.account !== undefined;
    const limits = [
      { name: `${name}-address`, rate: isPersonal ? byAddress : undefined, what: this.address },
      { name: `${name}-account`, rate: byAccount, what: by.account },
      { name: `${name}-recipient`, rate: byRecipient, what: by.recipient },
    ].filter((limit): limit is Counter => limit.rate !== undefined && limit.what !== undefined);
    if (limits.length === 0) return;
    const counts = await this.counters.count(...limits);
    const refusing = counts.findIndex(({ number }, index) => number > limits[index]!.rate.points);
    if (refusing < 0) return;
    // A refused request does not count for the limits behind this one.
    const behind = limits.slice(refusing + 1);
    if (behind.length > 0) await this.counters.release({ givenBack: behind });
    throw tooMany(counts[refusing]!.resetSeconds);
  }

  /** Counts a mail to each recipient, in one statement. Returns the error for each of those who have had too many. */
  async useForEach(name: 'mail', recipients: readonly string[]): Promise<ReadonlyMap<string, AppError>> {
    if (recipients.length === 0) return new Map();
    const rate = useRates[name].byRecipient;
    const counts = await this.counters.count(...recipients.map((what) => ({ name: `${name}-recipient`, rate, what })));
    return new Map(
      recipients.flatMap((recipient, n) => {
        const { number, resetSeconds } = counts[n]!;
        return number > rate.points ? [[recipient, tooMany(resetSeconds)] as const] : [];
      }),
    );
  }

  /** Counts a mail about an attempt at a user's account. Whether the user has not had too many. */
  async allowsNotice(name: NoticeName, userId: string): Promise<boolean> {
    const rate = noticeRates[name];
    const [{ number }] = await this.counters.count({ name: `notice-${name}`, rate, what: userId });
    return number <= rate.points;
  }

  /**
   * Counts a change of a user's factors, in its unit of work. The first of its kind in an hour has a mail. For the others, the first
   * one gets the date of the mail that stands for all of them.
   */
  async countFactorChange(tx: Transaction, userId: string, kind: string): Promise<'first' | 'covered' | Date> {
    const others = { name: 'notice-factors-changed-again', rate: noticeRates['factors-changed-again'], what: userId };
    const ofKind = {
      name: 'notice-factor-changed',
      rate: noticeRates['factor-changed'],
      what: `${userId} ${kind}`,
    };
    const [{ number }, again] = await this.counters.countWith(tx, ofKind, { ...others, weight: 0 });
    if (number === 1) return 'first';
    if (again.number > 0) return 'covered';
    this.counters.begin(tx, others);
    return secondsAfter(this.ctx.clock.now(), again.resetSeconds);
  }

  /** Whether nobody has guessed wrong at the account, and the address has not reached its limit. */
  private async hasRoom({ account, address, place }: Limits): Promise<boolean> {
    const [ofAccount, ofAddress = 0] = await this.counters.read(account, ...address);
    return ofAccount === 0 && address.every(({ rate }) => ofAddress + this.guesses.underWay(place) <= rate.points);
  }

  /** Lets a guess pass that is counted only if it is wrong. */
  private uncounted(name: GuessName, limits: Limits): Consequences {
    const nothing = (): Promise<void> => Promise.resolve();
    const wrong = async (): Promise<number> => {
      try {
        const [{ number }] = await this.count(name, limits);
        const waitSeconds = waitAfter(number);
        if (waitSeconds > 0) await this.counters.count(limits.gate(waitSeconds));
        return waitSeconds;
      } catch (fault) {
        this.guesses.beCautious();
        throw fault;
      }
    };
    return { right: nothing, wrong, unknown: nothing };
  }

  /** Counts a guess, and lets it pass if there were not too many. A refused guess does not count at the account. */
  private async counted(name: GuessName, limits: Limits): Promise<Consequences> {
    const { account, address, gate, place } = limits;
    const [ofAccount, ofAddress] = await this.count(name, limits);
    if (ofAddress && ofAddress.number + this.guesses.underWay(place) > guessRates[name].points) {
      await this.counters.release({ givenBack: [account] });
      throw tooMany(ofAddress.resetSeconds);
    }
    const waitSeconds = waitAfter(ofAccount.number);
    const refusedFor = await this.refusal(limits, ofAccount, waitSeconds);
    if (refusedFor > 0) {
      await this.counters.release({ givenBack: [...address, account] });
      throw tooMany(refusedFor);
    }
    return {
      right: () => this.counters.release({ forgotten: [account, gate(0)], givenBack: address }),
      wrong: () => Promise.resolve(waitSeconds),
      unknown: () => this.counters.release({ forgotten: [gate(0)], givenBack: [...address, account] }),
    };
  }

  /** For how many seconds the account's guesses are refused; 0 lets this one pass. During a wait, only one guess passes. */
  private async refusal({ gate }: Limits, { number, resetSeconds }: Count, waitSeconds: number): Promise<number> {
    if (number > GUESSES.most) return resetSeconds;
    if (waitSeconds === 0) return 0;
    const [passing] = await this.counters.count(gate(waitSeconds));
    return passing.number === 1 ? 0 : passing.resetSeconds;
  }

  /** Counts a guess at its account and, unless the browser is known, at its address. */
  private async count(name: GuessName, { account, address }: Limits): Promise<readonly [Count, ...Count[]]> {
    const counts = await this.counters.count(account, ...address);
    if (counts[1]?.number === guessRates[name].points + 1) this.warn(name);
    return counts;
  }

  private limitsOf(name: GuessName, { account, device }: Guesser): Limits {
    const what = `${account}\n${device ?? ''}`;
    const of = { name, account };
    const address = { name: `${name}-address`, rate: guessRates[name], what: this.address };
    return {
      account: { name: `${name}-account`, rate: ACCOUNT_RATE, what, of },
      address: device === null ? [address] : [],
      gate: (seconds) => ({ name: `${name}-gate`, rate: { points: 1, seconds }, what, of }),
      place: `${name} ${device === null ? address.what : what}`,
    };
  }

  private warn(name: GuessName): void {
    const { ip, requestId } = this.ctx.origin;
    const hint = 'Many wrong guesses come from one address; if that is a proxy of yours, set TRUST_PROXY.';
    this.ctx.runtime.log.warn({ limit: name, ip, requestId }, hint);
  }

  private get address(): string {
    return addressKey(this.ctx.origin.ip);
  }
}

const isAnswer = (fault: unknown): boolean =>
  fault instanceof AppError && fault.kind !== 'unavailable' && fault.kind !== 'internal';
