import { sql } from '../../kernel/database.ts';

/** $1 counters that are forgotten, $2 counters that get one try back. Rows are locked in one order, so nobody deadlocks. */
export const settleCounters = sql(
  'throttle.settle',
  `with settled as materialized (
     select key from throttle_counters where key = any($1::text[] || $2::text[]) order by key for update
   ), forgotten as (
     delete from throttle_counters where key = any(array(select key from settled where key = any($1)))
   )
   update throttle_counters set points = points - 1
   where key = any(array(select key from settled where key = any($2))) and points > 0`,
);
