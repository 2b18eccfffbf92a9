import { byKey, sql } from '../../kernel/database.ts';

/** What a new password must not be, because it is known of its owner. */
interface PasswordOwnerRow {
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name: string;
  readonly username: string | null;
  readonly customerName: string;
}

/** $1 customer, $2 user. */
export const passwordOwner = sql<PasswordOwnerRow>(
  'accounts.password-owner',
  `select u.email, u.email_verified as "emailVerified", u.name, u.username, c.name as "customerName"
   from users u ${byKey('customers', 'c', 'u.customer_id')} where u.id = $2 and u.customer_id is not distinct from $1`,
);
