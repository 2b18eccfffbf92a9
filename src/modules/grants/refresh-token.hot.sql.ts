import { byKey, sql } from '../../ground/kernel/database.ts';
import type { AuditRow } from '../audit/index.ts';
import { noteAccess } from '../sessions/index.ts';
import {
  apisOfRedeemed,
  detailsWithin,
  groupsOfRedeemed,
  joinSessionUserAndClient,
  lockedGrantOf,
  redeemedColumns,
  resourcesWithin,
  type RedeemedGrant,
  trailOfEnded,
} from './redeemed-grant.hot.sql.ts';
import { grantIsValid, refreshable } from './valid-grant.hot.sql.ts';

/** How long a retry waits, to see whether somebody else presents the same token. */
export const RETRY_DELAY_MS = 300;

/**
 * How long a retry counts as one that goes on, unless it has been answered or given up: the delay, and how much a server may lag.
 * A process that ends in this time leaves its claim behind.
 */
const CLAIM_MS = 1000;

/** A refresh token as a client presents it. */
export interface PresentedToken {
  readonly tokenHash: Buffer;
  readonly customerId: string;
  readonly clientId: string;
  /** The thumbprint of the key that the request has proved; null without a proof. */
  readonly jkt: string | null;
  readonly now: Date;
  /** Sessions that were last used before this are over. */
  readonly idleSince: Date;
  /** The scopes and resources that the request asks for; null for all. */
  readonly scopes: readonly string[] | null;
  readonly resources: readonly string[] | null;
  /** The details that the request asks for (RFC 9396), as JSON; null for all. */
  readonly details: string | null;
}

const ofClient = 't.customer_id = :customerId and t.client_id = :clientId::text';

// RFC 9449 §5: without its key, a bound token is not even used twice.
const matches = `${ofClient} and (t.dpop_jkt is null or t.dpop_jkt = :jkt::text)`;

const usable = `${refreshable('t', ':now', ':idleSince')} and (:scopes::text[] is null or :scopes <@ t.scopes)
    and ${resourcesWithin(':resources')} and ${detailsWithin(':details')} and ${grantIsValid}`;

interface Rotation extends PresentedToken {
  /** Whether there is a successor. Otherwise the token stays, and can be used again. */
  readonly rotates: boolean;
  readonly successorHash: Buffer;
  /** Whether the successor names its family itself, so that this token is not needed any more once the successor is used. */
  readonly isKnownByRoot: boolean;
  /** The key that the successor is bound to; null if it is not. */
  readonly successorJkt: string | null;
  readonly notedBefore: Date;
}

/**
 * Redeems a refresh token and creates its successor, both or neither, or leaves the token as it is. The token before it is
 * deleted if its family is known without it, so a grant has a few tokens, however often they are used. Unless the token is for
 * offline use, this counts as an access of the session, which is noted if the last one was before `notedBefore`.
 */
export const rotateToken = sql<RedeemedGrant, Rotation>(
  'grants.rotate-token',
  `with held as materialized (
     select t.scopes, t.expires_at, t.predecessor_hash, ${redeemedColumns}, ${apisOfRedeemed(':now')}
     from ${lockedGrantOf('refresh_tokens', 'token_hash = :tokenHash', 'key share')}
     where ${matches} and t.consumed_at is null and ${usable}
   ), redeemed as (
     update refresh_tokens t set consumed_at = case when :rotates then :now::timestamptz end,
       successor_hash = case when :rotates then :successorHash::bytea end
     from held
     where t.token_hash = :tokenHash and t.consumed_at is null
     returning held.*
   ), successor as (
     insert into refresh_tokens
       (token_hash, customer_id, grant_id, client_id, scopes, dpop_jkt, expires_at, created_at, predecessor_hash)
     select :successorHash, "customerId", "grantId", :clientId, scopes, :successorJkt::text, expires_at, :now,
       case when :isKnownByRoot then :tokenHash::bytea end from redeemed where :rotates
   ), forgotten as (
     delete from refresh_tokens where token_hash = (select predecessor_hash from redeemed where :rotates)
   ), noted as (
     ${noteAccess(`(select "sessionId" from redeemed where 'offline_access' <> all(scopes))`, ':now', ':notedBefore')}
   )
   select redeemed.*, ${groupsOfRedeemed} from redeemed`,
);

