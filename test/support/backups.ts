/** Backups of a test server's database, in a folder that goes with the tests of the file. */
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';
import type { TestApp } from './app.ts';
import { useCli } from './cli.ts';
import { cloneDatabase, dropDatabase } from './postgres.ts';

/** A backup of the server is in `file` before the first test. */
export function useBackups(app: TestApp) {
  const cli = useCli(app);
  const admin = process.env['TEST_POSTGRES_URL']!;
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-backup-'));
  const file = join(folder, 'guildhall.backup');
  const databases: string[] = [];

  async function emptyDatabase(): Promise<string> {
    const name = `restored_${randomUUID().replaceAll('-', '')}`;
    databases.push(name);
    return cloneDatabase(admin, 'template1', name);
  }

  const backup = (path: string) => cli.run(['backup', path, '--json']);
  const restore = (path: string, url: string, env = {}) =>
    cli.run(['restore', path, '--json'], { env: { DATABASE_URL: url, ...env } });

  beforeAll(async () => {
    // The embedded PostgreSQL of root runs as somebody else.
    chmodSync(folder, 0o755);
    await backup(file);
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    for (const name of databases) await dropDatabase(admin, name);
  });
  return { cli, folder, file, emptyDatabase, backup, restore };
}
