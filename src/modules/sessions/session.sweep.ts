import { sql } from '../../kernel/database.ts';
import { sweeper } from '../../jobs/sweep.ts';

/** Sessions that have ended and that no grant hangs below any more. */
export const sweepSessions = sweeper(
  sql(
    'sessions.sweep',
    `with dead as (
       select customer_id, id from sessions s where expires_at < $1
         and not exists (select from grants g where g.customer_id = s.customer_id and g.session_id = s.id)
       order by expires_at limit $2 for update skip locked
     ), gone as (
       delete from sessions s using dead where s.customer_id = dead.customer_id and s.id = dead.id
     )
     select count(*) as swept from dead`,
  ),
);
