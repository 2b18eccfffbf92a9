import type { Standing } from '../../ground/kernel/access.ts';
import { byKey, fragment, sql } from '../../ground/kernel/database.ts';
import { trailOf, type AuditRow } from '../audit/index.ts';
import { noteLogin } from '../users/index.ts';
import { isRemembered, REMEMBERED_DEVICE, rememberedParts, type RememberedParts } from './remembered-device.hot.sql.ts';

/** A session that is alive, and its user. */
export interface CurrentSession extends Standing {
  readonly id: string;
  readonly customerId: string;
  readonly customerName: string;
  readonly userId: string;
  readonly email: string;
  readonly emailVerified: boolean;
  /** Whether the user signed up and has not proved the address. */
  readonly isUnproved: boolean;
  readonly name: string;
  readonly username: string | null;
  /** The language and the time zone that the user has given, if any. */
  readonly locale: string | null;
  readonly timeZone: string | null;
  /** When the user gave all that a login takes; 1970 if a remembered device stood for the second factor. */
  readonly authTime: Date;
  readonly factorAt: Date | null;
}

/**
 * Whether session `s` of user `u` is alive, for statements of other modules that read a session. `now` and `idleSince` are
 * parameters. The clock decides; the sweep only deletes.
 */
export const sessionAlive = (now: string, idleSince: string): string =>
  `s.expires_at > ${now} and s.last_accessed_at > ${idleSince} and u.is_active`;

/**
 * Sets the last access of session `session` to `now` if it is older than `before`, for statements that use a session. A
 * condition may follow.
 */
export const noteAccess = (session: string, now: string, before: string): string =>
  fragment(
    'sessions.note-access',
    `update sessions set last_accessed_at = ${now} where id = ${session} and last_accessed_at < ${before}`,
  );

/**
 * When session or grant `s` was proved by all that its user proves at a login. Never, if a remembered device stood for the
 * second factor: it does not count where a recent proof is required.
 */
export const provedAt = (s: string): string =>
  `case when '${REMEMBERED_DEVICE}' = any(${s}.amr) then to_timestamp(0) else ${s}.auth_time end`;

interface FindCurrentSession {
  readonly secretHash: Buffer;
  readonly now: Date;
  readonly idleSince: Date;
  /** The access is noted if the last one was before this. */
  readonly notedBefore: Date;
}

/** Hot path: finds who is signed in, for a page, a logout, or a request of a page's script. */
export const currentSession = sql<CurrentSession, FindCurrentSession>(
  'sessions.current',
  `with current as (
     select s.id, s.customer_id, c.name as customer_name, s.user_id, u.email, u.email_verified,
       u.self_registered and not u.email_verified as unproved, u.name, u.username,
       u.locale, u.time_zone,
       u.role, u.administration, ${provedAt('s')} as auth_time, s.factor_at, s.last_accessed_at
     from (select * from sessions where secret_hash = :secretHash limit 1) s
     ${byKey('users', 'u', 's.user_id')} ${byKey('customers', 'c', 's.customer_id')}
     where ${sessionAlive(':now', ':idleSince')}
   ), noted as (
     update sessions set last_accessed_at = :now where id = (select id from current where last_accessed_at < :notedBefore)
   )
   select id, customer_id as "customerId", customer_name as "customerName", user_id as "userId", email,
     email_verified as "emailVerified", unproved as "isUnproved", name, username, role, administration, locale, time_zone as "timeZone", auth_time as "authTime",
     factor_at as "factorAt" from current`,
);

/** When the login proved the second factor, or null. `amr` and `now` are parameters. */
export const factorAt = (amr: string, now: string): string =>
  `case when 'mfa' = any(${amr}::text[]) then ${now}::timestamptz end`;

const FACTOR_AT = factorAt(':amr', ':now');

/** The parameters of `startSession`. */
export interface SessionStart extends RememberedParts {
  /** The id of a new session. */
  readonly sessionId: string;
  readonly customerId: string;
  readonly userId: string;
  readonly secretHash: Buffer;
  readonly now: Date;
  readonly amr: readonly string[];
  readonly ip: string;
  readonly userAgent: string;
  readonly sessionEnd: Date;
  /** Hash of the secret that this browser has had; null without a session. */
  readonly previousHash: Buffer | null;
  /** Digest of the password hash that was proved; null for a login without a password. */
  readonly passwordDigest: Buffer | null;
  /** The hash that replaces it, or null. */
  readonly upgradedHash: string | null;
  readonly event: AuditRow;
}

