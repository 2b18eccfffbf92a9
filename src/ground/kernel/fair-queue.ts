/** On whose behalf work waits. */
export interface Turn {
  /** Work of the same address, or of the same account, shares a lane. */
  readonly lanes: readonly string[];
  /** Whether it is of somebody known, such as a user in a browser of earlier logins. Such work goes first. */
  readonly known?: boolean;
}

/** Work that shares no lane. */
export const ALONE: Turn = { lanes: [] };

interface Waiting {
  readonly turn: Turn;
  readonly rank: number;
  readonly start: () => void;
  readonly refuse: (reason: Error) => void;
}

interface Limits {
  readonly atATime: number;
  /** How many tasks wait at most. */
  readonly most: number;
  /** For how long a task waits at most. By default, until it is its turn. */
  readonly waitMs?: number;
  /** What a task is rejected with. */
  readonly full: () => Error;
}

/**
 * Runs a few tasks at a time and queues the others fairly: the second task of a lane waits behind the first of every
 * other lane, and the third behind the second. When the queue is full, the last task of the longest lane is rejected. So
 * is a task that has waited for `waitMs`.
 */
export class FairQueue {
  private readonly waiting: Waiting[] = [];
  private readonly counts = new Map<string, number>();
  private busy = 0;
  /** How many tasks have started. New tasks rank behind those that have waited for long. */
  private served = 0;

  constructor(private readonly limits: Limits) {}

  /** How many tasks wait. */
  get length(): number {
    return this.waiting.length;
  }

  /** Whether no task runs, so that none waits. */
  get isIdle(): boolean {
    return this.busy === 0;
  }

  async run<Result>(turn: Turn, work: () => Promise<Result>): Promise<Result> {
    if (this.busy < this.limits.atATime) this.busy += 1;
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
    const { most, waitMs, full } = this.limits;
    let limit: NodeJS.Timeout | undefined;
    const started = new Promise<void>((start, refuse) => {
      const before = Math.max(0, ...turn.lanes.map((lane) => this.count(lane)));
      const rank = this.served + before * most;
      const newcomer = { turn, rank, start, refuse };
      if (this.waiting.length >= most) {
        const last = this.last();
        if (!isBefore(newcomer, last)) return refuse(full());
        this.leave(last).refuse(full());
      }
      for (const lane of turn.lanes) this.counts.set(lane, this.count(lane) + 1);
      this.waiting.push(newcomer);
      if (waitMs !== undefined) limit = setTimeout(() => this.leave(newcomer).refuse(full()), waitMs);
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
