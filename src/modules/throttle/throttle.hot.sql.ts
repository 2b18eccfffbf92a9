import { lookup, sql } from '../../ground/kernel/database.ts';

/** Hot path: every guess of a secret first looks whether others were wrong. `expire` is in milliseconds since 1970. */
export const triesSoFar = lookup<{ points: number; expire: number }, 'key'>(
  'throttle.so-far',
  { key: 'text' },
  ({ key }) => `select points, expire from throttle_counters where key = ${key}`,
);

/**
 * Hot path: a guess of a secret is counted. Counts an attempt on each counter; `keys` are distinct, `windows` are their
 * lengths in milliseconds, `weights` say how many attempts each counts for, `accounts` have the account of each or null, and `now` is in milliseconds since 1970. The commit does not wait for the disk: the count is
 * visible at once, and a crash of PostgreSQL loses only the last moment's. It does in a transaction that has more to lose (`isDurable`). Rows are locked in one order, which avoids
 * deadlocks.
 */
export const countTries = sql<
  { key: string; points: number; expire: number },
  {
    keys: readonly string[];
    windows: readonly number[];
    weights: readonly number[];
    accounts: readonly (string | null)[];
    now: number;
    isDurable: boolean;
  }
>(
  'throttle.count',
  `insert into throttle_counters as c (key, points, expire, account)
   select key, weight, :now::bigint + duration, account
   from unnest(:keys::text[], :windows::bigint[], :weights::int[], :accounts::text[])
     as tried(key, duration, weight, account) order by key
   on conflict (key) do update set account = excluded.account,
     points = excluded.points + case when c.expire <= :now then 0 else c.points end,
     expire = case when c.expire <= :now then excluded.expire else c.expire end
   returning key, points, expire,
     set_config('synchronous_commit', case when :isDurable then current_setting('synchronous_commit') else 'off' end, true)`,
);

/**
 * Hot path: the end of an attempt that was counted. Deletes the counters of `forgotten`, and decrements those of `givenBack`;
 * both are keys. Rows are locked in one order, which avoids deadlocks. Like counting, it does not wait for the disk. It also returns how many there
 * were, because poolers take a statement that selects `set_config` alone for a SET, and may not run the rest.
 */
export const releaseCounters = sql<
  Record<string, never>,
  { forgotten: readonly string[]; givenBack: readonly string[] }
>(
  'throttle.release',
  `with released as materialized (
     select key from throttle_counters where key = any(:forgotten::text[] || :givenBack::text[]) order by key for update
   ), forgotten as (
     delete from throttle_counters where key = any(array(select key from released where key = any(:forgotten)))
   ), given_back as (
     update throttle_counters set points = points - 1
     where key = any(array(select key from released where key = any(:givenBack))) and points > 0
   )
   select (select count(*) from released)::int as released, set_config('synchronous_commit', 'off', true)`,
);
