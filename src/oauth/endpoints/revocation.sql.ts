import { sql } from '../../kernel/database.ts';
import { trailOfEnded } from '../grants/login.sql.ts';

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
  'revocation.refresh-token',
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
  'revocation.grant',
  `with ended as (
     delete from grants g where g.id = $1 and ${ofCustomer('g')} and g.client_id is not distinct from $3
     returning g.id, g.user_id, g.client_id
   )
   ${trailOfEnded('$4')}`,
);

/** Takes back an access token of a client acting for itself. $1 jti, $2 customer, $3 client, $4 its end, $5 the audit row. */
export const revokeClientToken = sql(
  'revocation.client-token',
  `with revoked as (
     insert into revoked_tokens (jti, customer_id, client_id, expires_at)
     select $1, c.customer_id, c.id, $4 from clients c where c.id = $3 and ${ofCustomer('c')}
     on conflict do nothing
     returning jti
   )
   insert into audit_events select e.* from revoked, jsonb_populate_record(null::audit_events, $5::jsonb) e`,
);
