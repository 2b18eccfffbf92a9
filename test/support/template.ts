import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import {
  createLog,
  Keyring,
  loadConfig,
  migrateUp,
  entities,
  openDatabase,
  Runtime,
  systemClock,
  Vault,
} from '#product';
import { copyFiles, startTestPostgres } from './postgres.ts';

export const TEMPLATE = 'guildhall_template';

/** The SECRET_KEY of every test server: the template's signing keys are sealed with it. */
export const TEST_SECRET_KEY = Buffer.alloc(32, 7).toString('base64url');

/**
 * The files of a PostgreSQL that has the template, beside the build in `dist`. They are made once for each build, each account and
 * each day, because the template has keys, which age.
 */
export async function keptTemplate(dist: string): Promise<string> {
  const build = readFileSync(join(dist, 'built'), 'utf8').slice(0, 16);
  const day = new Date().toISOString().slice(0, 10);
  const kept = join(dist, `template-${build}-${day}-${process.getuid?.()}`);
  if (existsSync(kept)) return kept;
  for (const outdated of globSync(join(dist, 'template-*'))) await rm(outdated, { recursive: true, force: true });
  const postgres = await startTestPostgres();
  await cloneSource(postgres.url, TEST_SECRET_KEY);
  // Another run may have made the same meanwhile.
  const draft = await mkdtemp(join(dist, 'template-'));
  await postgres.stop((files) => copyFiles(files, join(draft, 'files')));
  await rename(join(draft, 'files'), kept).catch(() => {});
  await rm(draft, { recursive: true });
  return kept;
}

/** Makes the template: every migration, and the signing keys, whose making would be the slowest part of every test. */
async function cloneSource(adminUrl: string, secretKey: string): Promise<void> {
  const admin = new Client(adminUrl);
  await admin.connect();
  await admin.query(`create database ${TEMPLATE}`);
  await admin.end();
  const url = adminUrl.replace(/[^/]*$/, TEMPLATE);
  const config = loadConfig({ NODE_ENV: 'test', DATABASE_URL: url, SECRET_KEY: secretKey });
  const log = createLog('silent');
  const database = await openDatabase({ entities, url, poolSize: 2, log, limits: null });
  await migrateUp(database);
  const vault = new Vault(Buffer.from(secretKey, 'base64url'));
  await new Runtime(database.db, () => database.orm.em.fork(), systemClock, log, vault, config).get(Keyring).ensure();
  await database.close();
}
