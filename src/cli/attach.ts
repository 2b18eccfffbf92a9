import { loadConfig } from '../ground/config/load.ts';
import { postgresUrl } from '../ground/config/format.ts';
import { entities } from '../modules.ts';
import { createLog } from '../ground/kernel/log.ts';
import { copyDatabase } from '../ground/persistence/copy.ts';
import { assertEmpty } from '../ground/persistence/empty.ts';
import { exclusively, migrateUp } from '../ground/persistence/migrate.ts';
import { openDatabase } from '../ground/persistence/open.ts';
import { secretKeyFile } from '../ground/persistence/secret-key.ts';
import { UsageError } from './failure.ts';
import type { Report } from './command.ts';
import { columns } from './layout.ts';
import { assertMigrated, withIdleDatabase } from './runtime.ts';

const POOL_SIZE = 3;

/** `url`: the PostgreSQL that servers use from then on. */
export async function attachTo(url: string): Promise<Report> {
  const { success, data } = postgresUrl.safeParse(url);
  if (!success) throw new UsageError('--url must be a postgres:// URL.', 'See guildhall attach --help.');
  const config = loadConfig();
  return withIdleDatabase(config, async (source) => {
    await assertMigrated(source);
    const target = await openDatabase({
      entities,
      url: data,
      poolSize: POOL_SIZE,
      log: createLog('silent'),
      limits: null,
    });
    try {
      await exclusively(target, async () => {
        await assertEmpty(target);
        await migrateUp(target);
      });
      const copied = await copyDatabase(source, target);
      const table = columns(copied.map(({ table: name, rows }) => [name, String(rows)]));
      const key = config.secretKey ? 'the same SECRET_KEY' : `SECRET_KEY_FILE=${secretKeyFile(config.dataDir)}`;
      const next = `Everything is copied. Start the servers with DATABASE_URL set to that URL, and ${key}.`;
      return { data: { copied }, text: `${table}\n\n${next}` };
    } finally {
      await target.close();
    }
  });
}
