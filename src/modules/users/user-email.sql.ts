import { sql } from '../../kernel/database.ts';

/** $1 customer, $2 user, $3 now. */
export const verifyEmail = sql<{ id: string }>(
  'users.verify-email',
  `update users set email_verified = true, updated_at = $3 where id = $2 and customer_id is not distinct from $1 and is_active returning id`,
);

/** $1 customer, $2 user, $3 address, $4 its key, $5 now. The unique index decides whether the address is free. */
export const changeEmail = sql<{ id: string }>(
  'users.change-email',
  `update users set email = $3, email_key = $4, email_verified = true, updated_at = $5
   where id = $2 and customer_id is not distinct from $1 and is_active returning id`,
);
