import DataLoader from 'dataloader';
import { signedIn } from '../../kernel/access.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { sql } from '../../kernel/database.ts';

/** $1 customer, $2 ids. */
const enrolled = sql<{ userId: string }>(
  'users.mfa',
  'select user_id as "userId" from totp_factors where customer_id = $1 and user_id = any($2::uuid[])',
);

/** The second factors that users of the viewer's customer have enrolled, one query a tick. */
export const mfaMethodLoader = (ctx: RequestContext): DataLoader<string, string[]> => {
  const { customerId } = signedIn(ctx.viewer);
  return new DataLoader(async (ids) => {
    const rows = await ctx.db.rows(enrolled, [customerId, ids]);
    const users = new Set(rows.map((row) => row.userId));
    return ids.map((id) => (users.has(id) ? ['totp'] : []));
  });
};
