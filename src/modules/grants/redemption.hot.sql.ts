import { fragment } from '../../ground/kernel/database.ts';
import {
  apisOfRedeemed,
  detailsWithin,
  groupsOfRedeemed,
  lockedGrantOf,
  redeemedColumns,
  type RedeemedGrant,
  resourcesWithin,
} from './redeemed-grant.hot.sql.ts';
import { givesRefreshTokens, grantIsValid } from './valid-grant.hot.sql.ts';

/** A grant with its first tokens. */
export interface FirstRedeemed extends RedeemedGrant {
  /** Whether the refresh token was stored. */
  readonly isRefreshable: boolean;
}

/** The first refresh token of a grant, and the resources that the request asks for. */
export interface Redemption {
  readonly now: Date;
  /** Null where the client gets no refresh token. */
  readonly refreshTokenHash: Buffer | null;
  readonly refreshTokenEnd: Date;
  /** The key that the refresh token is bound to (RFC 9449 §5); null if it is not. */
  readonly refreshTokenJkt: string | null;
  /** Null for all. */
  readonly resources: readonly string[] | null;
  /** The details that it asks for (RFC 9396), as JSON; null for all. */
  readonly details: string | null;
}

const firstToken = fragment(
  'grants.first-token',
  `insert into refresh_tokens (token_hash, customer_id, grant_id, client_id, scopes, dpop_jkt, expires_at, created_at)
     select :refreshTokenHash::bytea, "customerId", "grantId", :clientId, scopes, :refreshTokenJkt::text,
       case when 'offline_access' = any(scopes) then :refreshTokenEnd::timestamptz
         else least(:refreshTokenEnd, "sessionExpiresAt") end, :now
     from redeemed where :refreshTokenHash::bytea is not null and ${givesRefreshTokens('redeemed', 'redeemed."customerId"')}
     returning true`,
);

/**
 * Redeems a one-time code of a grant, the row `t` of `table`, and creates the first refresh token, both or neither. `key`
 * finds the row, `matches` compares what it is bound to, and `columns` are read besides.
 */
export const redemption = ({
  table,
  key,
  matches,
  columns = '',
}: {
  readonly table: 'authorization_codes' | 'device_authorizations';
  readonly key: string;
  readonly matches: string;
  readonly columns?: string;
}): string => `with held as materialized (
     select ${columns}g.scopes, ${redeemedColumns}, ${apisOfRedeemed(':now')}
     from ${lockedGrantOf(table, key, 'key share')}
     where ${matches} and t.expires_at > :now and s.expires_at > :now and ${grantIsValid} and ${resourcesWithin(':resources')}
       and ${detailsWithin(':details')}
   ), redeemed as (
     update ${table} t set consumed_at = :now from held
     where t.${key} and t.consumed_at is null
     returning held.*
   ), first_token as (
     ${firstToken}
   )
   select redeemed.*, ${groupsOfRedeemed}, exists (select from first_token) as "isRefreshable" from redeemed`;
