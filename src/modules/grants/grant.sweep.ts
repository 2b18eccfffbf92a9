import { sql } from '../../kernel/database.ts';
import { sweeper } from '../../jobs/sweep.ts';

/**
 * Grants that are over. The tokens of a grant share one end, so a grant is over with any of them; a client that gets no
 * refresh tokens has nothing but its code.
 */
export const sweepGrants = sweeper(
  sql(
    'grants.sweep-tokens',
    `with dead as (
       select customer_id, grant_id from refresh_tokens where expires_at < $1
       order by expires_at limit $2 for update skip locked
     ), gone as (
       delete from grants g using dead where g.customer_id = dead.customer_id and g.id = dead.grant_id
     )
     select count(*) as swept from dead`,
  ),
  sql(
    'grants.sweep-codes',
    `with dead as (
       select code_hash, customer_id, grant_id from authorization_codes where expires_at < $1
       order by expires_at limit $2 for update skip locked
     ), gone as (
       delete from authorization_codes t using dead where t.code_hash = dead.code_hash
     ), without_tokens as (
       delete from grants g using dead where g.customer_id = dead.customer_id and g.id = dead.grant_id
         and not exists (
           select from refresh_tokens t where t.customer_id = dead.customer_id and t.grant_id = dead.grant_id
         )
     )
     select count(*) as swept from dead`,
  ),
);
