import { fragment } from '../../ground/kernel/database.ts';

/** Names of parameters, such as `:now`. */
interface LoginParameters {
  readonly user: string;
  readonly customer: string;
  readonly now: string;
  /** Digest of the password hash that the password was checked against; null for a login without a password. */
  readonly passwordDigest: string;
  /** The hash that replaces it, or null. */
  readonly nextHash: string;
}

/**
 * Hot path: records a login with its user, as a part of the statement that starts the session. It returns no row if the
 * user has been disabled, or the password changed, since the password was checked. More conditions may follow.
 */
export const noteLogin = ({ user, customer, now, passwordDigest, nextHash }: LoginParameters): string =>
  fragment(
    'users.note-login',
    `update users set last_login = ${now}, login_count = login_count + 1,
       password_hash = coalesce(${nextHash}, password_hash)
     where id = ${user} and customer_id is not distinct from ${customer} and is_active
       and (${passwordDigest}::bytea is null or sha256(convert_to(password_hash, 'utf8')) = ${passwordDigest})`,
  );
