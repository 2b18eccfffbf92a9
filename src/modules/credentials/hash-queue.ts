import type { AppError } from '../../kernel/errors.ts';
import { credentialErrors } from './errors.ts';

/** On whose behalf work waits. */
export interface Turn {
  /** Work of the same address or the same account shares a lane. */
  readonly lanes: readonly string[];
  /** Whether it comes from a browser in which this user has signed in before. Such work goes first. */
  readonly known?: boolean;
}

/** Work that shares no lane. */
export const ALONE: Turn = { lanes: [] };

interface Waiting {
  readonly turn: Turn;
  readonly rank: number;
  readonly start: () => void;
  readonly refuse: (reason: AppError) => void;
}

/**
 * Runs a few tasks at a time and queues the others fairly: the second task of a lane waits behind the first of every
 * other lane, and the third behind the second. When the queue is full, the last task of the longest lane is rejected,
 * `unavailable` with `retryAfter`. So is a task that has waited for `waitMs`.
 */
export class HashQueue {
  private readonly waiting: Waiting[] = [];
  private readonly counts = new Map<string, number>();
  private busy = 0;
  /** How many tasks have started. New tasks rank behind those that have waited for long. */
  private served = 0;

  constructor(
    private readonly atATime: number,
    private readonly most: number,
    private readonly waitMs: number,
  ) {}

  /** How many tasks wait. */
  get length(): number {
    return this.waiting.length;
  }

  async run<Result>(turn: Turn, work: () => Promise<Result>): Promise<Result> {
    if (this.busy < this.atATime) this.busy += 1;
    else await this.wait(turn);
    try {
      return await work();
    } finally {
      // The slot goes directly to the next task, so that no new one takes it.
      const next = this.first();
      if (next) this.leave(next).start();
      else this.busy -= 1;
    }
  }

  private async wait(turn: Turn): Promise<void> {
    let limit: NodeJS.Timeout | undefined;
    const started = new Promise<void>((start, refuse) => {
      const before = Math.max(0, ...turn.lanes.map((lane) => this.count(lane)));
      const rank = this.served + before * this.most;
      const newcomer = { turn, rank, start, refuse };
      if (this.waiting.length >= this.most) {
        const last = this.last();
        if (!isBefore(newcomer, last)) return refuse(busy());
        this.leave(last).refuse(busy());
      }
      for (const lane of turn.lanes) this.counts.set(lane, this.count(lane) + 1);
      this.waiting.push(newcomer);
      limit = setTimeout(() => this.leave(newcomer).refuse(busy()), this.waitMs);
    });
    return started.finally(() => clearTimeout(limit));
  }

  private leave(one: Waiting): Waiting {
    this.waiting.splice(this.waiting.indexOf(one), 1);
    for (const lane of one.turn.lanes) {
      const left = this.count(lane) - 1;
      if (left > 0) this.counts.set(lane, left);
      else this.counts.delete(lane);
    }
    return one;
  }

  private first(): Waiting | undefined {
    const [some, ...others] = this.waiting;
    if (!some) return undefined;
    this.served += 1;
    return others.reduce((first, other) => (isBefore(other, first) ? other : first), some);
  }

  private last(): Waiting {
    return this.waiting.reduce((last, other) => (isBefore(other, last) ? last : other));
  }

  private count(lane: string): number {
    return this.counts.get(lane) ?? 0;
  }
}

/** Whether `one` goes before `other`, which came first and wins a tie. */
const isBefore = (one: Waiting, other: Waiting): boolean => {
  const [known, otherKnown] = [one.turn.known ?? false, other.turn.known ?? false];
  return known === otherKnown ? one.rank < other.rank : known;
};

const busy = (): AppError => credentialErrors.BUSY({ retryAfter: 2 });
