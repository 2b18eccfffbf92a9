import { sql } from '../../ground/kernel/database.ts';
import { trailOf, type AuditRow } from '../audit/index.ts';

/** Hot path: a client revokes an access token of its own. */
export const revokeClientToken = sql<
  Record<string, never>,
  { jti: string; customerId: string; clientId: string; expiresAt: Date; event: AuditRow }
>(
  'clients.revoke-token',
  `with revoked as (
     insert into revoked_tokens (jti, customer_id, client_id, expires_at)
     select :jti, c.customer_id, c.id, :expiresAt
     from clients c where c.id = :clientId and c.customer_id is not distinct from :customerId
     on conflict do nothing
     returning jti
   )
   ${trailOf(':event', 'revoked')}`,
);
