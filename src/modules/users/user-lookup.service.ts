import type { RequestContext } from '../../kernel/context.ts';
import { sql } from '../../kernel/database.ts';
import { userErrors } from './errors.ts';
import { emailKey } from './user.email.ts';
import { userPolicy } from './user.policy.ts';
import { userColumns, type UserRow } from './user.sql.ts';

/** $1 customer, $2 the address's key. */
const userOfAddress = sql<UserRow>(
  'users.by-email',
  `select ${userColumns('u')} from users u where u.customer_id is not distinct from $1 and u.email_key = $2`,
);

/** The user of the viewer's customer with this address, in any spelling of it; `not_found` when there is none. */
export async function userByEmail(ctx: RequestContext, email: string): Promise<UserRow> {
  const { customerId } = userPolicy.read(ctx.viewer);
  const user = await ctx.db.first(userOfAddress, [customerId, emailKey(email)]);
  if (!user) throw userErrors.USER_NOT_FOUND();
  return user;
}
