import { Migrator } from '@mikro-orm/migrations';
import type { Pool } from 'pg';
import { StartFault } from '../kernel/start-fault.ts';
import { migrations } from './migrations/index.ts';
import type { OpenDatabase } from './open.ts';

export interface MigrationState {
  readonly name: string;
  readonly applied: boolean;
}

// Any number that nothing else locks: it stands for the right to change the schema or fill an empty database.
const LOCK = 7_202_611_20;

/** Runs `work` while no other node of this database does the same. */
export async function exclusively<Result>({ pool }: OpenDatabase, work: () => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  try {
    // A transaction's lock, because a pooler may hand the rest of a session another connection.
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
    return await work();
  } finally {
    // Closing the connection ends the transaction, and gives the lock back.
    client.release(true);
  }
}

/** Every migration of this version and whether the database has it; one query. */
export async function migrationStates(pool: Pool): Promise<MigrationState[]> {
  const applied = new Set(await appliedNames(pool));
  return migrations.map(({ name }) => ({ name, applied: applied.has(name) }));
}

/** The names of the migrations the database knows and this version does not: it was made by a newer one. */
export async function unknownMigrations(pool: Pool): Promise<string[]> {
  const known = new Set(migrations.map(({ name }) => name));
  return (await appliedNames(pool)).filter((name) => !known.has(name));
}

/** Refuses a database whose schema a newer version has made: this one would misread it. */
export async function assertKnown(pool: Pool): Promise<void> {
  const unknown = await unknownMigrations(pool);
  if (unknown.length > 0)
    throw new StartFault(
      'DATABASE_NEWER',
      `A newer version of Guildhall has changed this database (${unknown.join(', ')}). Run that version, or take the ` +
        'changes back with its guildhall migrate down, or restore a backup.',
    );
}

async function appliedNames(pool: Pool): Promise<string[]> {
  const exists = await pool.query<{ found: boolean }>(`select to_regclass('schema_migrations') is not null as found`);
  if (!exists.rows[0]!.found) return [];
  const { rows } = await pool.query<{ name: string }>('select name from schema_migrations order by id');
  return rows.map((row) => row.name);
}

/** Applies what is missing, in one transaction; returns the names. */
export async function migrateUp(database: OpenDatabase): Promise<string[]> {
  const done = await migratorOf(database).up();
  return done.map(({ name }) => name);
}

/** Takes the newest applied migration back; returns its name, or null when there is none. */
export async function migrateDown(database: OpenDatabase): Promise<string | null> {
  const [undone] = await migratorOf(database).down();
  return undone?.name ?? null;
}

const migratorOf = ({ orm }: OpenDatabase): Migrator => new Migrator(orm.em);
