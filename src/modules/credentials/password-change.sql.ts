import { sql } from '../../kernel/database.ts';
import { trailOf } from '../audit/index.ts';

/** $1 customer, $2 user, $3 the password's hash. Nobody but the user says whose the address is. */
export const setFirstPassword = sql(
  'credentials.set-first',
  'update users set password_hash = $3, self_registered = true where customer_id = $1 and id = $2',
);

/** $1 customer, $2 user, $3 the hash that was proved, $4 its successor, $5 now. No row when the password is another by now. */
export const replaceOwnPassword = sql<{ id: string }>(
  'credentials.replace-own',
  `update users set password_hash = $4, password_changed_at = $5, updated_at = $5
   where id = $2 and customer_id is not distinct from $1 and password_hash = $3 and is_active returning id`,
);

/** $1 customer, $2 user, $3 the password's hash, $4 now, $5 audit row. No row where there is no such user. */
export const changePassword = sql<{ id: string }>(
  'credentials.set',
  `with changed as (
     update users set password_hash = $3, password_changed_at = $4, updated_at = $4 where id = $2 and customer_id is not distinct from $1 returning id
   ), trail as (
     ${trailOf('$5', 'changed')}
   )
   select id from changed`,
);

/** $1 customer, $2 user, $3 the password's hash, $4 now. Having got the link, the user has the address it went to. */
export const setProvedPassword = sql<{ id: string }>(
  'credentials.set-proved',
  `update users set password_hash = $3, password_changed_at = $4, email_verified = true, updated_at = $4
   where id = $2 and customer_id is not distinct from $1 and is_active returning id`,
);

/** $1 customer, $2 user. */
export const takePasswordAway = sql(
  'credentials.take-away',
  'update users set password_hash = null, self_registered = false where id = $2 and customer_id is not distinct from $1',
);
