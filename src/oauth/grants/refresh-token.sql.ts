import { sql } from '../../kernel/database.ts';
import { refreshable } from '../tokens/standing.sql.ts';
import {
  grantFirst,
  groupsOfRedeemed,
  redeemedColumns,
  type RedeemedRow,
  standsFirm,
  standsOn,
  trailOfEnded,
} from './login.sql.ts';

const bound = `t.token_hash = $1 and t.customer_id = $2 and t.client_id = $3::text`;

// $4 now, $5 the scopes asked for or null. A token that is not for use offline ends with the login.
const usable = (idleSince: string): string =>
  `${refreshable('t', '$4', idleSince)} and ($5::text[] is null or $5 <@ t.scopes) and ${standsFirm}`;

/**
 * Uses up a refresh token and makes its successor, together or not at all. $1 hash, $2 customer, $3 client, $4 now,
 * $5 the scopes asked for or null, $6 the successor's hash, $7 idle since, $8 noted before: using an application uses the
 * login, whose last access is brought up to date on the way, unless the token is for use offline.
 */
export const rotateToken = sql<RedeemedRow>(
  'oauth.rotate-token',
  `with ${grantFirst('refresh_tokens', bound, 'key share')}, redeemed as (
     update refresh_tokens t set consumed_at = $4, successor_hash = $6::bytea from ${standsOn}
     where ${bound} and t.consumed_at is null and ${usable('$7')}
     returning t.scopes, t.expires_at, ${redeemedColumns}
   ), successor as (
     insert into refresh_tokens (token_hash, customer_id, grant_id, client_id, scopes, expires_at, created_at)
     select $6, "customerId", "grantId", $3, scopes, expires_at, $4 from redeemed
   ), noted as (
     update sessions s set last_accessed_at = $4 from redeemed
     where s.customer_id = redeemed."customerId" and s.id = redeemed."sessionId" and s.last_accessed_at < $8
       and 'offline_access' <> all(redeemed.scopes)
   )
   select redeemed.*, ${groupsOfRedeemed} from redeemed`,
);

/** What became of a token that could not be rotated: a login where it was a retry. */
export type Again = { readonly scopeExceeded: boolean } & (RedeemedRow | { readonly grantId: null });

/**
 * A refresh token met again. Once, soon after its use and while its successor is unused, that is a client whose answer
 * was lost: forgetting the successor's hash uses up this one chance. Otherwise the grant ends. $1 to $5 as in
 * rotateToken, $6 the earliest use that a retry may follow, $7 the audit row, $8 idle since.
 */
export const meetAgain = sql<Again>(
  'oauth.meet-token-again',
  `with ${grantFirst('refresh_tokens', bound, 'update')}, redeemed as (
     update refresh_tokens t set successor_hash = null from refresh_tokens next, ${standsOn}
     where ${bound} and t.consumed_at >= $6 and next.token_hash = t.successor_hash and next.consumed_at is null
       and ${usable('$8')}
     returning t.scopes, ${redeemedColumns}
   ), ended as (
     delete from grants g using refresh_tokens t
     where ${bound} and t.consumed_at is not null and g.customer_id = t.customer_id and g.id = t.grant_id
       and not exists (select from redeemed)
     returning g.id, g.user_id, g.client_id
   ), trail as (
     ${trailOfEnded('$7')}
   )
   select exists (select from refresh_tokens t where ${bound} and t.consumed_at is null and not $5 <@ t.scopes)
       as "scopeExceeded", redeemed.*, ${groupsOfRedeemed}
   from (select) always left join redeemed on true`,
);
