import { LRUCache } from 'lru-cache';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { tooMany } from './errors.ts';
import { Counters, type Counter } from './throttle-counters.ts';
import { storedRates, type StoredName } from './throttle-limit.ts';

const REMEMBERED = 10_000;
/** Each node tells the others when it has counted this part of what the window allows. */
const PART = 1 / 20;

/**
 * Limits of what happens often. All nodes count together, a few at a time, and each remembers what has reached its limit. So
 * most of what is counted takes no round trip more, and each node may allow a twentieth too much.
 */
export class SharedRates {
  /** What has reached its limit, and until when, in milliseconds since 1970. */
  private readonly full = new LRUCache<string, number>({ max: REMEMBERED });
  /** What the other nodes do not know of yet. */
  private readonly untold = new LRUCache<string, number>({ max: REMEMBERED });

  constructor(private readonly runtime: Runtime) {}

  /** Counts something that is about to be stored. Throws `rate_limited` instead if there was too much of it. */
  async use(name: StoredName, what: string): Promise<void> {
    const left = this.waitFor(storedCounter(name, what));
    if (left > 0) throw tooMany(left);
    await this.count(name, what);
  }

  /** Counts it, however much there was. */
  async count(name: StoredName, what: string): Promise<void> {
    const counter = storedCounter(name, what);
    this.add(counter, 1);
    await this.tell(counter);
  }

  /** For how many seconds there is too much of it. 0 if there is not. */
  waitFor(counter: Counter): number {
    const key = keyOf(counter);
    const left = (this.full.get(key) ?? 0) - this.runtime.clock.now().getTime();
    if (left > 0) return Math.ceil(left / 1000);
    // What is under way is soon told.
    return (this.untold.get(key) ?? 0) >= counter.rate.points ? 1 : 0;
  }

  /** Refuses it for so many seconds. */
  fill(counter: Counter, seconds: number): void {
    this.full.set(keyOf(counter), this.runtime.clock.now().getTime() + seconds * 1000);
  }

  /** Counts it in this process; a negative number takes it back. */
  add(counter: Counter, times: number): void {
    const key = keyOf(counter);
    this.untold.set(key, (this.untold.get(key) ?? 0) + times);
  }

  /** Counts it where the other nodes see it, once that is worth it. */
  async tell(counter: Counter): Promise<void> {
    const key = keyOf(counter);
    const weight = this.untold.get(key) ?? 0;
    if (weight < counter.rate.points * PART) return;
    this.untold.delete(key);
    try {
      const [{ number, resetSeconds }] = await this.runtime.get(Counters).count({ ...counter, weight });
      if (number >= counter.rate.points) this.fill(counter, resetSeconds);
    } catch (err) {
      // Nobody is refused because of it.
      this.runtime.log.warn({ err, limit: counter.name }, 'what was done could not be counted');
    }
  }
}

/** The counter of something that is stored. */
export const storedCounter = (name: StoredName, what: string): Counter => ({
  name: `stored-${name}`,
  rate: storedRates[name],
  what,
});

const keyOf = ({ name, what }: Counter): string => `${name} ${what}`;
