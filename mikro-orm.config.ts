import { Migrator } from '@mikro-orm/migrations';
import { defineConfig } from '@mikro-orm/postgresql';
import { loadConfig } from './src/config/load.ts';
import { entities } from './src/entities.ts';
import { createLog } from './src/kernel/log.ts';
import { describeFolder } from './src/persistence/embedded/folder.ts';
import { urlOf } from './src/persistence/embedded/supervisor.ts';
import { newMigrations } from './src/persistence/migration-generator.ts';
import { ormOptions } from './src/persistence/orm.ts';

// Nothing is unsealed here: the server's key, which DATABASE_URL asks for, need not be known.
const { database, dataDir, logLevel } = loadConfig({ SECRET_KEY: '0'.repeat(64), ...process.env });

// What MikroORM's own tools read: the server's settings, on the database that DATABASE_URL names, else on that of a server
// which runs on DATA_DIR.
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
