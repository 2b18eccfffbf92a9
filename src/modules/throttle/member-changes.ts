import { LRUCache } from 'lru-cache';
import { administers } from '../../kernel/access.ts';
import type { RequestContext } from '../../kernel/context.ts';
import type { Runtime } from '../../kernel/runtime.ts';
import { throttleErrors } from './errors.ts';
import { Counters } from './throttle-counters.ts';

const REMEMBERED = 10_000;
const WINDOW_SECONDS = 3600;
/** Each node tells the others of a user's changes when they are this part of what an hour allows. */
const PART = 1 / 20;

/**
 * Limits how much a user who does not administer can change in an hour: every change is an event of the audit trail, and many
 * are rows. Changes that were refused do not count. All nodes count together, a few changes at a time, and each remembers who has
 * made too many. So most changes take no round trip more, and each node may allow a twentieth too much.
 */
export class MemberChanges {
  /** Users who have made too many changes, and until when, in milliseconds since 1970. */
  private readonly full = new LRUCache<string, number>({ max: REMEMBERED });
  /** Changes by user that the other nodes do not know of yet, those under way included. */
  private readonly untold = new LRUCache<string, number>({ max: REMEMBERED });

  constructor(private readonly runtime: Runtime) {}

  /** Runs what changes so many things. Throws `rate_limited` without running it if the user has made too many changes. */
  async run<Result>({ viewer, tx }: RequestContext, things: number, change: () => Promise<Result>): Promise<Result> {
    if (viewer.kind !== 'user' || administers(viewer, 'write')) return change();
    const { userId } = viewer;
    this.admit(userId);
    this.add(userId, things);
    let result: Result;
    try {
      result = await change();
    } catch (fault) {
      this.add(userId, -things);
      throw fault;
    }
    // Within a transaction, a second connection could be waited for in vain.
    if (tx) tx.onCommit(() => void this.tell(userId));
    else await this.tell(userId);
    return result;
  }

  private get points(): number {
    return this.runtime.settings.limits.memberChangesPerHour;
  }

  private admit(userId: string): void {
    const left = (this.full.get(userId) ?? 0) - this.runtime.clock.now().getTime();
    if (left > 0) throw throttleErrors.TOO_MANY_CHANGES({ retryAfter: Math.ceil(left / 1000) });
    // Those under way are soon told.
    if ((this.untold.get(userId) ?? 0) >= this.points) throw throttleErrors.TOO_MANY_CHANGES({ retryAfter: 1 });
  }

  private add(userId: string, things: number): void {
    this.untold.set(userId, (this.untold.get(userId) ?? 0) + things);
  }

  /** Counts a user's changes where the other nodes see them, once they are enough. */
  private async tell(what: string): Promise<void> {
    const { clock, log } = this.runtime;
    const weight = this.untold.get(what) ?? 0;
    if (weight < this.points * PART) return;
    this.untold.delete(what);
    try {
      const rate = { points: this.points, seconds: WINDOW_SECONDS };
      const [{ number, resetSeconds }] = await this.runtime.get(Counters).count({ name: 'change', rate, what, weight });
      if (number >= rate.points) this.full.set(what, clock.now().getTime() + resetSeconds * 1000);
    } catch (fault) {
      // The change is made, and its caller is told so.
      log.warn({ err: fault }, 'a change of a user could not be counted');
    }
  }
}
