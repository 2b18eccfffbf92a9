import DataLoader from 'dataloader';
import type { RequestContext } from '../../kernel/context.ts';
import { clientPolicy } from './client.policy.ts';
import { clientsById, type ClientRow } from './client.sql.ts';

/** The clients the viewer reaches by id, one query a tick; null for any other id. */
export const clientLoader = (ctx: RequestContext): DataLoader<string, ClientRow | null> => {
  const { customerId } = clientPolicy.read(ctx.viewer);
  const owner = clientPolicy.owner(ctx.viewer, 'read');
  return new DataLoader(async (ids) => {
    const rows = await ctx.db.rows(clientsById, [customerId, ids, owner]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id) ?? null);
  });
};
