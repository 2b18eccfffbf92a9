import { sql } from '../../kernel/database.ts';
import { sweeper } from '../../jobs/sweep.ts';

/** Deliveries that were made or given up. */
export const sweepLogoutDeliveries = sweeper(
  sql(
    'logouts.sweep',
    `with dead as (
       select id from logout_deliveries where created_at < $1 and (delivered_at is not null or failed_at is not null)
       limit $2 for update skip locked
     ), gone as (
       delete from logout_deliveries d using dead where d.id = dead.id
     )
     select count(*) as swept from dead`,
  ),
);
