import { sql } from '../../kernel/database.ts';
import { trailOf } from '../audit/index.ts';

/** Hot path: a client revokes an access token of its own. $1 jti, $2 customer, $3 client, $4 its end, $5 the audit row. */
export const revokeClientToken = sql(
  'clients.revoke-token',
  `with revoked as (
     insert into revoked_tokens (jti, customer_id, client_id, expires_at)
     select $1, c.customer_id, c.id, $4 from clients c where c.id = $3 and c.customer_id is not distinct from $2
     on conflict do nothing
     returning jti
   )
   ${trailOf('$5', 'revoked')}`,
);
