import { sql } from '../../kernel/database.ts';

/** $1 customer, $2 user, $3 the hash that was proved, $4 its successor, $5 now. No row when the password is another by now. */
export const replaceOwnPassword = sql<{ id: string }>(
  'own-password.replace',
  `update users set password_hash = $4, password_changed_at = $5, updated_at = $5
   where id = $2 and customer_id is not distinct from $1 and password_hash = $3 and is_active returning id`,
);
