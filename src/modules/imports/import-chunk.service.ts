import type { RequestContext } from '../../ground/kernel/context.ts';
import type { Transaction } from '../../ground/kernel/database.ts';
import { AppError } from '../../ground/kernel/errors.ts';
import { inSlices, slice } from '../../ground/kernel/event-loop/long-work.ts';
import { importAccounts, type Existing, type ImportedAccount, type ImportOutcome } from '../accounts/index.ts';
import { groupsByName } from '../groups/index.ts';
import { organizationsByName } from '../organizations/index.ts';
import { rolesByText } from '../roles/index.ts';
import type { FileRow } from './file-rows.ts';
import { namesIn, readRow, rowFaultsOf, type RowFault } from './import-row.ts';

/** A fault and the number of its row. */
type NumberedFault = RowFault & { readonly row: number };

/** What became of some rows. */
export interface ChunkResult {
  readonly counts: Readonly<Record<ImportOutcome, number>>;
  readonly faults: readonly NumberedFault[];
}

/** So many rows are written in one turn of the event loop. */
const ROWS_TOGETHER = 100;

interface Item {
  readonly row: number;
  readonly account: ImportedAccount;
}

/** Imports rows in a transaction of the caller. */
export async function importRows(
  ctx: RequestContext,
  tx: Transaction,
  rows: readonly FileRow[],
  options: { readonly existing: Existing; readonly provedBy: Date },
): Promise<ChunkResult> {
  const { organizations, groups, roles } = namesIn(rows);
  const names = {
    roles: await rolesByText(ctx, tx, roles),
    organizations: await organizationsByName(ctx, tx.em, organizations),
    groups: await groupsByName(ctx, tx, groups),
    now: ctx.clock.now(),
  };
  const counts = { created: 0, updated: 0, unchanged: 0, skipped: 0 };
  const faults: NumberedFault[] = [];
  const tell = (row: number, told: readonly RowFault[]): void =>
    void faults.push(...told.map((fault) => ({ ...fault, row })));
  const items: Item[] = [];
  await inSlices(rows, (each) => {
    const account = readRow(each, names);
    if ('user' in account) items.push({ row: each.row, account });
    else tell(each.row, account);
  });
  for (let rest: readonly Item[] = items; rest.length > 0;) {
    await slice();
    const end = endOfDistinct(rest.slice(0, ROWS_TOGETHER));
    const some = rest.slice(0, end);
    rest = rest.slice(end);
    const outcomes = await importAccounts(
      ctx,
      tx,
      some.map(({ account }) => account),
      options,
    );
    // The next rows may be about the same users, and writing many rows takes long.
    if (rest.length > 0) await tx.em.flush();
    for (const [n, { row }] of some.entries()) {
      const outcome = outcomes[n]!;
      if (outcome instanceof AppError) tell(row, rowFaultsOf(outcome));
      else counts[outcome] += 1;
    }
  }
  return { counts, faults: faults.toSorted((one, other) => one.row - other.row) };
}

/** How many items come before one whose address another has. */
function endOfDistinct(items: readonly Item[]): number {
  const seen = new Set<string>();
  const repeated = items.findIndex(({ account: { user } }) => seen.size === seen.add(user.emailKey).size);
  return repeated < 0 ? items.length : repeated;
}
