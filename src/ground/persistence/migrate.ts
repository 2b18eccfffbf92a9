import { setTimeout as sleep } from 'node:timers/promises';
import { type Migration, Migrator } from '@mikro-orm/migrations';
import type { ClientBase, Pool } from 'pg';
import { retried } from '../kernel/database.ts';
import { StartFault } from '../kernel/start-fault.ts';
import { FORMER_NAMES } from './migrations/former-names.ts';
import { migrations } from './migrations/index.ts';
import type { OpenDatabase } from './open.ts';
import { assertSuitable } from './requirements.ts';
import { SteppedMigration, takeSteps } from './stepped-migration.ts';

export interface MigrationState {
  readonly name: string;
  readonly applied: boolean;
}

type Queryable = Pick<ClientBase, 'query'> | Pick<Pool, 'query'>;

// A number that nothing else locks. Its owner may change the schema or fill an empty database.
const LOCK = 7_202_611_20;
const ASK_AGAIN_MS = 100;

/** Runs `work` while no other node of this database does the same. */
export async function exclusively<Result>({ pool }: OpenDatabase, work: () => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  try {
    while (!(await locks(client))) await sleep(ASK_AGAIN_MS);
    return await work();
  } finally {
    // Closing the connection ends the transaction and releases the lock.
    client.release(true);
  }
}

/**
 * Asks, and does not wait: an index is not made concurrently as long as a statement that began before it goes on. Nor has the
 * statement a parameter: PostgreSQL would keep its snapshot until the next statement, for which it would wait, too.
 */
async function locks(client: ClientBase): Promise<boolean> {
  // The lock belongs to a transaction, because a pooler may give a session another connection.
  await client.query('begin');
  const { rows } = await client.query<{ free: boolean }>(`select pg_try_advisory_xact_lock(${LOCK}) as free`);
  if (!rows[0]!.free) await client.query('rollback');
  return rows[0]!.free;
}

/** Every migration of this version, and whether the database has it. Takes one query. */
export async function migrationStates(pool: Pool): Promise<MigrationState[]> {
  const applied = new Set(await appliedNames(pool));
  return migrations.map(({ name }) => ({ name, applied: applied.has(name) }));
}

/**
 * How often a migration begins again. It locks one table after the other, as requests of the nodes in service do, so
 * each can wait for the other. PostgreSQL then stops one of them, which may be the migration every time.
 */
const RETRIES = 20;

/** How many migrations a message names one by one. */
const NAMED = 3;

/** Tells which migrations these are, in a few words. There is at least one. */
export const named = (names: readonly string[]): string =>
  names.length > NAMED ? `${names.length} migrations, from ${names[0]} to ${names.at(-1)}` : names.join(', ');

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
      `A newer version of Guildhall has changed this database (${named(unknown)}). Run that version, or take the ` +
        'changes back with its guildhall migrate down, or restore a backup.',
    );
}

/** The names of the migrations that the database has, in the order in which they were applied. */
export async function appliedNames(pool: Queryable): Promise<string[]> {
  const exists = await pool.query<{ found: boolean }>(`select to_regclass('schema_migrations') is not null as found`);
  if (!exists.rows[0]!.found) return [];
  const { rows } = await pool.query<{ name: string }>('select name from schema_migrations order by id');
  return knownNames(rows.map((row) => row.name));
}

const [FIRST] = migrations.map(({ name }) => name) as [string];

/** The names of migrations that a database or a backup has, with one for those that the first schema was made by before. */
export function knownNames(stored: readonly string[]): string[] {
  const later = stored.filter((name) => name !== FIRST && !FORMER_NAMES.includes(name));
  const hasFirst = stored.includes(FIRST) || FORMER_NAMES.every((name) => stored.includes(name));
  return hasFirst ? [FIRST, ...later] : [...stored];
}

/** Notes the first schema where it was made by other migrations. Their names stay: servers of before ask for them. */
async function noteFirst(pool: Pool, applied: readonly string[]): Promise<void> {
  if (!applied.includes(FIRST)) return;
  await pool.query(
    'insert into schema_migrations (name) select $1::text where not exists (select from schema_migrations where name = $1)',
    [FIRST],
  );
}

/**
 * Applies missing migrations, or only those of the given names. Returns their names. Each is a transaction of its own, so that
 * it locks few tables at once: nodes in service lock them in other orders. Refuses an unsuitable PostgreSQL.
 */
export async function migrateUp(database: OpenDatabase, names?: readonly string[]): Promise<string[]> {
  await assertSuitable(database.pool);
  const applied = await appliedNames(database.pool);
  await noteFirst(database.pool, applied);
  const missing = migrations.filter(({ name }) => !applied.includes(name) && (names?.includes(name) ?? true));
  for (const { name } of missing) {
    const migration = migrationOf(database, name);
    if (migration instanceof SteppedMigration) await takeSteps(database.pool, migration);
    await retried(() => migratorOf(database).up([name]), RETRIES);
  }
  return missing.map(({ name }) => name);
}

/** One migration, to be asked what it does. */
export function migrationOf({ orm }: OpenDatabase, name: string): Migration {
  const { class: Made } = migrations.find((migration) => migration.name === name)!;
  return new Made(orm.driver, orm.config);
}

/** Reverts the newest applied migration. Returns its name, or null if there is none. */
export async function migrateDown(database: OpenDatabase): Promise<string | null> {
  await noteFirst(database.pool, await appliedNames(database.pool));
  const [undone] = await retried(() => migratorOf(database).down(), RETRIES);
  return undone?.name ?? null;
}

const migratorOf = ({ orm }: OpenDatabase): Migrator => new Migrator(orm.em);
