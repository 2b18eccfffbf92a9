import { fragment, sql } from '../../kernel/database.ts';

/**
 * Counts a try on each counter. $1 keys, each once; $2 the milliseconds of each one's window; $3 now, in milliseconds since
 * 1970. The commit does not wait for the disk: everybody sees the count at once, and a crash of PostgreSQL costs those of
 * the last moment. Rows are locked in one order, so nobody deadlocks.
 */
export const countTries = sql<{ key: string; points: number; expire: number }>(
  'throttle.count',
  `insert into throttle_counters as c (key, points, expire)
   select key, 1, $3::bigint + duration from unnest($1::text[], $2::bigint[]) as tried(key, duration) order by key
   on conflict (key) do update set
     points = case when c.expire <= $3 then 1 else c.points + 1 end,
     expire = case when c.expire <= $3 then excluded.expire else c.expire end
   returning key, points, expire, set_config('synchronous_commit', 'off', true)`,
);

/**
 * For a WITH: forgets the counters of parameter `forgotten`, and gives those of `givenBack` one try back. Rows are locked in
 * one order, so nobody deadlocks.
 */
export const settlingCounters = (forgotten: string, givenBack: string): string =>
  fragment(
    'throttle.settling',
    `settled as materialized (
     select key from throttle_counters where key = any(${forgotten}::text[] || ${givenBack}::text[]) order by key for update
   ), forgotten as (
     delete from throttle_counters where key = any(array(select key from settled where key = any(${forgotten})))
   ), given_back as (
     update throttle_counters set points = points - 1
     where key = any(array(select key from settled where key = any(${givenBack}))) and points > 0
   )`,
  );

/** $1 counters that are forgotten, $2 counters that get one try back; waits for the disk no more than counting does. */
export const settleCounters = sql(
  'throttle.settle',
  `with ${settlingCounters('$1', '$2')} select set_config('synchronous_commit', 'off', true)`,
);
