import type { Pool } from 'pg';
import { systemClock } from '../../ground/kernel/clock.ts';
import { migrationStates, named, unknownMigrations } from '../../ground/persistence/migrate.ts';
import { suitability } from '../../ground/persistence/requirements.ts';
import { ok, wrong, type Finding } from './check.ts';

const MAX_SKEW_MS = 5_000;

/** Whether this version works with the PostgreSQL. */
export async function checkDatabase(pool: Pool, embedded: boolean): Promise<Finding> {
  const { version, fault } = await suitability(pool);
  if (fault) return wrong(fault.problem, fault.remedy);
  return ok(`${embedded ? 'The embedded PostgreSQL' : 'PostgreSQL'} ${version} answers.`);
}

/** Whether pg_trgm, which searches need, is installed or can be. */
export async function checkExtension(pool: Pool): Promise<Finding> {
  const { rows } = await pool.query<{ installed: string | null }>(
    `select installed_version as installed from pg_available_extensions where name = 'pg_trgm'`,
  );
  const [extension] = rows;
  if (!extension) return wrong('PostgreSQL has no pg_trgm extension.', 'Install PostgreSQL’s contrib package.');
  return ok(extension.installed ? `pg_trgm ${extension.installed} is installed.` : 'pg_trgm can be installed.');
}

/** Whether all migrations of this version are applied. */
export async function checkMigrations(pool: Pool): Promise<Finding> {
  const unknown = await unknownMigrations(pool);
  if (unknown.length > 0)
    return wrong(`A newer version has applied ${named(unknown)}.`, 'Run that version, or restore a backup.');
  const states = await migrationStates(pool);
  const pending = states.filter(({ applied }) => !applied);
  if (pending.length > 0)
    return wrong(
      `Not applied: ${named(pending.map(({ name }) => name))}.`,
      'Run guildhall migrate up, or start a server.',
    );
  return ok(`All ${states.length} applied.`);
}

/** Whether this machine and the database agree on the time. */
export async function checkClock(pool: Pool): Promise<Finding> {
  const before = systemClock.now().getTime();
  const { rows } = await pool.query<{ now: string }>('select extract(epoch from clock_timestamp()) * 1000 as now');
  const after = systemClock.now().getTime();
  const ahead = (before + after) / 2 - Number(rows[0]!.now);
  // The database read its clock at some time within the round trip.
  if (Math.abs(ahead) - (after - before) / 2 > MAX_SKEW_MS)
    return wrong(
      `This machine’s clock is ${seconds(ahead)} ${ahead > 0 ? 'ahead of' : 'behind'} the database’s.`,
      'Synchronize both with a time server (NTP).',
    );
  return ok(`Within ${seconds(Math.abs(ahead) + (after - before) / 2)} of the database’s.`);
}

const seconds = (ms: number): string => `${(Math.abs(ms) / 1000).toFixed(3)} s`;
