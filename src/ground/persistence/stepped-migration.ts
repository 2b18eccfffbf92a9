import { Migration } from '@mikro-orm/migrations';
import { escapeIdentifier, type Pool } from 'pg';
import { retried } from '../kernel/database.ts';

/** An index that is made while its table is written to. */
export interface IndexStep {
  readonly index: string;
  /** The table and what of it: `users (customer_id, id)`. */
  readonly on: string;
}

/** A change of many rows, some thousand at a time. */
export interface RowsStep {
  /** A table whose rows have an `id`. */
  readonly table: string;
  readonly set: string;
  /** Which rows still need the change. Once changed, a row must not fit any more. */
  readonly where: string;
}

export type Step = IndexStep | RowsStep;

const ROWS_AT_ONCE = 5000;
const FIRST = '00000000-0000-0000-0000-000000000000';

/**
 * A migration whose work would lock a large table for long. Its steps are committed one by one, and block neither reads nor
 * writes. When they stop half-way, the next run goes on from there. `up` comes last: what takes no time, in one transaction
 * with the note that the migration is applied.
 */
export abstract class SteppedMigration extends Migration {
  abstract readonly steps: readonly Step[];

  override up(): void {
    // Most have nothing more to do.
  }
}

/** Takes the steps of a migration that are not taken yet. */
export async function takeSteps(pool: Pool, { steps }: SteppedMigration): Promise<void> {
  for (const step of steps) await ('index' in step ? makeIndex(pool, step) : changeRows(pool, step));
}

/** What a step does to a table that nobody else uses. */
export const statementOf = (step: Step): string =>
  'index' in step
    ? `create index ${step.index} on ${step.on}`
    : `update ${step.table} set ${step.set} where ${step.where}`;

async function makeIndex(pool: Pool, { index, on }: IndexStep): Promise<void> {
  const { rows } = await pool.query<{ valid: boolean }>(
    'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
    [escapeIdentifier(index)],
  );
  if (rows[0]?.valid === true) return;
  // An interrupted one leaves an index that is kept up to date and never used.
  if (rows[0]) await pool.query(`drop index concurrently ${index}`);
  await pool.query(`create index concurrently ${index} on ${on}`);
}

/** Walks the table by its key. A second walk changes only what the first did not get to. */
async function changeRows(pool: Pool, { table, set, where }: RowsStep): Promise<void> {
  const statement = `
    with part as (select id from ${table} where id > $1 order by id limit ${ROWS_AT_ONCE}),
      changed as (update ${table} set ${set} where id in (select id from part) and ${where})
    select id from part order by id desc limit 1`;
  const stepAfter = (id: string): Promise<string | undefined> =>
    retried(async () => (await pool.query<{ id: string }>(statement, [id])).rows[0]?.id);
  let last = await stepAfter(FIRST);
  while (last !== undefined) last = await stepAfter(last);
}
