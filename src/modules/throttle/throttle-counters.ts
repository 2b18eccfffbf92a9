import { digest } from '../../kernel/secret.ts';
import type { Runtime } from '../../kernel/runtime.ts';
import type { Rate } from './throttle-limit.ts';
import { countTries } from './throttle.hot.sql.ts';

/** Something whose attempts are counted. */
export interface Counter {
  readonly name: string;
  readonly rate: Rate;
  readonly what: string;
}

/** The count after an attempt. */
export interface Count {
  /** The number of this attempt in its window. Simultaneous attempts have different numbers. */
  readonly number: number;
  /** Seconds until the window ends. */
  readonly resetSeconds: number;
}

/** The shared counters: one atomic upsert for each attempt. Only a hash of what is counted is stored. */
export class Counters {
  constructor(private readonly runtime: Runtime) {}

  /** Counts one attempt on each counter, in one statement. */
  async count<Tried extends readonly Counter[]>(...tried: Tried): Promise<{ [Each in keyof Tried]: Count }> {
    const now = this.runtime.clock.now().getTime();
    const keys = tried.map(({ name, what }) => this.key(name, what));
    const windows = tried.map(({ rate }) => rate.seconds * 1000);
    const rows = await this.runtime.db.rows(countTries, { keys, windows, now });
    const counts = new Map(rows.map(({ key, points, expire }) => [key, countOf(points, expire - now)]));
    return keys.map((key) => counts.get(key)!) as { [Each in keyof Tried]: Count };
  }

  /** A counter's key in the table. */
  key(name: string, what: string): string {
    return `${name}:${digest(what).toString('base64url')}`;
  }
}

const countOf = (number: number, milliseconds: number): Count => ({
  number,
  resetSeconds: Math.max(1, Math.ceil(milliseconds / 1000)),
});
