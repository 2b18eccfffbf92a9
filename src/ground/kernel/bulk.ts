import { broken } from '../faults/index.ts';
import type { RequestContext } from './context.ts';
import type { Transaction } from './database.ts';
import { fault, kernelErrors, type AppError } from './errors.ts';
import { readIds } from './ids.ts';

/** The most items of one bulk operation. */
export const BULK_MAX = 1_000;

/** Whether the items succeed and fail one by one, or all together. */
export type BulkMode = 'each' | 'all';

/** The items of a bulk operation: by their ids, or by a condition. */
export interface Selection<Where> {
  readonly ids?: readonly string[] | null | undefined;
  readonly where?: Where | null | undefined;
  /** How many items the caller expects. */
  readonly expectedCount?: number | null | undefined;
}

/** A part of what a condition finds. */
interface Found {
  readonly edges: readonly { readonly node: { readonly id: string } }[];
  readonly pageInfo: { readonly hasNextPage: boolean };
}

/**
 * The ids of the selected items. If their number is not the expected one, nothing is selected. `list` finds the first items
 * that meet a condition.
 */
export async function selectedIds<Where>(
  { ids, where, expectedCount }: Selection<Where>,
  list: (args: { readonly where: Where; readonly first: number }) => Promise<Found>,
  read: (ids: readonly string[]) => string[] = (given) => readIds('select.ids', given, BULK_MAX),
): Promise<string[]> {
  if ((ids ?? null) === null ? (where ?? null) === null : (where ?? null) !== null)
    throw fault('select', 'either', { fields: ['ids', 'where'] });
  if (ids) return expecting(read(ids), expectedCount ?? null);
  if (expectedCount === null || expectedCount === undefined)
    throw fault('select.expectedCount', 'expected_count', { other: 'where' });
  const { edges, pageInfo } = await list({ where: where!, first: BULK_MAX });
  if (pageInfo.hasNextPage) throw fault('select.where', 'finds_too_many', { max: BULK_MAX });
  return expecting(
    edges.map(({ node }) => node.id),
    expectedCount,
  );
}

function expecting(ids: string[], expected: number | null): string[] {
  if (expected !== null && ids.length !== expected)
    throw kernelErrors.SELECTION_DIFFERS({
      field: 'select.expectedCount',
      broken: broken('selection_differs', { count: ids.length, expected }),
    });
  return ids;
}

/** What became of one item. */
export interface ItemResult {
  /** Whether the operation changed it. */
  readonly changed: boolean;
  readonly error: AppError | null;
}

/** Ends the transaction of a bulk operation that was to succeed as a whole. */
class TakenBack<Result> extends Error {
  constructor(readonly results: readonly Result[]) {
    super('An item failed.');
  }
}

/** Runs a bulk operation in one transaction. In the mode `all`, takes everything back if an item fails. */
export async function inBulk<Result extends ItemResult>(
  { db }: RequestContext,
  mode: BulkMode,
  work: (tx: Transaction) => Promise<Result[]>,
): Promise<Result[]> {
  try {
    return await db.transaction(async (tx) => {
      const results = await work(tx);
      if (mode === 'all' && results.some(({ error }) => error !== null)) throw new TakenBack(results);
      return results;
    });
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error;
    return (error as TakenBack<Result>).results.map(takenBack);
  }
}

/** The result of an item of an operation that was taken back. */
const takenBack = <Result extends ItemResult>(result: Result): Result => ({
  ...result,
  changed: false,
  error: result.error ?? kernelErrors.NOTHING_CHANGED(),
});
