import DataLoader from 'dataloader';
import { signedIn } from '../../kernel/access.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { organizationsById, type OrganizationRow } from './organization.sql.ts';

/** The organizations of the viewer's customer by id, one query a tick; null for any other id. */
export const organizationLoader = (ctx: RequestContext): DataLoader<string, OrganizationRow | null> => {
  const { customerId } = signedIn(ctx.viewer);
  return new DataLoader(async (ids) => {
    const rows = await ctx.db.rows(organizationsById, [customerId, ids]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id) ?? null);
  });
};
