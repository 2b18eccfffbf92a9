import type { Search } from './condition.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { columnsOf, entityOf, propertiesOf, type Columns } from '../../kernel/entity.ts';
import type { Place } from '../order.ts';
import { inSlices } from '../../kernel/event-loop/long-work.ts';
import type { Listing } from './listing.ts';
import { readWhere } from './reading.ts';
import { findRows } from './search.ts';
import { IN_ORDER, TO_THE_END, type Reach } from './steps.ts';

/** How many rows are in memory at a time. */
const BATCH = 1_000;

/**
 * All of a customer's rows that meet what a caller asks for, in batches in the order of their ids, with `also` of the lazy
 * properties. A batch takes a connection only while it is read. No filter is too costly: together, the batches read a table
 * once at most, besides what indexes find.
 */
export async function* findAll<Entity extends { readonly id: string }>(
  ctx: RequestContext,
  { entity, filter }: Listing<Entity>,
  customerId: string,
  where: object | null,
  also: readonly (keyof Columns<Entity>)[] = [],
): AsyncGenerator<Entity[]> {
  const condition = await readWhere(ctx, filter, where);
  const columns = columnsOf(entity, 'e', [...(propertiesOf(entity) as never[]), ...also]);
  for (let lower: Place | null = null; ;) {
    const search: Search = { rows: filter.rows(customerId), condition, direction: 'asc', lower };
    // An index would find the same rows again for each batch, so only the first one uses it.
    const reach: Reach = lower === null ? TO_THE_END : IN_ORDER;
    const found = await findRows(ctx, search, columns, BATCH, reach);
    const rows: Entity[] = await inSlices(found!, (row) => entityOf(entity, row));
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) return;
    lower = [rows.at(-1)!.id];
  }
}
