import { fragment } from '../../kernel/database.ts';

/** Numbers of parameters. */
interface LoginParameters {
  readonly user: string;
  readonly customer: string;
  readonly now: string;
  /** Digest of the password hash that was proved. */
  readonly passwordDigest: string;
  /** The hash that takes its place, or null. */
  readonly nextHash: string;
}

/**
 * Hot path: notes a login with its user, for the statement that starts the session: no row where the user is no longer active or has
 * another password by now. More conditions may follow.
 */
export const noteLogin = ({ user, customer, now, passwordDigest, nextHash }: LoginParameters): string =>
  fragment(
    'users.note-login',
    `update users set last_login = ${now}, login_count = login_count + 1,
       password_hash = coalesce(${nextHash}, password_hash)
     where id = ${user} and customer_id is not distinct from ${customer} and is_active
       and sha256(convert_to(password_hash, 'utf8')) = ${passwordDigest}`,
  );
