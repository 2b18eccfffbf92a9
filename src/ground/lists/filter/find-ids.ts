import { broken } from '../../faults/index.ts';
import { signedIn } from '../../kernel/access.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { kernelErrors } from '../../kernel/errors.ts';
import type { Condition } from './condition.ts';
import type { Filter } from './filter.ts';
import { findRows } from './search.ts';

/** The most rows that a condition of related rows may find. */
export const RELATED_MAX = 1_000;

/** The ids of the rows of the viewer's customer that meet the condition, which is at `path` in the input. */
export async function findIds(
  ctx: RequestContext,
  filter: Filter,
  condition: Condition,
  path: string,
): Promise<string[]> {
  const rows = filter.rows(signedIn(ctx.viewer).customerId);
  const found = await findRows(ctx, { rows, condition, direction: 'asc' }, 'e.id', RELATED_MAX + 1);
  if (!found || found.length > RELATED_MAX)
    throw kernelErrors.FILTER_TOO_COSTLY({
      field: path,
      broken: broken('finds_too_many_related', { max: RELATED_MAX, things: filter.rules.noun }),
    });
  return (found as { id: string }[]).map(({ id }) => id);
}
