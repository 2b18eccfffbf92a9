import { sql } from '../../ground/kernel/database.ts';

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
  /** Whether the user has a passkey, and the customer lets only that one sign in. */
  readonly needsPasskey: boolean;
  /** When the password was set, if it is a temporary one; else null. */
  readonly temporarySince: Date | null;
}

/** Whether user `u` has a passkey, and the customer lets only that one sign in. */
export const needsPasskey = (u: string): string =>
  `('passkey' = any(${u}.mfa_methods) and exists (
       select from (select * from customers where id = ${u}.customer_id limit 1) pc
       where pc.password_sign_in = 'until_passkey'))`;

/** When the password of user `u` was set, if it is a temporary one that has not been replaced; else null. */
export const temporarySince = (u: string): string =>
  `case when ${u}.temporary_password_at = ${u}.password_changed_at then ${u}.temporary_password_at end`;

/** Whether the password of user `u` is a temporary one, which does not sign in before it is replaced. */
export const isTemporary = (u: string): string => `(${u}.temporary_password_at = ${u}.password_changed_at) is true`;

const HOLDER = `u.id, u.email, u.is_active as "isActive", u.email_verified as "emailVerified",
     u.password_hash as "passwordHash", u.password_changed_at as "passwordChangedAt", u.mfa_enrolled as "mfaEnabled",
     ${needsPasskey('u')} as "needsPasskey", ${temporarySince('u')} as "temporarySince"`;

/** The users with this address or username, of all customers. No address is a username: only addresses have an `@`. */
const named = (key: string): string =>
  `(select * from users where email_key = ${key} union all select * from users where lower(username) = ${key}) u`;

/** Selects the PasswordHolder of a customer by the address or the username (`emailKey`), for statements that read more. */
export const passwordHolderOf = (customer: string, emailKey: string): string =>
  `select ${HOLDER} from ${named(emailKey)} where u.customer_id is not distinct from ${customer}`;

/** Hot path: every login reads it. */
export const passwordHolder = sql<PasswordHolder, { customerId: string; emailKey: string }>(
  'credentials.password-holder',
  passwordHolderOf(':customerId', ':emailKey'),
);

/** A user of some customer. */
export interface CustomersPasswordHolder extends PasswordHolder {
  readonly customerId: string;
}

/** Hot path: a login that names no customer reads who has the address, those who signed in last first. */
export const passwordHolders = sql<CustomersPasswordHolder, { emailKey: string; most: number }>(
  'credentials.password-holders',
  `select u.customer_id as "customerId", ${HOLDER} from ${named(':emailKey')}
   order by u.last_login desc nulls last, u.id limit :most`,
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
