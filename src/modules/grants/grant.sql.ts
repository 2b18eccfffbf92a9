import { fragment, sql } from '../../kernel/database.ts';
import { noteAccess } from '../sessions/index.ts';

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

/** $1 customer, $2 user. */
export const endGrants = sql('grants.end-all', 'delete from grants where customer_id = $1 and user_id = $2');

/** Deletes what the clients of the CTE `consents` got of its users: a consent that is gone takes along what came of it. */
export const endGrantsOfConsents = (consents: string): string =>
  fragment(
    'grants.end-of-consents',
    `delete from grants g using ${consents}
     where g.user_id = ${consents}.user_id and g.client_id is not distinct from ${consents}.client_id`,
  );
