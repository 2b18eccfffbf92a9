import { sql } from '../../kernel/database.ts';
import { refreshable } from '../tokens/standing.sql.ts';
import {
  grantFirst,
  groupsOfRedeemed,
  joinLogin,
  redeemedColumns,
  resourcesWithin,
  type RedeemedRow,
  standsFirm,
  standsOn,
  trailOfEnded,
} from './login.sql.ts';

const bound = `t.token_hash = $1 and t.customer_id = $2 and t.client_id = $3::text`;

// $4 now, $5 the scopes asked for or null, $6 the resources asked for or null. A token that is not for use offline ends with the login.
const usable = (idleSince: string): string =>
  `${refreshable('t', '$4', idleSince)} and ($5::text[] is null or $5 <@ t.scopes) and ${resourcesWithin('$6')}
    and ${standsFirm}`;

/**
 * Uses up a refresh token and makes its successor, together or not at all. $1 hash, $2 customer, $3 client, $4 now,
 * $5 the scopes asked for or null, $6 the resources asked for or null, $7 the successor's hash, $8 idle since, $9 noted
 * before: using an application uses the login, whose last access is brought up to date on the way, unless the token is for use offline.
 */
export const rotateToken = sql<RedeemedRow>(
  'oauth.rotate-token',
  `with ${grantFirst('refresh_tokens', bound, 'key share')}, redeemed as (
     update refresh_tokens t set consumed_at = $4, successor_hash = $7::bytea from ${standsOn}
     where ${bound} and t.consumed_at is null and ${usable('$8')}
     returning t.scopes, t.expires_at, ${redeemedColumns}
   ), successor as (
     insert into refresh_tokens (token_hash, customer_id, grant_id, client_id, scopes, expires_at, created_at)
     select $7, "customerId", "grantId", $3, scopes, expires_at, $4 from redeemed
   ), noted as (
     update sessions s set last_accessed_at = $4 from redeemed
     where s.customer_id = redeemed."customerId" and s.id = redeemed."sessionId" and s.last_accessed_at < $9
       and 'offline_access' <> all(redeemed.scopes)
   )
   select redeemed.*, ${groupsOfRedeemed} from redeemed`,
);

/** What became of a token that could not be rotated. */
interface Again {
  /** Whether it is a retry, which `answerRetry` may answer. */
  readonly claimed: boolean;
  readonly scopeExceeded: boolean;
  readonly resourcesExceeded: boolean;
}

/**
 * A refresh token met again. Once, soon after its use and while its successor is unused, that may be a client whose answer
 * was lost: forgetting the successor's hash claims this one chance. Otherwise the grant ends. $1 to $6 as in rotateToken,
 * $7 the earliest use that a retry may follow, or null where none may, $8 the audit row, $9 idle since.
 */
export const meetAgain = sql<Again>(
  'oauth.meet-token-again',
  `with ${grantFirst('refresh_tokens', bound, 'update')}, claimed as (
     update refresh_tokens t set successor_hash = null from refresh_tokens next, ${standsOn}
     where ${bound} and t.consumed_at >= $7 and next.token_hash = t.successor_hash and next.consumed_at is null
       and ${usable('$9')}
     returning t.grant_id
   ), ended as (
     delete from grants g using refresh_tokens t
     where ${bound} and t.consumed_at is not null and g.customer_id = t.customer_id and g.id = t.grant_id
       and not exists (select from claimed)
     returning g.id, g.user_id, g.client_id
   ), trail as (
     ${trailOfEnded('$8')}
   )
   select exists (select from claimed) as claimed,
     exists (select from refresh_tokens t where ${bound} and t.consumed_at is null and not $5 <@ t.scopes)
       as "scopeExceeded",
     exists (
       select from refresh_tokens t join grants g on g.customer_id = t.customer_id and g.id = t.grant_id
       where ${bound} and t.consumed_at is null and not ${resourcesWithin('$6')}
     ) as "resourcesExceeded"`,
);

/**
 * The login of a retry that was claimed, if nobody has presented the token again or used its successor meanwhile. $1 to $6
 * as in rotateToken, $7 the successor's hash, $8 idle since.
 */
export const answerRetry = sql<RedeemedRow>(
  'oauth.answer-retry',
  `with redeemed as (
     select t.scopes, ${redeemedColumns}
     from refresh_tokens t, refresh_tokens next, grants g ${joinLogin}
     where ${bound} and next.token_hash = $7 and next.grant_id = t.grant_id and next.consumed_at is null
       and ${usable('$8')}
   )
   select redeemed.*, ${groupsOfRedeemed} from redeemed`,
);
