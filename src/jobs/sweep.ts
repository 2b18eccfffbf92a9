import { secondsAfter } from '../kernel/clock.ts';
import { sql, type Statement } from '../kernel/database.ts';
import type { Runtime } from '../kernel/runtime.ts';

/**
 * Takes out of a room's tables what has been dead for long enough. Nothing depends on it: whether something is still good
 * is decided by the clock wherever it is used.
 */
export type Sweeper = (runtime: Runtime) => Promise<void>;

/** Deletes rows: $1 the moment before which something must have ended, $2 how many at the most. */
export type Sweep = Statement<{ swept: number }>;

/** Longer than any access token lives that came of what is taken out. */
const KEPT_SECONDS = 7 * 86_400;

const BATCH = 500;

/** Sweeps what has been dead for a week, in small batches that make way for each other and for everybody else. */
export const sweeper =
  (...sweeps: readonly Sweep[]): Sweeper =>
  async ({ db, clock }) => {
    const before = secondsAfter(clock.now(), -KEPT_SECONDS);
    for (const sweep of sweeps) while ((await db.first(sweep, [before, BATCH]))!.swept === BATCH) continue;
  };

/** What is over by its own `expires_at`, and has nothing below it; `key` are the columns of its primary key. */
export const expired = (name: string, table: string, key: string): Sweep =>
  sql(
    name,
    `with dead as (
       select ${key} from ${table} where expires_at < $1 limit $2 for update skip locked
     ), gone as (
       delete from ${table} where (${key}) in (select ${key} from dead)
     )
     select count(*) as swept from dead`,
  );
