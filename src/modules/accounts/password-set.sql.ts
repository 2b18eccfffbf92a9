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
  'password-set.owner',
  `select u.email, u.email_verified as "emailVerified", u.name, u.username, c.name as "customerName"
   from users u ${byKey('customers', 'c', 'u.customer_id')} where u.id = $2 and u.customer_id is not distinct from $1`,
);

/** $1 customer, $2 user, $3 the password's hash, $4 now, $5 audit row. No row where there is no such user. */
export const changePassword = sql<{ id: string }>(
  'password-set.change',
  `with changed as (
     update users set password_hash = $3, password_changed_at = $4, updated_at = $4 where id = $2 and customer_id is not distinct from $1 returning id
   ), trail as (
     insert into audit_events select e.* from changed, jsonb_populate_record(null::audit_events, $5::jsonb) e
   )
   select id from changed`,
);
