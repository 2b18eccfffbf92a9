import { fragment, sql } from '../../kernel/database.ts';
import { factorAt, noteAccess } from '../sessions/index.ts';

/**
 * $1 grant, $2 customer, $3 user, $4 session, $5 client, $6 scopes, $7 now, $8 code's hash, $9 redirect URI, $10 code
 * challenge or null, $11 nonce or null, $12 the code's end, $13 the session's last access is noted when before this, $14
 * resources. Where the session is gone there is no grant, and the code's foreign key fails.
 */
export const insertGrant = sql(
  'grants.insert',
  `with noted as (
     ${noteAccess('$4', '$7', '$13')} and customer_id is not distinct from $2
   ), granted as (
     insert into grants
       (id, customer_id, user_id, session_id, client_id, scopes, resources, auth_time, factor_at, amr, created_at)
     select $1, $2, $3, $4, $5, $6, $14, auth_time, factor_at, amr, $7
     from sessions where id = $4 and customer_id is not distinct from $2 and user_id is not distinct from $3
   )
   insert into authorization_codes
     (code_hash, customer_id, grant_id, client_id, redirect_uri, code_challenge, nonce, expires_at)
   values ($8, $2, $1, $5, $9, $10, $11, $12)`,
);

/**
 * For the WITH of the statement that starts a session (`startingSession`, with its parameters): makes grant and code of
 * `code`, the parameter with a CodeAtLogin, for the session in `login`. It makes none where the client or the consent are
 * not what they were when the request was looked at; `coded` has a row where it did.
 */
export const grantingAtLogin = (code: string): string =>
  fragment(
    'grants.at-login',
    `wanted as (
     select w.* from jsonb_to_record(${code}::jsonb) as w(id uuid, client text, client_version text, consent_version text,
       scopes text[], resources text[], code_hash bytea, redirect_uri text, code_challenge text, nonce text,
       expires_at timestamptz)
     cross join lateral (select xmin from clients where id = w.client limit 1) c
     where c.xmin::text is not distinct from w.client_version
       and (w.consent_version is null or exists (
         select from consents k
         where k.user_id = $3 and k.client_id is not distinct from w.client and k.xmin::text = w.consent_version offset 0))
   ), granted as (
     insert into grants
       (id, customer_id, user_id, session_id, client_id, scopes, resources, auth_time, factor_at, amr, created_at)
     select w.id, $2, $3, login.id, w.client, w.scopes, w.resources, $5, ${factorAt('$6', '$5')}, $6, $5
     from wanted w, login
   ), coded as (
     insert into authorization_codes
       (code_hash, customer_id, grant_id, client_id, redirect_uri, code_challenge, nonce, expires_at)
     select w.code_hash, $2, w.id, w.client, w.redirect_uri, w.code_challenge, w.nonce, w.expires_at
     from wanted w, login
     returning grant_id
   )`,
  );

/** $1 customer, $2 user. */
export const endGrants = sql('grants.end-all', 'delete from grants where customer_id = $1 and user_id = $2');

/** Deletes what the clients of the CTE `consents` got of its users: a consent that is gone takes along what came of it. */
export const endGrantsOfConsents = (consents: string): string =>
  fragment(
    'grants.end-of-consents',
    `delete from grants g using ${consents}
     where g.user_id = ${consents}.user_id and g.client_id is not distinct from ${consents}.client_id`,
  );
