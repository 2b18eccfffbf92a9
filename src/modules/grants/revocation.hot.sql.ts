import { sql } from '../../ground/kernel/database.ts';
import type { AuditRow } from '../audit/index.ts';
import { trailOfEnded } from './redeemed-grant.hot.sql.ts';

/** The grant of a token that its client revokes: known from an access token, or found by a refresh token. */
interface Revocation {
  readonly customerId: string;
  readonly clientId: string;
  readonly grantId: string | null;
  readonly tokenHash: Buffer | null;
  readonly event: AuditRow;
}

const ofCustomer = (table: string): string => `${table}.customer_id is not distinct from :customerId`;

/**
 * Many rows at once: ends a grant with all its codes and tokens. `isForeign` tells whether the refresh token belongs to
 * another client of the same customer.
 */
export const revokeGrant = sql<{ isForeign: boolean }, Revocation>(
  'grants.revoke',
  `with ended as (
     delete from grants g where g.id = coalesce(:grantId::uuid, (
       select t.grant_id from refresh_tokens t
       where t.token_hash = :tokenHash and ${ofCustomer('t')} and t.client_id = :clientId::text
     )) and ${ofCustomer('g')} and g.client_id is not distinct from :clientId
     returning g.id, g.user_id, g.client_id
   ), trail as (
     ${trailOfEnded(':event')}
   )
   select exists (
     select from refresh_tokens t where t.token_hash = :tokenHash and ${ofCustomer('t')} and t.client_id <> :clientId
   ) as "isForeign"`,
);
