import { ALONE, FairQueue } from '../../ground/kernel/fair-queue.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { tooMany } from './errors.ts';

/** The most guesses at one account that are under way or wait in one process. More would be refused anyway. */
const LINE_MAX = 64;
const LINE_FULL_SECONDS = 5;

const LINE = { atATime: 1, most: LINE_MAX - 1, full: () => tooMany(LINE_FULL_SECONDS) };

/**
 * The most guesses from one address that are under way uncounted. A burst at several servers can exceed the address's limit
 * by so many for each further server.
 */
const UNCOUNTED_MAX = 10;

/** For how long every guess is counted first after a count has failed. */
const CAUTION_SECONDS = 600;

/** The guesses of this process: one at a time for each account, and a few from each address that are not counted yet. */
export class Guesses {
  private readonly lines = new Map<string, FairQueue>();
  private readonly uncounted = new Map<string, number>();
  /** Milliseconds since 1970. */
  private cautiousUntil = 0;

  constructor(private readonly runtime: Runtime) {}

  /**
   * Runs a guess at this account after those before it, so that simultaneous correct guesses are not taken for a burst of
   * wrong ones. Throws `rate_limited` if too many wait.
   */
  async inTurn<Result>(account: string, guess: () => Promise<Result>): Promise<Result> {
    const line = this.lines.get(account) ?? new FairQueue(LINE);
    this.lines.set(account, line);
    try {
      return await line.run(ALONE, guess);
    } finally {
      if (line.isIdle) this.lines.delete(account);
    }
  }

  /** Whether one more guess from this place may be checked before it is counted. If so, `leave` has to follow. */
  enter(place: string): boolean {
    const others = this.underWay(place);
    if (others >= UNCOUNTED_MAX || this.now < this.cautiousUntil) return false;
    this.uncounted.set(place, others + 1);
    return true;
  }

  leave(place: string): void {
    const others = this.underWay(place) - 1;
    if (others > 0) this.uncounted.set(place, others);
    else this.uncounted.delete(place);
  }

  /** How many guesses from this place are under way uncounted. */
  underWay(place: string): number {
    return this.uncounted.get(place) ?? 0;
  }

  /** Has every guess counted first for a while, because a wrong one could not be counted. */
  beCautious(): void {
    this.cautiousUntil = this.now + CAUTION_SECONDS * 1000;
  }

  private get now(): number {
    return this.runtime.clock.now().getTime();
  }
}
