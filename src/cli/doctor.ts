import { ConfigError, configWarnings, loadConfig, type Config } from '../ground/config/load.ts';
import type { OpenDatabase } from '../ground/persistence/open.ts';
import type { Report } from './command.ts';
import { ok, skipped, warning, wrong, type Check, type Finding } from './doctor/check.ts';
import { checkCustomers, checkEmailCodes, checkSigningKeys } from './doctor/contents.check.ts';
import { checkClock, checkDatabase, checkExtension, checkMigrations } from './doctor/database.check.ts';
import { checkDocuments } from './doctor/documents.check.ts';
import { checkDataDir, checkSecretKey } from './doctor/files.check.ts';
import { checkIsolation } from './doctor/isolation.check.ts';
import { checkMail } from './doctor/mail.check.ts';
import { checkReplica } from './doctor/replica.check.ts';
import { describeFailure } from './failure.ts';
import { columns } from './layout.ts';
import { runtimeOn, withDatabase } from './runtime.ts';

/** `isolation`: also asks every query for what belongs to other customers. */
export async function doctor(isolation: boolean): Promise<Report> {
  const checks = await examine(isolation);
  const failed = checks.some(({ status }) => status === 'wrong');
  const rows = checks.flatMap(({ status, name, message, advice }) => [
    [status, name, message],
    ...(advice ? [['', '', `→ ${advice}`]] : []),
  ]);
  return { data: { ok: !failed, checks }, text: columns(rows), failed };
}

async function examine(isolation: boolean): Promise<Check[]> {
  const { config, findings } = readConfiguration();
  const configuration = findings.map((finding) => ({ name: 'configuration', ...finding }));
  if (!config) return configuration;
  const secretKey = await checkSecretKey(config);
  return [
    ...configuration,
    { name: 'data_dir', ...checkDataDir(config) },
    { name: 'secret_key', ...secretKey },
    ...(await examineDatabase(config, secretKey, isolation)),
    { name: 'mail', ...checkMail(config) },
    { name: 'documents', ...(await checkDocuments(config)) },
  ];
}

function readConfiguration(): { config: Config | null; findings: Finding[] } {
  const warnings = configWarnings().map((text) => warning(text, 'guildhall config show lists the known variables.'));
  try {
    const config = loadConfig();
    return { config, findings: warnings.length > 0 ? warnings : [ok('Every setting is valid.')] };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const faults = error.faults.map(({ variable, read, expected }) =>
      wrong(`${variable}: read ${read}.`, `Set it to ${expected}.`),
    );
    return { config: null, findings: [...faults, ...warnings] };
  }
}

async function examineDatabase(config: Config, secretKey: Finding, isolation: boolean): Promise<Check[]> {
  try {
    return await withDatabase(config, (database) => examineOpen(database, config, secretKey, isolation));
  } catch (error) {
    const { message } = await describeFailure(error);
    return [{ name: 'database', ...wrong(message, config.database.url && 'Check DATABASE_URL and its server.') }];
  }
}

async function examineOpen(
  database: OpenDatabase,
  config: Config,
  secretKey: Finding,
  isolation: boolean,
): Promise<Check[]> {
  const { pool } = database;
  const migrations = await checkMigrations(pool);
  const checks: Check[] = [
    { name: 'database', ...(await checkDatabase(pool, config.database.url === undefined)) },
    { name: 'read_replica', ...(await checkReplica(pool, config)) },
    { name: 'pg_trgm', ...(await checkExtension(pool)) },
    { name: 'clock', ...(await checkClock(pool)) },
    { name: 'migrations', ...migrations },
  ];
  const waits = migrations.status !== 'ok' ? 'migrations' : secretKey.status !== 'ok' ? 'secret_key' : null;
  if (waits) {
    const why = skipped(`Skipped until ${waits} is in order.`);
    return [...checks, ...['signing_keys', 'customers', 'email_codes'].map((name) => ({ name, ...why }))];
  }
  const runtime = await runtimeOn(database, config);
  return [
    ...checks,
    { name: 'signing_keys', ...(await checkSigningKeys(runtime)) },
    { name: 'customers', ...(await checkCustomers(runtime, config)) },
    { name: 'email_codes', ...(await checkEmailCodes(runtime, config)) },
    ...(isolation ? [{ name: 'isolation', ...(await checkIsolation(runtime, database)) }] : []),
  ];
}
