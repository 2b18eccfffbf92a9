import { byKey, sql } from '../../kernel/database.ts';
import { noteAccess } from '../sessions/index.ts';
import { grantStands, refreshable } from './standing.sql.ts';
import {
  groupsOfRedeemed,
  heldBy,
  joinLogin,
  redeemedColumns,
  resourcesWithin,
  type RedeemedRow,
  trailOfEnded,
} from './login.sql.ts';

/** How long a retry waits for others to present the same token. */
export const SETTLE_MS = 300;

const bound = `t.customer_id = $2 and t.client_id = $3::text`;

// $4 now, $5 the scopes asked for or null, $6 the resources asked for or null. A token that is not for use offline ends with the login.
const usable = (idleSince: string): string =>
  `${refreshable('t', '$4', idleSince)} and ($5::text[] is null or $5 <@ t.scopes) and ${resourcesWithin('$6')}
    and ${grantStands}`;

/**
 * Uses up a refresh token and makes its successor, together or not at all. $1 hash, $2 customer, $3 client, $4 now,
 * $5 the scopes asked for or null, $6 the resources asked for or null, $7 the successor's hash, $8 idle since, $9 noted
 * before: using an application uses the login, whose last access is brought up to date on the way, unless the token is for use offline.
 */
export const rotateToken = sql<RedeemedRow>(
  'grants.rotate-token',
  `with held as materialized (
     select t.scopes, t.expires_at, ${redeemedColumns} from ${heldBy('refresh_tokens', 'token_hash', 'key share')}
     where ${bound} and t.consumed_at is null and ${usable('$8')}
   ), redeemed as (
     update refresh_tokens t set consumed_at = $4, successor_hash = $7::bytea from held
     where t.token_hash = $1 and t.consumed_at is null
     returning held.*
   ), successor as (
     insert into refresh_tokens (token_hash, customer_id, grant_id, client_id, scopes, expires_at, created_at)
     select $7, "customerId", "grantId", $3, scopes, expires_at, $4 from redeemed
   ), noted as (
     ${noteAccess(`(select "sessionId" from redeemed where 'offline_access' <> all(scopes))`, '$4', '$9')}
   )
   select redeemed.*, ${groupsOfRedeemed} from redeemed`,
);

/** What became of a token that could not be rotated. */
interface Again {
  /** The claim of a retry, which `answerRetry` may answer; null where it is none. */
  readonly claim: string | null;
  readonly scopeExceeded: boolean;
  readonly resourcesExceeded: boolean;
}

/**
 * A refresh token met again. Soon after its use and while its successor is unused, that may be a client whose answer was
 * lost, which claims a retry; two at the same time are not one client. Otherwise the grant ends. The database's clock tells
 * what is the same time, since all servers share it. $1 to $6 as in rotateToken, $7 the earliest use that a retry may
 * follow, or null where none may, $8 the audit row, $9 idle since.
 */
export const meetAgain = sql<Again>(
  'grants.meet-token-again',
  `with held as materialized (
     select g.id, t.consumed_at is not null as used, t.consumed_at >= $7 and next.unused and ${usable('$9')} as repeatable,
       not $5 <@ t.scopes as "scopeExceeded", not ${resourcesWithin('$6')} as "resourcesExceeded"
     from ${heldBy('refresh_tokens', 'token_hash', 'update')}
     left join lateral (
       select n.consumed_at is null as unused from refresh_tokens n where n.token_hash = t.successor_hash limit 1
     ) next on true
     where ${bound}
   ), claimed as (
     update refresh_tokens t set retried_at = clock_timestamp() from held
     where t.token_hash = $1 and held.repeatable
       and (t.retried_at is null or t.retried_at < clock_timestamp() - interval '${SETTLE_MS} milliseconds')
     returning t.retried_at::text as claim
   ), ended as (
     delete from grants g where g.id = (select id from held where used) and not exists (select from claimed)
     returning g.id, g.user_id, g.client_id
   ), trail as (
     ${trailOfEnded('$8')}
   )
   select (select claim from claimed) as claim,
     exists (select from held where not used and "scopeExceeded") as "scopeExceeded",
     exists (select from held where not used and "resourcesExceeded") as "resourcesExceeded"`,
);

/**
 * The login of a retry, unless somebody has presented the token again or used its successor since it was claimed. $1 to $6
 * as in rotateToken, $7 the successor's hash, $8 idle since, $9 the claim.
 */
export const answerRetry = sql<RedeemedRow>(
  'grants.answer-retry',
  `with redeemed as (
     select t.scopes, ${redeemedColumns}
     from (select * from refresh_tokens where token_hash = $1 limit 1) t ${byKey('grants', 'g', 't.grant_id')} ${joinLogin}
     cross join lateral (select consumed_at from refresh_tokens where token_hash = $7 limit 1) next
     where ${bound} and t.retried_at::text = $9 and next.consumed_at is null and ${usable('$8')}
   )
   select redeemed.*, ${groupsOfRedeemed} from redeemed`,
);
