import { sql } from '../../kernel/database.ts';
import { sweeper } from '../../jobs/sweep.ts';

/** Counters that have run out. */
export const sweepThrottle = sweeper(
  sql(
    'throttle.sweep',
    `with dead as (
       select key from throttle_counters where expire < extract(epoch from $1::timestamptz) * 1000
       limit $2 for update skip locked
     ), gone as (
       delete from throttle_counters c using dead where c.key = dead.key
     )
     select count(*) as swept from dead`,
  ),
);
