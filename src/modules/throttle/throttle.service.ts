import type { RequestContext } from '../../kernel/context.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Runtime } from '../../kernel/runtime.ts';
import { addressKey } from '../../http/address.ts';
import { throttleErrors } from './errors.ts';
import { Counters, type Count, type Counter } from './throttle-counters.ts';
import {
  GUESSES,
  guessRates,
  useRates,
  waitAfter,
  type GuessName,
  type Rate,
  type UseName,
  type UseRates,
} from './throttle-limit.ts';
import { Queue } from './throttle-queue.ts';
import { releaseCounters, type CounterRelease } from './throttle.hot.sql.ts';

const ACCOUNT_RATE: Rate = { points: GUESSES.most, seconds: GUESSES.forgottenSeconds };

/** The most guesses at one account that wait in one process. More would be refused anyway. */
const LINE_MAX = 64;
const LINE_FULL_SECONDS = 5;

/** The guesses of this process: one at a time for each account. */
class Guesses {
  readonly queue = new Queue(LINE_MAX, () => tooMany(LINE_FULL_SECONDS));
  constructor(_runtime: Runtime) {}
}

/** The account whose secret is guessed, and the browser. */
interface Guesser {
  /** A text that identifies the account among all customers, whether it exists or not. */
  readonly account: string;
  /** The browser, if the account's owner has signed in there before. */
  readonly device: string | null;
}

/**
 * What a correct guess changes in the counters. `Throttle` does it after `work`, unless `work` takes it to do it in its own
 * statement (`releasingCounters`).
 */
export class Forgiveness {
  isTaken = false;

  constructor(private readonly release: CounterRelease) {}

  /** The parameters of `releasingCounters`. */
  take(): CounterRelease {
    this.isTaken = true;
    return this.release;
  }
}

interface GuessOptions<Result> {
  /** Whether the result of `work` means a correct guess. By default every result does. */
  readonly isRight?: (result: Result) => boolean;
  /** Called after a wrong guess that causes a wait for this account. */
  readonly locked?: (waitSeconds: number) => Promise<void>;
}

type Work<Result> = (forgiveness: Forgiveness) => Promise<Result>;

/** Limits the attempts of one request. */
export class Throttle {
  constructor(private readonly ctx: RequestContext) {}

  /**
   * Runs one guess of an account's secret. The guess is counted before `work` checks it: by account and by address, or in a
   * known browser by account and browser only. A correct guess resets the account's counters. Throws `rate_limited` without
   * a check if there were too many. An error of `work` is a wrong guess, too, unless it is a fault of the server
   * (`unavailable`, `internal`): that is not counted.
   */
  async guess<Result>(
    name: GuessName,
    guesser: Guesser,
    work: Work<Result>,
    options: GuessOptions<Result> = {},
  ): Promise<Result> {
    const { queue } = this.ctx.runtime.get(Guesses);
    return queue.inTurn(`${name} ${counted(guesser)}`, () => this.guessInTurn(name, guesser, work, options));
  }

  /** Forgets the account's wrong guesses, because its secret has changed. */
  async forget(name: GuessName, account: string): Promise<void> {
    const { byAccount, gate } = this.countersOf(name, { account, device: null });
    await this.release({ forgotten: [byAccount, gate], givenBack: [] });
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
    const counters = this.ctx.runtime.get(Counters);
    const counts = await counters.count(...limits);
    const refusing = counts.findIndex(({ number }, index) => number > limits[index]!.rate.points);
    if (refusing < 0) return;
    // What the caller asked for in vain is no use of the limits behind this one.
    const behind = limits.slice(refusing + 1).map((limit) => counters.key(limit.name, limit.what));
    if (behind.length > 0) await this.release({ forgotten: [], givenBack: behind });
    throw tooMany(counts[refusing]!.resetSeconds);
  }

  private async guessInTurn<Result>(
    name: GuessName,
    guesser: Guesser,
    work: Work<Result>,
    { isRight = () => true, locked }: GuessOptions<Result>,
  ): Promise<Result> {
    const waitSeconds = await this.admit(name, guesser);
    const lock = async (): Promise<void> => {
      if (waitSeconds > 0) await locked?.(waitSeconds);
    };
    const { byAddress, byAccount, gate } = this.countersOf(name, guesser);
    const forgiveness = new Forgiveness({ forgotten: [byAccount, gate], givenBack: byAddress });
    let result: Result;
    try {
      result = await work(forgiveness);
    } catch (fault) {
      if (isAnswer(fault)) await lock();
      else await this.release({ forgotten: [gate], givenBack: [...byAddress, byAccount] });
      throw fault;
    }
    if (!isRight(result)) await lock();
    else if (!forgiveness.isTaken) await this.release(forgiveness.take());
    return result;
  }

  /** Counts a guess. Returns how long the account waits if the guess is wrong. A refused guess is not counted. */
  private async admit(name: GuessName, guesser: Guesser): Promise<number> {
    const counters = this.ctx.runtime.get(Counters);
    const { byAddress, byAccount } = this.countersOf(name, guesser);
    const account = { name: `${name}-account`, rate: ACCOUNT_RATE, what: counted(guesser) };
    const address = { name: `${name}-address`, rate: guessRates[name], what: this.address };
    const counts = await counters.count(account, ...(guesser.device === null ? [address] : []));
    const [ofAccount, ofAddress] = counts;
    const { points } = guessRates[name];
    if (ofAddress && ofAddress.number > points) {
      if (ofAddress.number === points + 1) this.warn(name);
      await this.release({ forgotten: [], givenBack: [byAccount] });
      throw tooMany(ofAddress.resetSeconds);
    }
    const refused = await this.refusal(name, guesser, ofAccount);
    if (refused === 0) return waitAfter(ofAccount.number);
    await this.release({ forgotten: [], givenBack: [...byAddress, byAccount] });
    throw tooMany(refused);
  }

  /** For how many seconds the account's guesses are refused; 0 lets this one pass. During a wait, only one guess passes. */
  private async refusal(name: GuessName, guesser: Guesser, { number, resetSeconds }: Count): Promise<number> {
    if (number > GUESSES.most) return resetSeconds;
    const wait = waitAfter(number);
    if (wait === 0) return 0;
    const gate = { name: `${name}-gate`, rate: { points: 1, seconds: wait }, what: counted(guesser) };
    const [passing] = await this.ctx.runtime.get(Counters).count(gate);
    return passing.number === 1 ? 0 : passing.resetSeconds;
  }

  /** The keys of the counters. A known browser has none for its address. */
  private countersOf(name: GuessName, guesser: Guesser) {
    const counters = this.ctx.runtime.get(Counters);
    return {
      byAddress: guesser.device === null ? [counters.key(`${name}-address`, this.address)] : [],
      byAccount: counters.key(`${name}-account`, counted(guesser)),
      gate: counters.key(`${name}-gate`, counted(guesser)),
    };
  }

  private async release(release: CounterRelease): Promise<void> {
    await this.ctx.db.rows(releaseCounters, release);
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

/** What an account's guesses are counted by. */
const counted = ({ account, device }: Guesser): string => `${account}\n${device ?? ''}`;

/** The answer to an attempt that comes too early. It is the same for every account. */
export const tooMany = (retryAfter: number): AppError => throttleErrors.TOO_MANY_TRIES({ retryAfter });

const isAnswer = (fault: unknown): boolean =>
  fault instanceof AppError && fault.kind !== 'unavailable' && fault.kind !== 'internal';
