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

export const TEMPLATE = 'guildhall_template';

/** The SECRET_KEY of every test server: the template's signing keys are sealed with it. */
export const TEST_SECRET_KEY = Buffer.alloc(32, 7).toString('base64url');

/** Makes the template: every migration, and the signing keys, whose making would be the slowest part of every test. */
export async function cloneSource(adminUrl: string, secretKey: string): Promise<void> {
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
