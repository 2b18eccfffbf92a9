import { signedIn } from '../../ground/kernel/access.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { statement } from '../../ground/kernel/database.ts';
import { Loader } from '../../ground/kernel/loader.ts';

interface PasswordRow {
  readonly id: string;
  readonly hasPassword: boolean;
}

const passwordsOfUsers = statement<PasswordRow, { readonly customerId: string; readonly ids: readonly string[] }>(
  'read.passwords',
  `select u.id, u.password_hash is not null as "hasPassword" from users u
   where u.id = any(:ids) and u.customer_id is not distinct from :customerId`,
);

/** Whether users of the viewer's customer have a password. */
export function passwordsLoader(ctx: RequestContext): Loader<string, boolean> {
  const { customerId } = signedIn(ctx.viewer);
  return new Loader(ctx, async (ids) => {
    const rows = await ctx.db.rows(passwordsOfUsers, { customerId, ids });
    const found = new Map(rows.map(({ id, hasPassword }) => [id, hasPassword]));
    return ids.map((id) => found.get(id) ?? false);
  });
}
