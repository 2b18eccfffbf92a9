import { escapeIdentifier, type PoolClient } from 'pg';
import { appliedNames } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import type { OpenDatabase } from './open.ts';
import { observe, type Change, stateOf } from './schema-change.ts';

/** What a statement does to a table: only its catalog entry, a read of all rows, a rewrite of all rows, a change of rows. */
export type Work = 'catalog' | 'read' | 'rewrite' | 'rows';

/** What one statement of a migration does to one table that is there already. */
export interface PlannedStep {
  readonly migration: string;
  /** The beginning of the statement. */
  readonly statement: string;
  readonly table: string;
  /** The mode of the lock, as PostgreSQL names it, such as AccessExclusiveLock. */
  readonly lock: string;
  readonly blocks: 'nothing' | 'writes' | 'reads and writes';
  readonly work: Work;
  /** Estimates by PostgreSQL's statistics. */
  readonly rows: number;
  readonly bytes: number;
  readonly seconds: number;
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
      for (const migration of pending)
        for (const statement of statementsOf(database, migration)) {
          const { changes, after } = await observe(client, SCRATCH, statement, state);
          state = after;
          for (const change of changes) {
            const size = sizes.get(change.table);
            // Nobody waits for a table that a missing migration creates.
            if (size) steps.push(stepOf(migration, statement, change, size));
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
  for (const name of applied) for (const statement of statementsOf(database, name)) await client.query(statement);
}

/** Operators of extensions are found in the schema that has them. */
async function useSchema(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct nspname as name from pg_extension join pg_namespace n on n.oid = extnamespace where nspname <> 'pg_catalog'`,
  );
  const path = [SCRATCH, ...rows.map(({ name }) => escapeIdentifier(name))];
  await client.query(`set local search_path to ${path.join()}`);
}

function statementsOf({ orm }: OpenDatabase, name: string): string[] {
  const { class: Migration } = migrations.find((migration) => migration.name === name)!;
  const migration = new Migration(orm.driver, orm.config);
  migration.up();
  return migration.getQueries().map(String);
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

function stepOf(migration: string, statement: string, change: Change, size: Size): PlannedStep {
  const oneLine = statement.trim().replaceAll(/\s+/g, ' ');
  return {
    migration,
    statement: oneLine.length > LONGEST_STATEMENT ? `${oneLine.slice(0, LONGEST_STATEMENT)}…` : oneLine,
    ...change,
    ...size,
    seconds: Math.ceil(secondsOf(change.work, size)),
  };
}

function secondsOf(work: Work, { rows, bytes }: Size): number {
  if (work === 'catalog') return 0;
  if (work === 'rows') return rows / ROWS_CHANGED;
  return bytes / (work === 'read' ? BYTES_READ : BYTES_REWRITTEN);
}
