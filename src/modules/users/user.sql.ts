import { sql } from '../../kernel/database.ts';
import type { User } from './user.entity.ts';

/** A user as every read returns it: all but the password. */
export type UserRow = Omit<User, 'passwordHash' | 'emailKey'>;

/** The columns of a UserRow, for statements of other modules that join users under the given alias. */
export const userColumns = (table: string): string =>
  `${table}.id, ${table}.customer_id as "customerId", ${table}.email, ${table}.email_verified as "emailVerified",
   ${table}.username, ${table}.name, ${table}.given_name as "givenName", ${table}.family_name as "familyName",
   ${table}.picture, ${table}.phone_number as "phoneNumber", ${table}.phone_verified as "phoneVerified", ${table}.role,
   ${table}.is_active as "isActive", ${table}.organization_id as "organizationId", ${table}.last_login as "lastLogin",
   ${table}.login_count as "loginCount", ${table}.created_at as "createdAt", ${table}.updated_at as "updatedAt"`;

/** $1 customer, $2 ids. */
export const usersById = sql<UserRow>(
  'users.by-id',
  `select ${userColumns('u')} from users u where u.customer_id = $1 and u.id = any($2::uuid[])`,
);
