import { Migrator } from '@mikro-orm/migrations';
import { defineConfig } from '@mikro-orm/postgresql';
import { loadConfig } from './src/ground/config/load.ts';
import { createLog } from './src/ground/kernel/log.ts';
import { entities } from './src/modules.ts';
import { describeFolder } from './src/ground/persistence/embedded/folder.ts';
import { urlOf } from './src/ground/persistence/embedded/supervisor.ts';
import { newMigrations } from './src/ground/persistence/migration-generator.ts';
import { ormOptions } from './src/ground/persistence/orm.ts';

// The tools decrypt nothing, so they do not need the SECRET_KEY that DATABASE_URL requires.
const { database, dataDir, logLevel } = loadConfig({ SECRET_KEY: '0'.repeat(64), ...process.env });

// The configuration of MikroORM's tools: the server's settings, on the database of DATABASE_URL or else on the embedded
// database of a running server with the same DATA_DIR.
const options = ormOptions({
  entities,
  url: database.url ?? urlOf(describeFolder(dataDir)),
  poolSize: database.poolSize,
  log: createLog(logLevel),
  limits: null,
});

export default defineConfig({
  ...options,
  extensions: [Migrator],
  migrations: { ...options.migrations, ...newMigrations },
});
