import { sql } from '../../kernel/database.ts';
import { grantStands } from './standing.sql.ts';
import {
  groupsOfRedeemed,
  heldBy,
  redeemedColumns,
  resourcesWithin,
  type RedeemedRow,
  trailOfEnded,
} from './login.sql.ts';

// Everything the code is bound to stands here once, so that using it up and noticing its reuse cannot disagree.
const bound = `t.customer_id = $2 and t.client_id = $3::text and t.redirect_uri = $4
    and t.code_challenge is not distinct from $5::text`;

/**
 * Uses up a code and makes the first refresh token, together or not at all. $1 code hash, $2 customer, $3 client,
 * $4 redirect URI, $5 the challenge that the verifier answers, $6 now, $7 refresh token hash or null, $8 its end, $9 the resources asked for or null.
 */
export const redeemCode = sql<RedeemedRow & { nonce: string | null }>(
  'grants.redeem-code',
  `with held as materialized (
     select t.nonce, g.scopes, ${redeemedColumns} from ${heldBy('authorization_codes', 'code_hash', 'key share')}
     where ${bound} and t.expires_at > $6 and s.expires_at > $6 and ${grantStands} and ${resourcesWithin('$9')}
   ), redeemed as (
     update authorization_codes t set consumed_at = $6 from held
     where t.code_hash = $1 and t.consumed_at is null
     returning held.*
   ), first_token as (
     insert into refresh_tokens (token_hash, customer_id, grant_id, client_id, scopes, expires_at, created_at)
     select $7::bytea, "customerId", "grantId", $3, scopes,
       case when 'offline_access' = any(scopes) then $8::timestamptz else least($8, "sessionExpiresAt") end, $6
     from redeemed where $7::bytea is not null
   )
   select redeemed.*, ${groupsOfRedeemed} from redeemed`,
);

/**
 * Ends the grant of a code that was used before, and tells of one that was not whether its resources were exceeded. $1 to
 * $5 as in redeemCode, $6 the audit row, $7 the resources asked for or null.
 */
export const endReusedCode = sql<{ resourcesExceeded: boolean }>(
  'grants.end-reused-code',
  `with held as materialized (
     select g.id, t.consumed_at is not null as used, not ${resourcesWithin('$7')} as "resourcesExceeded"
     from ${heldBy('authorization_codes', 'code_hash', 'update')} where ${bound}
   ), ended as (
     delete from grants g where g.id = (select id from held where used)
     returning g.id, g.user_id, g.client_id
   ), trail as (
     ${trailOfEnded('$6')}
   )
   select exists (select from held where not used and "resourcesExceeded") as "resourcesExceeded"`,
);
