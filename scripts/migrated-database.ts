import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { createLog } from '../src/ground/kernel/log.ts';
import { entities } from '../src/modules.ts';
import { startEmbedded } from '../src/ground/persistence/embedded/index.ts';
import { migrateUp } from '../src/ground/persistence/migrate.ts';
import { openDatabase } from '../src/ground/persistence/open.ts';

/** Runs `work` on a new, empty database to which all migrations have been applied. */
export async function onMigratedDatabase<Result>(work: (pool: Pool) => Promise<Result>): Promise<Result> {
  const dataDir = await mkdtemp(join(tmpdir(), 'guildhall-reference-'));
  const embedded = await startEmbedded({ dataDir, durable: false });
  try {
    const database = await openDatabase({
      entities,
      url: embedded.url,
      poolSize: 2,
      log: createLog('silent'),
      limits: null,
    });
    await migrateUp(database);
    const result = await work(database.pool);
    await database.close();
    return result;
  } finally {
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
