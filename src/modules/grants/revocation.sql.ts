import { sql } from '../../kernel/database.ts';
import { trailOfEnded } from './login.sql.ts';

const ofCustomer = (table: string): string => `${table}.customer_id is not distinct from $2`;

/** Whether the token is one that another client of the same customer has got. */
interface Revoked {
  readonly foreign: boolean;
}

/**
 * Ends the grant that a refresh token, used or not, belongs to. $1 the token's hash, $2 customer, $3 client, $4 the audit
 * row.
 */
export const endGrantOfRefreshToken = sql<Revoked>(
  'grants.end-by-refresh-token',
  `with ended as (
     delete from grants g where g.id = (
       select t.grant_id from refresh_tokens t where t.token_hash = $1 and ${ofCustomer('t')} and t.client_id = $3::text
     )
     returning g.id, g.user_id, g.client_id
   ), trail as (
     ${trailOfEnded('$4')}
   )
   select exists (
     select from refresh_tokens t where t.token_hash = $1 and ${ofCustomer('t')} and t.client_id <> $3
   ) as "foreign"`,
);

/** Ends a grant. $1 grant, $2 customer, $3 client, $4 the audit row. */
export const endGrant = sql(
  'grants.end',
  `with ended as (
     delete from grants g where g.id = $1 and ${ofCustomer('g')} and g.client_id is not distinct from $3
     returning g.id, g.user_id, g.client_id
   )
   ${trailOfEnded('$4')}`,
);
