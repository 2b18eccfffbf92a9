import { fragment, sql } from '../../ground/kernel/database.ts';
import { trailOf, type AuditRow } from '../audit/index.ts';
import { factorAt, noteAccess, type SessionStart } from '../sessions/index.ts';

/** A new grant of a client, with its code. */
export interface NewCode {
  readonly grantId: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly resources: readonly string[];
  /** The claims that the client gets by name, beyond the scopes. */
  readonly claims: readonly string[];
  /** The claims that its ID tokens have by name. */
  readonly idTokenClaims: readonly string[];
  /** What it authorizes in detail (RFC 9396), as JSON. */
  readonly authorizationDetails: string;
  /** The organization that the user acts for; null for none. */
  readonly organizationId: string | null;
  /** The level of authentication that the client asked for and gets; null for the highest that the login reaches. */
  readonly acr: string | null;
  readonly codeHash: Buffer;
  readonly redirectUri: string;
  readonly codeChallenge: string | null;
  readonly nonce: string | null;
  /** The thumbprint of the key that has to redeem it (RFC 9449 §10); null for any, or none. */
  readonly dpopJkt: string | null;
  readonly codeEnd: Date;
}

/** A new grant of a session; the access of the session is noted if the last one was before `notedBefore`. */
interface NewGrant extends NewCode {
  readonly customerId: string;
  readonly userId: string;
  readonly sessionId: string;
  readonly now: Date;
  readonly notedBefore: Date;
  /** The login that is recorded; null if it has been. */
  readonly event: AuditRow | null;
}

const GRANT_COLUMNS =
  'id, customer_id, user_id, session_id, client_id, scopes, resources, claims, id_token_claims, authorization_details, organization_id, auth_time, factor_at, amr, acr, created_at';
const CODE_COLUMNS =
  'code_hash, customer_id, grant_id, client_id, redirect_uri, code_challenge, nonce, dpop_jkt, expires_at';

/**
 * Hot path: the authorization endpoint issues a code. The first one of a session for a client is in the audit trail. If the
 * session is gone, no grant is created, and the code's foreign key fails.
 */
export const insertGrant = sql<Record<string, never>, NewGrant>(
  'grants.insert',
  `with noted as (
     ${noteAccess(':sessionId', ':now', ':notedBefore')} and customer_id is not distinct from :customerId
   ), granted as (
     insert into grants (${GRANT_COLUMNS})
     select :grantId, :customerId, :userId, :sessionId, :clientId, :scopes, :resources, :claims, :idTokenClaims,
       :authorizationDetails::jsonb, :organizationId,
       auth_time, factor_at, amr, :acr, :now
     from sessions
     where id = :sessionId and customer_id is not distinct from :customerId and user_id is not distinct from :userId
     returning id
   ), trail as (
     ${trailOf(':event', 'granted')} where :event::jsonb is not null
   )
   insert into authorization_codes (${CODE_COLUMNS})
   values (:codeHash, :customerId, :grantId, :clientId, :redirectUri, :codeChallenge, :nonce, :dpopJkt, :codeEnd)`,
);

/** A code to issue with a login, and the versions (`xmin`) of the rows that were read to decide it. */
export interface LoginCode extends Omit<NewCode, 'codeHash'> {
  /** As PostgreSQL writes bytes: `\x…`. */
  readonly codeHash: string;
  readonly clientVersion: string;
  /** Null where no consent is needed. */
  readonly consentVersion: string | null;
}

/** The parameters of `grantWithLogin`. */
export interface GrantWithLogin extends Pick<SessionStart, 'customerId' | 'userId' | 'now' | 'amr'> {
  readonly code: LoginCode | null;
}

/**
 * For the WITH of the statement that starts a session: issues a code for the session in the CTE `login`. It issues none if
 * the client or the consent has changed since the request was checked. `coded` has a row if it issued one.
 */
export const grantWithLogin = fragment(
  'grants.grant-with-login',
  `wanted as (
     select w.* from jsonb_to_record(:code::jsonb) as w("grantId" uuid, "clientId" text, "clientVersion" text,
       "consentVersion" text, scopes text[], resources text[], claims text[], "idTokenClaims" text[], "authorizationDetails" text, "organizationId" uuid, acr text, "codeHash" bytea, "redirectUri" text,
       "codeChallenge" text, nonce text, "dpopJkt" text, "codeEnd" timestamptz)
     cross join lateral (select xmin from clients where id = w."clientId" limit 1) c
     where c.xmin::text is not distinct from w."clientVersion"
       and (w."consentVersion" is null or exists (
         select from consents k
         where k.user_id = :userId and k.client_id is not distinct from w."clientId"
           and k.xmin::text = w."consentVersion" offset 0))
   ), granted as (
     insert into grants (${GRANT_COLUMNS})
     select w."grantId", :customerId, :userId, login.id, w."clientId", w.scopes, w.resources, w.claims,
       w."idTokenClaims", w."authorizationDetails"::jsonb, w."organizationId", :now,
       ${factorAt(':amr', ':now')}, :amr, w.acr, :now
     from wanted w, login
   ), coded as (
     insert into authorization_codes (${CODE_COLUMNS})
     select w."codeHash", :customerId, w."grantId", w."clientId", w."redirectUri", w."codeChallenge", w.nonce, w."dpopJkt",
       w."codeEnd"
     from wanted w, login
     returning grant_id
   )`,
);
