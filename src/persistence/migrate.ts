import { Migrator } from '@mikro-orm/migrations';
import type { ClientBase, Pool } from 'pg';
import { StartFault } from '../kernel/start-fault.ts';
import { migrations } from './migrations/index.ts';
import type { OpenDatabase } from './open.ts';
import { assertSuitable } from './requirements.ts';

export interface MigrationState {
  readonly name: string;
  readonly applied: boolean;
}

type Queryable = Pick<ClientBase, 'query'> | Pick<Pool, 'query'>;

// A number that nothing else locks. Its owner may change the schema or fill an empty database.
const LOCK = 7_202_611_20;

/** Runs `work` while no other node of this database does the same. */
export async function exclusively<Result>({ pool }: OpenDatabase, work: () => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  try {
    // The lock belongs to a transaction, because a pooler may give a session another connection.
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
    return await work();
  } finally {
    // Closing the connection ends the transaction and releases the lock.
    client.release(true);
  }
}

/** Every migration of this version, and whether the database has it. Takes one query. */
export async function migrationStates(pool: Pool): Promise<MigrationState[]> {
  const applied = new Set(await appliedNames(pool));
  return migrations.map(({ name }) => ({ name, applied: applied.has(name) }));
}

/** The names of migrations that only the database knows: a newer version has applied them. */
export async function unknownMigrations(pool: Pool): Promise<string[]> {
  const known = new Set(migrations.map(({ name }) => name));
  return (await appliedNames(pool)).filter((name) => !known.has(name));
}

/** Refuses a database whose schema a newer version has changed. */
export async function assertKnown(pool: Pool): Promise<void> {
  const unknown = await unknownMigrations(pool);
  if (unknown.length > 0)
    throw new StartFault(
      'DATABASE_NEWER',
      `A newer version of Guildhall has changed this database (${unknown.join(', ')}). Run that version, or take the ` +
        'changes back with its guildhall migrate down, or restore a backup.',
    );
}

/** The names of the migrations that the database has, in the order in which they were applied. */
export async function appliedNames(pool: Queryable): Promise<string[]> {
  const exists = await pool.query<{ found: boolean }>(`select to_regclass('schema_migrations') is not null as found`);
  if (!exists.rows[0]!.found) return [];
  const { rows } = await pool.query<{ name: string }>('select name from schema_migrations order by id');
  return rows.map((row) => row.name);
}

/**
 * Applies missing migrations, or only those of the given names, in one transaction. Returns their names. Refuses an
 * unsuitable PostgreSQL.
 */
export async function migrateUp(database: OpenDatabase, names?: readonly string[]): Promise<string[]> {
  await assertSuitable(database.pool);
  const done = await migratorOf(database).up(names && [...names]);
  return done.map(({ name }) => name);
}

/** Reverts the newest applied migration. Returns its name, or null if there is none. */
export async function migrateDown(database: OpenDatabase): Promise<string | null> {
  const [undone] = await migratorOf(database).down();
  return undone?.name ?? null;
}

const migratorOf = ({ orm }: OpenDatabase): Migrator => new Migrator(orm.em);
