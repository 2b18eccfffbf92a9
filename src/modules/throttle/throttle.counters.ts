import { digest } from '../../kernel/secret.ts';
import type { Runtime } from '../../kernel/runtime.ts';
import type { Rate } from './throttle.limit.ts';
import { countTries } from './throttle.sql.ts';

/** Something of which tries are counted. */
export interface Counter {
  readonly name: string;
  readonly rate: Rate;
  readonly what: string;
}

/** What a try came to. */
export interface Count {
  /** This try's number in its window; of tries at the same time, each has its own. */
  readonly number: number;
  /** Seconds until the window ends. */
  readonly resetSeconds: number;
}

/** The shared counters, one atomic upsert a try. What is counted is stored as a hash. */
export class Counters {
  constructor(private readonly runtime: Runtime) {}

  /** Counts one try on each counter, in one statement and however many there have been. */
  async count<Tried extends readonly Counter[]>(...tried: Tried): Promise<{ [Each in keyof Tried]: Count }> {
    const now = this.runtime.clock.now().getTime();
    const keys = tried.map(({ name, what }) => this.key(name, what));
    const windows = tried.map(({ rate }) => rate.seconds * 1000);
    const rows = await this.runtime.db.rows(countTries, [keys, windows, now]);
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
