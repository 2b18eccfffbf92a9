import { sql } from '../../kernel/database.ts';
import type { AuditRow } from '../audit/index.ts';
import {
  groupsOfRedeemed,
  lockedGrantOf,
  redeemedColumns,
  resourcesWithin,
  type RedeemedGrant,
  trailOfEnded,
} from './redeemed-grant.hot.sql.ts';
import { grantIsValid } from './valid-grant.hot.sql.ts';

/** A code as a client presents it. All of it has to match. */
export interface PresentedCode {
  readonly codeHash: Buffer;
  readonly customerId: string;
  readonly clientId: string;
  readonly redirectUri: string;
  /** The challenge that belongs to the presented verifier (RFC 7636 §4.6); null without one. */
  readonly codeChallenge: string | null;
  /** The resources that the request asks for; null for all. */
  readonly resources: readonly string[] | null;
}

// Both statements use this condition, so that redeeming a code and detecting its reuse cannot disagree.
const matches = `t.customer_id = :customerId and t.client_id = :clientId::text and t.redirect_uri = :redirectUri
    and t.code_challenge is not distinct from :codeChallenge::text`;

/** A code to redeem, and the first refresh token of its grant. */
interface Redemption extends PresentedCode {
  readonly now: Date;
  /** Null where the client gets no refresh token. */
  readonly refreshTokenHash: Buffer | null;
  readonly refreshTokenEnd: Date;
}

/** Redeems a code and creates the first refresh token, both or neither. */
export const redeemCode = sql<RedeemedGrant & { nonce: string | null }, Redemption>(
  'grants.redeem-code',
  `with held as materialized (
     select t.nonce, g.scopes, ${redeemedColumns}
     from ${lockedGrantOf('authorization_codes', 'code_hash = :codeHash', 'key share')}
     where ${matches} and t.expires_at > :now and s.expires_at > :now and ${grantIsValid} and ${resourcesWithin(':resources')}
   ), redeemed as (
     update authorization_codes t set consumed_at = :now from held
     where t.code_hash = :codeHash and t.consumed_at is null
     returning held.*
   ), first_token as (
     insert into refresh_tokens (token_hash, customer_id, grant_id, client_id, scopes, expires_at, created_at)
     select :refreshTokenHash::bytea, "customerId", "grantId", :clientId, scopes,
       case when 'offline_access' = any(scopes) then :refreshTokenEnd::timestamptz
         else least(:refreshTokenEnd, "sessionExpiresAt") end, :now
     from redeemed where :refreshTokenHash::bytea is not null
   )
   select redeemed.*, ${groupsOfRedeemed} from redeemed`,
);

/**
 * Many rows at once: ends the grant of a code that was used before, with all its tokens. Of an unused code, it tells whether
 * the requested resources exceed what was authorized.
 */
export const endReusedCode = sql<{ resourcesExceeded: boolean }, PresentedCode & { event: AuditRow }>(
  'grants.end-reused-code',
  `with held as materialized (
     select g.id, t.consumed_at is not null as used, not ${resourcesWithin(':resources')} as "resourcesExceeded"
     from ${lockedGrantOf('authorization_codes', 'code_hash = :codeHash', 'update')} where ${matches}
   ), ended as (
     delete from grants g where g.id = (select id from held where used)
     returning g.id, g.user_id, g.client_id
   ), trail as (
     ${trailOfEnded(':event')}
   )
   select exists (select from held where not used and "resourcesExceeded") as "resourcesExceeded"`,
);