/** Why a token could not be rotated. */
interface ReuseCheck {
  /** Whether the client has, or had, such a token. */
  readonly isKnown: boolean;
  /** The claim of a retry, for `retryRotation`; null if this is no retry. */
  readonly claim: string | null;
  readonly scopeExceeded: boolean;
  readonly resourcesExceeded: boolean;
  readonly detailsExceeded: boolean;
}

/**
 * Claims a retry, or ends the grant of a refresh token that was used before (reuse detection). A client whose answer was
 * lost may retry, unless the token was used before `retriableSince` (null: never retriable) or its successor was used. Two
 * retries at the same time are not one client: one begins before the other has its answer. All servers share the database's
 * clock, so it decides what is the same time.
 */
export const detectReuse = sql<ReuseCheck, PresentedToken & { retriableSince: Date | null; event: AuditRow }>(
  'grants.detect-token-reuse',
  `with held as materialized (
     select g.id, t.consumed_at is not null as used,
       t.consumed_at >= :retriableSince and successor.unused and ${usable} as retriable,
       not :scopes <@ t.scopes as "scopeExceeded", not ${resourcesWithin(':resources')} as "resourcesExceeded",
       not ${detailsWithin(':details')} as "detailsExceeded"
     from ${lockedGrantOf('refresh_tokens', 'token_hash = :tokenHash', 'update')}
     left join lateral (
       select n.consumed_at is null as unused from refresh_tokens n where n.token_hash = t.successor_hash limit 1
     ) successor on true
     where ${matches}
   ), claimed as (
     update refresh_tokens t set retried_at = clock_timestamp() from held
     where t.token_hash = :tokenHash and held.retriable
       and (t.retried_at is null or t.retried_at < clock_timestamp() - interval '${CLAIM_MS} milliseconds')
     returning t.retried_at::text as claim
   ), ended as (
     delete from grants g where g.id = (select id from held where used) and not exists (select from claimed)
     returning g.id, g.user_id, g.client_id
   ), trail as (
     ${trailOfEnded(':event')}
   )
   select exists (select from held) as "isKnown", (select claim from claimed) as claim,
     exists (select from held where not used and "scopeExceeded") as "scopeExceeded",
     exists (select from held where not used and "resourcesExceeded") as "resourcesExceeded",
     exists (select from held where not used and "detailsExceeded") as "detailsExceeded"`,
);

type Retry = Pick<PresentedToken, 'tokenHash' | 'customerId' | 'clientId'> & { readonly claim: string };

/** Claims a retry no longer, because its caller has gone away. */
export const releaseRetry = sql<Record<string, never>, Retry>(
  'grants.release-retry',
  `update refresh_tokens t set retried_at = null
   where t.token_hash = :tokenHash and ${ofClient} and t.retried_at::text = :claim`,
);

/**
 * Hot path: answers a retry, which ends its claim. No row if somebody has presented the token again, or used its successor,
 * since `claim` was made.
 */
export const retryRotation = sql<RedeemedGrant, PresentedToken & { successorHash: Buffer; claim: string }>(
  'grants.retry-rotation',
  `with redeemed as (
     select t.scopes, ${redeemedColumns}, ${apisOfRedeemed(':now')}
     from (select * from refresh_tokens where token_hash = :tokenHash limit 1) t
     ${byKey('grants', 'g', 't.grant_id')} ${joinSessionUserAndClient}
     cross join lateral (select consumed_at from refresh_tokens where token_hash = :successorHash limit 1) successor
     where ${matches} and t.retried_at::text = :claim and successor.consumed_at is null and ${usable}
   ), answered as (
     update refresh_tokens t set retried_at = null from redeemed
     where t.token_hash = :tokenHash and t.retried_at::text = :claim returning true
   )
   select redeemed.*, ${groupsOfRedeemed} from redeemed where exists (select from answered)`,
);