/**
 * For a WITH: starts a session; the CTE `login` has its id, and `seen` what a mail about it needs to know of the user. If
 * the browser's session is this user's, it continues under the new secret, with the grants of other applications; another
 * user's session ends. `login` has no row if the user is no longer active, the password has changed, or a second factor is
 * required by now. A remembered device stands for that one. A user who signed up and has not proved the address is signed in
 * with one browser at a time. `refused` is a condition on the row of `users` by which a login
 * without one is refused, too, `needsPasskey` one by which a login by password without a passkey is, and `isTemporary` one by which any by password is.
 */
export const startSession = (refused: string, needsPasskey: string, isTemporary: string): string =>
  fragment(
    'sessions.start',
    `seen as (
     ${noteLogin({
       user: ':userId',
       customer: ':customerId',
       now: ':now',
       passwordDigest: ':passwordDigest',
       nextHash: ':upgradedHash',
     })}
       and (:passwordDigest::bytea is null or :amr::text[] && '{swk,hwk}' or not ${needsPasskey})
       and (:passwordDigest::bytea is null or not ${isTemporary})
       and ('mfa' = any(:amr::text[]) or (not mfa_enrolled and not ${refused}) or ${isRemembered})
     returning id, login_count, email, email_verified, name, locale, time_zone, password_changed_at,
       self_registered and not email_verified as unproved
   ), ${rememberedParts}, admitted as (
     select id from seen where not '${REMEMBERED_DEVICE}' = any(:amr::text[]) or exists (select from rotated)
   ), moved as (
     delete from sessions s using seen
     where seen.unproved and s.user_id = seen.id and s.secret_hash is distinct from :previousHash
       and exists (select from admitted)
   ), replaced as (
     delete from sessions s using admitted where s.secret_hash = :previousHash and s.user_id <> admitted.id
   ), renewed as (
     update sessions s set secret_hash = :secretHash, auth_time = :now, factor_at = ${FACTOR_AT}, amr = :amr, ip = :ip,
       user_agent = :userAgent, last_accessed_at = :now, expires_at = :sessionEnd
     from admitted where s.secret_hash = :previousHash and s.user_id is not distinct from admitted.id
     returning s.id
   ), started as (
     insert into sessions
       (id, customer_id, user_id, secret_hash, auth_time, factor_at, amr, ip, user_agent, last_accessed_at, expires_at,
        created_at)
     select :sessionId, :customerId, id, :secretHash, :now, ${FACTOR_AT}, :amr, :ip, :userAgent, :now, :sessionEnd, :now
     from admitted where not exists (select from renewed)
     returning id
   ), login as (
     select id from renewed union all select id from started
   ), trail as (
     ${trailOf("jsonb_set(:event::jsonb, '{details,sessionId}', to_jsonb(login.id))", 'login')}
   )`,
  );

interface StepUp {
  readonly customerId: string;
  readonly sessionId: string;
  /** The session's secret, and its next one. */
  readonly secretHash: Buffer;
  readonly nextHash: Buffer;
  readonly now: Date;
  readonly idleSince: Date;
  readonly amr: readonly string[];
  readonly event: AuditRow;
}

/**
 * Hot path: a signed-in user proves the second factor. The time of the login stays the same, because `prompt=login` and
 * `max_age` are about the password. No row if the session has ended or has another secret by now, or if the user has no
 * second factor.
 */
export const stepUpSession = sql<{ id: string }, StepUp>(
  'sessions.step-up',
  `with raised as (
     update sessions s set secret_hash = :nextHash, factor_at = :now, amr = :amr, last_accessed_at = :now
     where s.secret_hash = :secretHash and s.id is not distinct from (
       select s.id from (select * from sessions where id = :sessionId limit 1) s ${byKey('users', 'u', 's.user_id')}
       where s.customer_id = :customerId and ${sessionAlive(':now', ':idleSince')} and u.mfa_enrolled
     )
     returning s.id
   ), trail as (
     ${trailOf(':event', 'raised')}
   )
   select id from raised`,
);
