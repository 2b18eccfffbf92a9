import { sql } from '../../ground/kernel/database.ts';
import type { AuditRow } from '../audit/index.ts';
import { detailsWithin, lockedGrantOf, resourcesWithin, trailOfEnded } from './redeemed-grant.hot.sql.ts';
import { redemption, type FirstRedeemed, type Redemption } from './redemption.hot.sql.ts';

/** A code as a client presents it. All of it has to match. */
export interface PresentedCode {
  readonly codeHash: Buffer;
  readonly customerId: string;
  readonly clientId: string;
  readonly redirectUri: string;
  /** The challenge that belongs to the presented verifier (RFC 7636 §4.6); null without one. */
  readonly codeChallenge: string | null;
  /** The thumbprint of the key that the request has proved; null without a proof. */
  readonly jkt: string | null;
  /** The resources that the request asks for; null for all. */
  readonly resources: readonly string[] | null;
  /** The details that it asks for (RFC 9396), as JSON; null for all. */
  readonly details: string | null;
}

// Both statements use this condition, so that redeeming a code and detecting its reuse cannot disagree.
const matches = `t.customer_id = :customerId and t.client_id = :clientId::text and t.redirect_uri = :redirectUri
    and t.code_challenge is not distinct from :codeChallenge::text
    and (t.dpop_jkt is null or t.dpop_jkt = :jkt::text)`;

/** Redeems a code and creates the first refresh token, both or neither. */
export const redeemCode = sql<FirstRedeemed & { nonce: string | null }, PresentedCode & Redemption>(
  'grants.redeem-code',
  redemption({ table: 'authorization_codes', key: 'code_hash = :codeHash', matches, columns: 't.nonce, ' }),
);

/**
 * Many rows at once: ends the grant of a code that was used before, with all its tokens. Of an unused code, it tells whether
 * the requested resources or details exceed what was authorized.
 */
export const endReusedCode = sql<
  { resourcesExceeded: boolean; detailsExceeded: boolean },
  PresentedCode & { event: AuditRow }
>(
  'grants.end-reused-code',
  `with held as materialized (
     select g.id, t.consumed_at is not null as used, not ${resourcesWithin(':resources')} as "resourcesExceeded",
       not ${detailsWithin(':details')} as "detailsExceeded"
     from ${lockedGrantOf('authorization_codes', 'code_hash = :codeHash', 'update')} where ${matches}
   ), ended as (
     delete from grants g where g.id = (select id from held where used)
     returning g.id, g.user_id, g.client_id
   ), trail as (
     ${trailOfEnded(':event')}
   )
   select exists (select from held where not used and "resourcesExceeded") as "resourcesExceeded",
     exists (select from held where not used and "detailsExceeded") as "detailsExceeded"`,
);
