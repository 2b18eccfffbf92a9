import { sql } from '../../kernel/database.ts';

/** What proving a password needs to know of a user. */
export interface PasswordHolder {
  readonly id: string;
  readonly email: string;
  readonly isActive: boolean;
  readonly passwordHash: string | null;
}

/** $1 customer, $2 the address's key. */
export const passwordHolder = sql<PasswordHolder>(
  'credentials.password-holder',
  `select id, email, is_active as "isActive", password_hash as "passwordHash"
   from users where customer_id = $1 and email_key = $2`,
);
