/** An empty database made ready by the product's own code: migrated, with keys, one customer and its service account. */
import { randomBytes } from 'node:crypto';
import { loadConfig } from '../src/ground/config/load.ts';
import { entities } from '../src/modules.ts';
import { systemClock, type Clock } from '../src/ground/kernel/clock.ts';
import { createLog } from '../src/ground/kernel/log.ts';
import { Runtime } from '../src/ground/kernel/runtime.ts';
import { Vault } from '../src/ground/kernel/secret.ts';
import { createCustomer } from '../src/modules/customers/index.ts';
import { Keyring } from '../src/modules/keys/index.ts';
import { issueAccessToken } from '../src/doors/oauth/tokens/access-token.ts';
import { migrateUp } from '../src/ground/persistence/migrate.ts';
import { openDatabase, type OpenDatabase } from '../src/ground/persistence/open.ts';
import type { Credentials } from './browser.ts';

const ISSUER = 'https://id.example';

export interface Tenant {
  /** What a server of ours needs in its environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly databaseUrl: string;
  readonly issuer: string;
  readonly customerId: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly administrator: Credentials;
  /** The service account's access token, with every scope. */
  readonly clientToken: string;
}

/** Runs the product's own code on a database, for as long as `use` takes. */
export async function withRuntime<Made>(
  env: Readonly<Record<string, string>>,
  databaseUrl: string,
  clock: Clock,
  use: (runtime: Runtime, database: OpenDatabase) => Promise<Made>,
): Promise<Made> {
  const config = loadConfig({ ...env, DATABASE_URL: databaseUrl });
  const log = createLog('error');
  const database = await openDatabase({ entities, url: databaseUrl, poolSize: 2, log, limits: null });
  const fork = () => database.orm.em.fork();
  try {
    return await use(new Runtime(database.db, fork, clock, log, new Vault(config.secretKey!), config), database);
  } finally {
    await database.close();
  }
}

/** Makes the tenant, then fills its database by `fill` while that is open. */
export function createTenant<More>(
  databaseUrl: string,
  fill: (tenant: Tenant, runtime: Runtime, database: OpenDatabase) => Promise<More>,
): Promise<Tenant & More> {
  const env = {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'info',
    BASE_URL: ISSUER,
    ACCESS_TOKEN_SECONDS: '86400',
    // One caller is all of the load.
    COST_PER_SECOND: '100000000',
    SECRET_KEY: randomBytes(32).toString('base64url'),
  };
  return withRuntime(env, databaseUrl, systemClock, async (runtime, database) => {
    await migrateUp(database);
    await runtime.get(Keyring).ensure();
    const { customerId, clientId, clientSecret, adminEmail, adminPassword } = await createCustomer(runtime, {
      name: 'Bench',
      adminEmail: 'admin@example.com',
    });
    const scopes = ['read', 'write', 'admin'];
    const { token: clientToken } = await issueAccessToken(runtime, { clientId, customerId, scopes }, systemClock.now());
    const administrator = { email: adminEmail, password: adminPassword };
    const tenant = { env, databaseUrl, issuer: ISSUER, customerId, clientId, clientSecret, administrator, clientToken };
    return { ...tenant, ...(await fill(tenant, runtime, database)) };
  });
}
