import { createWriteStream } from 'node:fs';
import { link, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import manifest from '../../package.json' with { type: 'json' };
import { loadConfig } from '../ground/config/load.ts';
import { systemClock } from '../ground/kernel/clock.ts';
import { StartFault } from '../ground/kernel/start-fault.ts';
import { backupLines, digestOfKey } from '../ground/persistence/backup.ts';
import type { CopiedTable } from '../ground/persistence/copy.ts';
import { assertKnown } from '../ground/persistence/migrate.ts';
import { ownSecretKey } from '../ground/persistence/secret-key.ts';
import type { Report } from './command.ts';
import { columns } from './layout.ts';
import { withDatabase } from './runtime.ts';

/** Writes a backup. The file appears under its name only when it is whole. */
export async function backup(file: string): Promise<Report> {
  const config = loadConfig();
  return withDatabase(
    config,
    async (database) => {
      await assertKnown(database.pool);
      const key = config.secretKey ?? (await ownSecretKey(config.dataDir));
      const about = {
        version: manifest.version,
        created_at: systemClock.now().toISOString(),
        secret_key_digest: digestOfKey(key),
        ...(config.secretKey ? {} : { secret_key: key.toString('base64url') }),
      };
      const written: CopiedTable[] = [];
      const lines = backupLines(database, about, (table, rows) => written.push({ table, rows }));
      await writeWhole(file, lines);
      const table = columns(written.map(({ table: name, rows }) => [name, String(rows)]));
      const advice = config.secretKey
        ? 'SECRET_KEY is not in it: keep that too, in another place.'
        : 'It holds the SECRET_KEY too: keep it as you keep DATA_DIR.';
      return { data: { file, tables: written }, text: `${table}\n\nEverything is in ${file}. ${advice}` };
    },
    null,
  );
}

/** Why a file cannot be written, by the code of the system. */
const REASONS: Readonly<Record<string, string>> = {
  EEXIST: 'it exists already',
  ENOENT: 'its folder does not exist',
  EACCES: 'this user may not write there',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
};

async function writeWhole(file: string, lines: AsyncIterable<string>): Promise<void> {
  const partial = `${file}.${process.pid}.partial`;
  try {
    await pipeline(Readable.from(lines), createGzip(), createWriteStream(partial, { flags: 'wx', mode: 0o600 }));
    // A link, unlike a renamed file, never replaces a file.
    await link(partial, file);
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    if (path === undefined) throw error;
    const why = REASONS[code ?? ''] ?? code;
    throw new StartFault('BACKUP_NOT_WRITTEN', `${file} cannot be written: ${why}.`, { cause: error });
  } finally {
    await rm(partial, { force: true });
  }
}
