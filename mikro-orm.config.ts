import { loadConfig } from './src/config/load.ts';
import { entities } from './src/entities.ts';
import { createLog } from './src/kernel/log.ts';
import { ormOptions } from './src/persistence/orm.ts';

const { database, logLevel } = loadConfig();

// What MikroORM's own tools read: the server's settings, on the database that DATABASE_URL names.
export default ormOptions({
  entities,
  url: database.url ?? '',
  poolSize: database.poolSize,
  log: createLog(logLevel),
  limits: null,
});
