import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { loadConfig, type Config } from '../ground/config/load.ts';
import { StartFault } from '../ground/kernel/start-fault.ts';
import { BackupReader, digestOfKey, explainingDamage, type BackupHead } from '../ground/persistence/backup.ts';
import type { CopiedTable } from '../ground/persistence/copy.ts';
import { assertRestorable, restoreDatabase } from '../ground/persistence/restore.ts';
import { ownSecretKey, secretKeyFile } from '../ground/persistence/secret-key.ts';
import type { Report } from './command.ts';
import { columns } from './layout.ts';
import { withNewDatabase } from './runtime.ts';

/** Restores a backup into the configured database, which must be new or empty. */
export async function restore(file: string): Promise<Report> {
  const config = loadConfig();
  let restored: CopiedTable[] = [];
  await explainingDamage(() =>
    pipeline(createReadStream(file), createGunzip(), async (bytes: AsyncIterable<Buffer>) => {
      const reader = new BackupReader(linesOf(bytes));
      const head = await reader.head();
      assertRestorable(head);
      restored = await withNewDatabase(config, async (database) => {
        await assertKey(config, head);
        return restoreDatabase(database, head, reader);
      });
    }),
  );
  const table = columns(restored.map(({ table: name, rows }) => [name, String(rows)]));
  return { data: { file, tables: restored }, text: `${table}\n\nEverything is restored. Start the server.` };
}

/** Refuses a key that did not encrypt what the backup holds. Keeps the key of the backup where there is none yet. */
async function assertKey({ secretKey, dataDir }: Config, head: BackupHead): Promise<void> {
  const contained = head.secret_key === undefined ? undefined : Buffer.from(head.secret_key, 'base64url');
  if (!secretKey && !contained)
    throw new StartFault(
      'SECRET_KEY',
      'The backup does not hold its SECRET_KEY. Set SECRET_KEY to the one it was made with.',
    );
  if (digestOfKey(secretKey ?? (await ownSecretKey(dataDir, contained))) === head.secret_key_digest) return;
  throw new StartFault(
    'SECRET_KEY',
    secretKey
      ? 'The backup was made with another SECRET_KEY. Set SECRET_KEY to that one.'
      : `The key in ${secretKeyFile(dataDir)} is not that of the backup. Restore into an empty DATA_DIR.`,
  );
}

async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let parts: string[] = [];
  for await (const chunk of chunks) {
    const [first, ...others] = decoder.decode(chunk, { stream: true }).split('\n');
    parts.push(first!);
    for (const next of others) {
      yield parts.join('');
      parts = [next];
    }
  }
}
