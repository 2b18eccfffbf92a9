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

/** Makes the template: every migration, and the signing keys, whose making would be the slowest part of every test. */
export async function makeTemplate(adminUrl: string, name: string, secretKey: string): Promise<void> {
  const admin = new Client(adminUrl);
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  const url = adminUrl.replace(/[^/]*$/, name);
  const config = loadConfig({ NODE_ENV: 'test', DATABASE_URL: url, SECRET_KEY: secretKey });
  const log = createLog('silent');
  const database = await openDatabase({ entities, url, poolSize: 2, log, limits: null });
  await migrateUp(database);
  const vault = new Vault(Buffer.from(secretKey, 'base64url'));
  await new Runtime(database.db, () => database.orm.em.fork(), systemClock, log, vault, config).get(Keyring).ensure();
  await database.close();
}
