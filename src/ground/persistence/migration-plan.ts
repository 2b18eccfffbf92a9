import { escapeIdentifier, type PoolClient } from 'pg';
import { appliedNames, migrationOf } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import type { OpenDatabase } from './open.ts';
import { observe, stateOf, type Change, type Work } from './schema-change.ts';
import { statementOf, SteppedMigration } from './stepped-migration.ts';

/** What one statement of a migration does to one table that is there already. */
export interface PlannedStep extends Change {
  readonly migration: string;
  /** The beginning of the statement. */
  readonly statement: string;
  /** Estimates by PostgreSQL's statistics. */
  readonly rows: number;
  readonly bytes: number;
  readonly seconds: number;
  /** Whether it is done part by part, each committed by itself, while everybody goes on reading and writing. */
  readonly inSteps: boolean;
}

/** The missing migrations and what they do. A migration without steps only adds what nobody uses yet. */
export interface MigrationPlan {
  readonly pending: readonly string[];
  readonly steps: readonly PlannedStep[];
}

const SCRATCH = 'guildhall_plan';
/** What a small machine does in a second. */
const BYTES_READ = 100_000_000;
const BYTES_REWRITTEN = 20_000_000;
const ROWS_CHANGED = 10_000;
const LONGEST_STATEMENT = 80;

/**
 * Finds out what the missing migrations lock. Makes the schema again in a schema of its own without rows, runs the
 * migrations there, looks at the locks, and drops it. No lock is taken on the tables in use.
 */
export async function planMigrations(database: OpenDatabase): Promise<MigrationPlan> {
  const client = await database.pool.connect();
  try {
    const applied = await appliedNames(client);
    const pending = migrations.map(({ name }) => name).filter((name) => !applied.includes(name));
    const sizes = await sizesOf(client);
    await client.query(`drop schema if exists ${SCRATCH} cascade`);
    try {
      // The locks of making the schema must be gone before those of the migrations are looked at.
      await client.query('begin');
      await makeSchema(client, database, applied);
      await client.query('commit');
      await client.query('begin');
      await useSchema(client);
      const steps: PlannedStep[] = [];
      let state = await stateOf(client, SCRATCH);
      let isStep = false;
      for (const migration of pending)
        for (const { text, inSteps } of statementsOf(database, migration)) {
          if (inSteps || isStep) {
            // Steps have no locks of what was before them, and leave none.
            await client.query('commit');
            await client.query('begin');
            await useSchema(client);
            state = await stateOf(client, SCRATCH);
          }
          isStep = inSteps;
          const { changes, after } = await observe(client, SCRATCH, text, state);
          state = after;
          for (const change of changes) {
            const size = sizes.get(change.table);
            // Nobody waits for a table that a missing migration creates.
            if (size) steps.push(stepOf(migration, { text, inSteps }, change, size));
          }
        }
      return { pending, steps };
    } finally {
      await client.query('rollback');
      await client.query(`drop schema if exists ${SCRATCH} cascade`);
    }
  } finally {
    client.release(true);
  }
}

async function makeSchema(client: PoolClient, database: OpenDatabase, applied: readonly string[]): Promise<void> {
  await client.query(`create schema ${SCRATCH}`);
  await useSchema(client);
  for (const name of applied) for (const { text } of statementsOf(database, name)) await client.query(text);
}

/** Operators of extensions are found in the schema that has them. */
async function useSchema(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct nspname as name from pg_extension join pg_namespace n on n.oid = extnamespace where nspname <> 'pg_catalog'`,
  );
  const path = [SCRATCH, ...rows.map(({ name }) => escapeIdentifier(name))];
  await client.query(`set local search_path to ${path.join()}`);
}

interface Statement {
  readonly text: string;
  readonly inSteps: boolean;
}

function statementsOf(database: OpenDatabase, name: string): Statement[] {
  const migration = migrationOf(database, name);
  const steps = migration instanceof SteppedMigration ? migration.steps : [];
  void migration.up();
  return [
    ...steps.map((step) => ({ text: statementOf(step), inSteps: true })),
    ...migration
      .getQueries()
      .map(String)
      .map((text) => ({ text, inSteps: false })),
  ];
}

interface Size {
  readonly rows: number;
  readonly bytes: number;
}

async function sizesOf(client: PoolClient): Promise<Map<string, Size>> {
  const { rows } = await client.query<Size & { name: string }>(
    `select relname as name, greatest(reltuples, 0)::float8 as rows, pg_total_relation_size(oid)::float8 as bytes
     from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'`,
  );
  return new Map(rows.map(({ name, ...size }) => [name, size]));
}

/** The locks of steps, where the same statement at once would take a stronger one. */
const STEPPED = { lock: 'ShareUpdateExclusiveLock', blocks: 'nothing' } as const;

function stepOf(migration: string, { text, inSteps }: Statement, change: Change, size: Size): PlannedStep {
  const oneLine = text.trim().replaceAll(/\s+/g, ' ');
  return {
    migration,
    statement: oneLine.length > LONGEST_STATEMENT ? `${oneLine.slice(0, LONGEST_STATEMENT)}…` : oneLine,
    ...change,
    ...(inSteps && change.blocks !== 'nothing' && STEPPED),
    ...size,
    seconds: Math.ceil(secondsOf(change.work, size)),
    inSteps,
  };
}

function secondsOf(work: Work, { rows, bytes }: Size): number {
  if (work === 'catalog') return 0;
  if (work === 'rows') return rows / ROWS_CHANGED;
  return bytes / (work === 'read' ? BYTES_READ : BYTES_REWRITTEN);
}
