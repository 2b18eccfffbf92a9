import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { digest } from '../../kernel/secret.ts';
import type { Runtime } from '../../kernel/runtime.ts';
import type { Rate } from './throttle.limit.ts';

/** What a try came to. */
export interface Count {
  /** This try's number in its window; of tries at the same time, each has its own. */
  readonly number: number;
  /** Seconds until the window ends. */
  readonly resetSeconds: number;
}

/** A query as the limiter's driver sends it. */
interface Query {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The shared counters, one atomic upsert a try. What is counted is stored as a hash. */
export class Counters {
  private readonly limiters = new Map<string, RateLimiterPostgres>();
  private readonly client: { query(query: Query): Promise<{ rows: unknown[]; rowCount: number }> };

  constructor({ db }: Runtime) {
    this.client = {
      query: async ({ name, text, values }) => {
        const rows = await db.rows<unknown>({ name, text }, values);
        return { rows, rowCount: rows.length };
      },
    };
  }

  /** Counts one try, however many there have been. */
  async count(name: string, rate: Rate, what: string): Promise<Count> {
    const { consumedPoints, msBeforeNext } = await this.limiter(name, rate).penalty(hashed(what));
    return { number: consumedPoints, resetSeconds: seconds(msBeforeNext) };
  }

  /** Passes one, and nobody else for so many seconds; 0 for the one who passes, else the seconds that are left. */
  async pass(name: string, what: string, closedSeconds: number): Promise<number> {
    const gate = this.limiter(name, { points: 1, seconds: closedSeconds });
    try {
      await gate.consume(hashed(what), 1, { customDuration: closedSeconds });
      return 0;
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return seconds(refused.msBeforeNext);
      throw refused;
    }
  }

  /** A counter's key in the table. */
  key(name: string, what: string): string {
    return `${name}:${hashed(what)}`;
  }

  private limiter(name: string, { points, seconds: duration }: Rate): RateLimiterPostgres {
    let limiter = this.limiters.get(name);
    if (!limiter) {
      // The table is a migration's, and what has expired is swept with everything else: the driver does neither.
      const table = { tableName: 'throttle_counters', tableCreated: true, clearExpiredByTimeout: false };
      const store = { storeClient: this.client, storeType: 'client' };
      limiter = new RateLimiterPostgres({ ...store, ...table, keyPrefix: name, points, duration });
      this.limiters.set(name, limiter);
    }
    return limiter;
  }
}

const hashed = (what: string): string => digest(what).toString('base64url');

const seconds = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds / 1000));
