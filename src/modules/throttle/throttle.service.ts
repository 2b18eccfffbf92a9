import type { RequestContext } from '../../kernel/context.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Runtime } from '../../kernel/runtime.ts';
import { addressKey } from '../../http/address.ts';
import { throttleErrors } from './errors.ts';
import { Counters, type Count } from './throttle.counters.ts';
import {
  GUESSES,
  guessRates,
  useRates,
  waitAfter,
  type GuessName,
  type Rate,
  type UseName,
  type UseRates,
} from './throttle.limit.ts';
import { Queue } from './throttle.queue.ts';
import { settleCounters } from './throttle.sql.ts';

const ACCOUNT_RATE: Rate = { points: GUESSES.most, seconds: GUESSES.forgottenSeconds };

/** The most guesses of one account that are in line in one process; more than are looked at anyhow. */
const LINE_MAX = 64;
const LINE_FULL_SECONDS = 5;

/** The guesses of this process, in turn by account. */
class Guesses {
  readonly queue = new Queue(LINE_MAX, () => tooMany(LINE_FULL_SECONDS));
  constructor(_runtime: Runtime) {}
}

/** Whose secret is guessed at, and from where. */
interface Guesser {
  /** Any text that names the account among all customers', known or not. */
  readonly account: string;
  /** The browser, where the account's owner has signed in in it before. */
  readonly device: string | null;
}

/**
 * What a right guess takes back of the counters: it is done afterwards, unless `work` takes it, to do it in a statement
 * of its own (`settlingCounters`).
 */
export class Forgiveness {
  isTaken = false;

  constructor(
    private readonly forgotten: readonly string[],
    private readonly givenBack: readonly string[],
  ) {}

  /** The two parameters of `settlingCounters`. */
  take(): readonly [readonly string[], readonly string[]] {
    this.isTaken = true;
    return [this.forgotten, this.givenBack];
  }
}

interface GuessOptions<Result> {
  /** Whether what `work` gives means that the guess was right; it does where this is left out. */
  readonly isRight?: (result: Result) => boolean;
  /** Called after a wrong guess that makes everybody wait for the next one of this account. */
  readonly locked?: (waitSeconds: number) => Promise<void>;
}

type Work<Result> = (forgiveness: Forgiveness) => Promise<Result>;

/** What one request may try. */
export class Throttle {
  constructor(private readonly ctx: RequestContext) {}

  /**
   * Runs one guess of a secret of an account. It is counted before `work` looks at it, by account and by address; in a
   * browser that is known, by account and browser alone, so that what others guess keeps nobody out of it. A right one
   * forgets the account's wrong ones. Throws `rate_limited` instead of looking when there were too many. What `work`
   * throws is a wrong guess too, unless it is no answer (`unavailable`, faults of ours): that counts nothing.
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

  /** Forgets the account's wrong guesses: its secret is another one, which nobody has guessed at. */
  async forget(name: GuessName, account: string): Promise<void> {
    const { byAccount, gate } = this.countersOf(name, { account, device: null });
    await this.settle([byAccount, gate], []);
  }

  /**
   * Counts one use of what costs nothing to ask for: by the address it comes from, the account that asks and whom it
   * reaches, as far as there are such limits. Throws `rate_limited` when it was one too many.
   */
  async use(
    name: UseName,
    by: { readonly account?: string | undefined; readonly recipient?: string } = {},
  ): Promise<void> {
    const { byAddress, byAccount, byRecipient }: UseRates = useRates[name];
    const counters = this.ctx.runtime.get(Counters);
    const limited = async (limit: string, rate: Rate, what: string): Promise<void> => {
      const [{ number, resetSeconds }] = await counters.count({ name: limit, rate, what });
      if (number > rate.points) throw tooMany(resetSeconds);
    };
    const isPersonal = !byAccount || by.account !== undefined;
    if (byAddress && isPersonal) await limited(`${name}-address`, byAddress, this.address);
    if (byAccount && by.account !== undefined) await limited(`${name}-account`, byAccount, by.account);
    if (byRecipient && by.recipient !== undefined) await limited(`${name}-recipient`, byRecipient, by.recipient);
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
    const forgiveness = new Forgiveness([byAccount, gate], byAddress);
    let result: Result;
    try {
      result = await work(forgiveness);
    } catch (fault) {
      if (isAnswer(fault)) await lock();
      else await this.settle([gate], [...byAddress, byAccount]);
      throw fault;
    }
    if (!isRight(result)) await lock();
    else if (!forgiveness.isTaken) await this.settle(...forgiveness.take());
    return result;
  }

  /** Counts a guess; how long the next one waits should this one be wrong. Refused guesses are given back. */
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
      await this.settle([], [byAccount]);
      throw tooMany(ofAddress.resetSeconds);
    }
    const refused = await this.refusal(name, guesser, ofAccount);
    if (refused === 0) return waitAfter(ofAccount.number);
    await this.settle([], [...byAddress, byAccount]);
    throw tooMany(refused);
  }

  /** For how many seconds the account's guesses are refused; 0 lets this one pass, and perhaps none behind it for a while. */
  private async refusal(name: GuessName, guesser: Guesser, { number, resetSeconds }: Count): Promise<number> {
    if (number > GUESSES.most) return resetSeconds;
    const wait = waitAfter(number);
    if (wait === 0) return 0;
    const gate = { name: `${name}-gate`, rate: { points: 1, seconds: wait }, what: counted(guesser) };
    const [passing] = await this.ctx.runtime.get(Counters).count(gate);
    return passing.number === 1 ? 0 : passing.resetSeconds;
  }

  /** The keys of the counters; none of the address for a browser that is known. */
  private countersOf(name: GuessName, guesser: Guesser) {
    const counters = this.ctx.runtime.get(Counters);
    return {
      byAddress: guesser.device === null ? [counters.key(`${name}-address`, this.address)] : [],
      byAccount: counters.key(`${name}-account`, counted(guesser)),
      gate: counters.key(`${name}-gate`, counted(guesser)),
    };
  }

  private async settle(forgotten: readonly string[], givenBack: readonly string[]): Promise<void> {
    await this.ctx.db.rows(settleCounters, [forgotten, givenBack]);
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

/** What guesses are counted by. */
const counted = ({ account, device }: Guesser): string => `${account}\n${device ?? ''}`;

/** What a try is answered that comes too early; the same whoever's account it is for. */
export const tooMany = (retryAfter: number): AppError => throttleErrors.TOO_MANY_TRIES({ retryAfter });

const isAnswer = (fault: unknown): boolean =>
  fault instanceof AppError && fault.kind !== 'unavailable' && fault.kind !== 'internal';
