import { signedIn } from '../../ground/kernel/access.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { statement } from '../../ground/kernel/database.ts';
import { Loader } from '../../ground/kernel/loader.ts';

/** So many events of a fold are counted. */
export const FOLD_MAX = 10_000;

const sizes = statement<
  { readonly id: string; readonly count: number },
  { readonly customerId: string; readonly ids: readonly string[] }
>(
  'read.fold-sizes',
  `select o.id, few.count from unnest(:ids::uuid[]) as o(id) cross join lateral (
     select count(*)::int as count from (
       select from audit_events e where e.customer_id = :customerId and e.fold_id = o.id limit ${FOLD_MAX + 1}
     ) found
   ) few`,
);

/** How many events folds of the viewer's customer have, by the ids of their first ones; not more than FOLD_MAX and one. */
export function foldSizes(ctx: RequestContext): Loader<string, number> {
  const { customerId } = signedIn(ctx.viewer);
  return new Loader(ctx, async (ids) => {
    const rows = await ctx.db.rows(sizes, { customerId, ids });
    const found = new Map(rows.map(({ id, count }) => [id, count]));
    return ids.map((id) => found.get(id) ?? 1);
  });
}
