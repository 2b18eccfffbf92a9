import { byKey, fragment, sql } from '../../kernel/database.ts';
import { trailOf } from '../audit/index.ts';
import { noteLogin } from '../users/index.ts';

/** A session that is alive, and who is signed in with it. */
export interface CurrentSession {
  readonly id: string;
  readonly customerId: string;
  readonly customerName: string;
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly authTime: Date;
  readonly factorAt: Date | null;
}

/**
 * When session `s` of user `u` is alive, for statements of other modules that read it on their way: `now` and
 * `idleSince` are the parameters' numbers. The clock decides, never a clean-up.
 */
export const sessionAlive = (now: string, idleSince: string): string =>
  `s.expires_at > ${now} and s.last_accessed_at > ${idleSince} and u.is_active`;

/**
 * Brings the last access of session `session` up to date where it is older than `before`; for statements in which a
 * session is used. A condition may follow.
 */
export const noteAccess = (session: string, now: string, before: string): string =>
  fragment(
    'sessions.note-access',
    `update sessions set last_accessed_at = ${now} where id = ${session} and last_accessed_at < ${before}`,
  );

/**
 * Hot path: a page or an authorization request finds who is signed in. $1 secret's hash, $2 now, $3 idle since, $4 noted
 * before: an older last access is brought up to date on the way.
 */
export const currentSession = sql<CurrentSession>(
  'sessions.current',
  `with current as (
     select s.id, s.customer_id, c.name as customer_name, s.user_id, u.email, u.name, s.auth_time, s.factor_at,
       s.last_accessed_at
     from (select * from sessions where secret_hash = $1 limit 1) s
     ${byKey('users', 'u', 's.user_id')} ${byKey('customers', 'c', 's.customer_id')}
     where ${sessionAlive('$2', '$3')}
   ), noted as (
     update sessions set last_accessed_at = $2 where id = (select id from current where last_accessed_at < $4)
   )
   select id, customer_id as "customerId", customer_name as "customerName", user_id as "userId", email, name,
     auth_time as "authTime", factor_at as "factorAt" from current`,
);

/** When the second factor of a login was proved: `amr` and `now` are the parameters of how and when it happened. */
export const factorAt = (amr: string, now: string): string =>
  `case when 'mfa' = any(${amr}::text[]) then ${now}::timestamptz end`;

const FACTOR_AT = factorAt('$6', '$5');

/**
 * For a WITH: starts a session, of which `login` has the id. $1 id of a new session, $2 customer, $3 user, $4 secret's
 * hash, $5 now, $6 amr, $7 ip, $8 user agent, $9 end, $10 hash of the secret this browser had, $11 digest of the password
 * hash that was proved, $12 its successor or null, $13 audit row. The browser's session goes on when it is this user's,
 * with what other applications got of it, and ends when it is another's. No row where the user is no longer active, the
 * password is no longer that one, or a second factor is wanted by now.
 */
export const startingSession = fragment(
  'sessions.starting',
  `seen as (
     ${noteLogin({ user: '$3', customer: '$2', now: '$5', passwordDigest: '$11', nextHash: '$12' })}
       and ('mfa' = any($6::text[]) or not exists (select from totp_factors f where f.customer_id = $2 and f.user_id = $3))
     returning id
   ), replaced as (
     delete from sessions s using seen where s.secret_hash = $10 and s.user_id <> seen.id
   ), renewed as (
     update sessions s set secret_hash = $4, auth_time = $5, factor_at = ${FACTOR_AT}, amr = $6, ip = $7, user_agent = $8,
       last_accessed_at = $5, expires_at = $9
     from seen where s.secret_hash = $10 and s.user_id is not distinct from seen.id
     returning s.id
   ), started as (
     insert into sessions
       (id, customer_id, user_id, secret_hash, auth_time, factor_at, amr, ip, user_agent, last_accessed_at, expires_at,
        created_at)
     select $1, $2, id, $4, $5, ${FACTOR_AT}, $6, $7, $8, $5, $9, $5 from seen where not exists (select from renewed)
     returning id
   ), login as (
     select id from renewed union all select id from started
   ), trail as (
     ${trailOf("jsonb_set($13::jsonb, '{details,sessionId}', to_jsonb(login.id))", 'login')}
   )`,
);

/**
 * Hot path: a login proves the second factor, and the first is as old as it was, since `prompt=login` and `max_age` mean the
 * password. $1 customer, $2 session, $3 its secret's hash, $4 the next secret's hash, $5 now, $6 amr, $7 idle since, $8 audit row.
 * No row where the session has ended or goes on under another secret, or its user has no second factor.
 */
export const raiseSession = sql<{ id: string }>(
  'sessions.raise',
  `with raised as (
     update sessions s set secret_hash = $4, factor_at = $5, amr = $6, last_accessed_at = $5
     where s.secret_hash = $3 and s.id is not distinct from (
       select s.id from (select * from sessions where id = $2 limit 1) s ${byKey('users', 'u', 's.user_id')}
       where s.customer_id = $1 and ${sessionAlive('$5', '$7')} and exists (
         select from totp_factors f where f.customer_id = s.customer_id and f.user_id = s.user_id offset 0
       )
     )
     returning s.id
   ), trail as (
     ${trailOf('$8', 'raised')}
   )
   select id from raised`,
);
