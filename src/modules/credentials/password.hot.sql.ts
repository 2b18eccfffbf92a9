import { sql } from '../../kernel/database.ts';

/** A user, as far as a password check needs to know them. */
export interface PasswordHolder {
  readonly id: string;
  readonly email: string;
  readonly isActive: boolean;
  readonly emailVerified: boolean;
  readonly passwordHash: string | null;
  readonly passwordChangedAt: Date | null;
  /** Whether a login requires a second factor. */
  readonly mfaEnabled: boolean;
}

/** Selects the PasswordHolder of a customer by the key of the address, for statements that read more. */
export const passwordHolderOf = (customer: string, emailKey: string): string =>
  `select u.id, u.email, u.is_active as "isActive", u.email_verified as "emailVerified",
     u.password_hash as "passwordHash", u.password_changed_at as "passwordChangedAt", exists (
     select from totp_factors f where f.customer_id = u.customer_id and f.user_id = u.id offset 0
   ) as "mfaEnabled"
   from users u where u.customer_id is not distinct from ${customer} and u.email_key = ${emailKey}`;

/** Hot path: every login reads it. */
export const passwordHolder = sql<PasswordHolder, { customerId: string; emailKey: string }>(
  'credentials.password-holder',
  passwordHolderOf(':customerId', ':emailKey'),
);

interface Upgrade {
  readonly customerId: string;
  readonly userId: string;
  /** The hash that the password was checked against. */
  readonly provedHash: string;
  readonly nextHash: string;
}

/** Hot path: a step of a login. Stores the hash with today's parameters, unless the password has changed since. */
export const upgradePassword = sql<Record<string, never>, Upgrade>(
  'credentials.upgrade-password',
  `update users set password_hash = :nextHash
   where id = :userId and customer_id is not distinct from :customerId and password_hash = :provedHash`,
);
