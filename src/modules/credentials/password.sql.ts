import { sql } from '../../kernel/database.ts';

/** What proving a password needs to know of a user. */
export interface PasswordHolder {
  readonly id: string;
  readonly email: string;
  readonly isActive: boolean;
  readonly emailVerified: boolean;
  readonly passwordHash: string | null;
  readonly passwordChangedAt: Date | null;
  /** Whether signing in takes a second factor. */
  readonly mfaEnabled: boolean;
}

/** Selects the PasswordHolder of a customer with the address of this key, for statements that read more on their way. */
export const passwordHolderOf = (customer: string, emailKey: string): string =>
  `select u.id, u.email, u.is_active as "isActive", u.email_verified as "emailVerified",
     u.password_hash as "passwordHash", u.password_changed_at as "passwordChangedAt", exists (
     select from totp_factors f where f.customer_id = u.customer_id and f.user_id = u.id offset 0
   ) as "mfaEnabled"
   from users u where u.customer_id is not distinct from ${customer} and u.email_key = ${emailKey}`;

/** $1 customer, $2 the address's key. */
export const passwordHolder = sql<PasswordHolder>('credentials.password-holder', passwordHolderOf('$1', '$2'));

/** $1 customer, $2 user, $3 the hash that was proved, $4 its successor. */
export const upgradePassword = sql(
  'credentials.upgrade-password',
  'update users set password_hash = $4 where id = $2 and customer_id is not distinct from $1 and password_hash = $3',
);
