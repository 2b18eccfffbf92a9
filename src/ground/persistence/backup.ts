import * as z from 'zod';
import { digest } from '../kernel/secret.ts';
import { StartFault } from '../kernel/start-fault.ts';
import { appliedNames } from './migrate.ts';
import type { OpenDatabase } from './open.ts';
import { rowsOf, type TableRows } from './rows.ts';
import { beginSnapshot, tablesOf } from './snapshot.ts';

const FORMAT = 1;

/**
 * The first line of a backup. `migrations` are those that its schema has. `secretKey` is there if the server keeps its key
 * in DATA_DIR; the digest tells any key.
 */
const headSchema = z.object({
  guildhall_backup: z.literal(FORMAT),
  version: z.string(),
  created_at: z.iso.datetime(),
  migrations: z.array(z.string()).min(1),
  secret_key_digest: z.string(),
  secret_key: z.string().optional(),
});
export type BackupHead = z.infer<typeof headSchema>;

const lineSchema = z.union([
  z.object({ table: z.string(), columns: z.array(z.string()) }),
  z.object({ rows: z.array(z.string()) }),
  z.object({ end: z.literal(true) }),
]);

/** What a backup says of a key, so that another key is noticed. The key has 256 random bits. */
export const digestOfKey = (key: Buffer): string => digest(key.toString('hex')).toString('base64url');

/** The lines of a backup: one snapshot of every table, in JSON. Reports each table with its number of rows. */
export async function* backupLines(
  database: OpenDatabase,
  about: Pick<BackupHead, 'version' | 'created_at' | 'secret_key_digest' | 'secret_key'>,
  onTable: (table: string, rows: number) => void,
): AsyncGenerator<string> {
  const client = await database.pool.connect();
  try {
    await beginSnapshot(client);
    const migrations = await appliedNames(client);
    yield line({ guildhall_backup: FORMAT, migrations, ...about } satisfies BackupHead);
    for (const name of await tablesOf(database, client)) {
      const { table, columns, batches } = await rowsOf(client, name);
      yield line({ table, columns });
      let count = 0;
      for await (const rows of batches) {
        count += rows.length;
        yield line({ rows });
      }
      onTable(table, count);
    }
    yield line({ end: true });
  } finally {
    client.release(true);
  }
}

const line = (value: object): string => `${JSON.stringify(value)}\n`;

/** The parts of a backup, in order: its head, then each table. Throws a `StartFault` for a file that is none, or not whole. */
export class BackupReader {
  private readonly lines: AsyncIterator<string>;
  private pending: z.infer<typeof lineSchema> | undefined;

  constructor(lines: AsyncIterable<string>) {
    this.lines = lines[Symbol.asyncIterator]();
  }

  async head(): Promise<BackupHead> {
    return headSchema.parse(await this.next());
  }

  async *tables(): AsyncGenerator<TableRows> {
    this.pending = lineSchema.parse(await this.next());
    while (!('end' in this.pending)) {
      if (!('table' in this.pending)) throw unreadable();
      const { table, columns } = this.pending;
      yield { table, columns, batches: this.batches() };
    }
    if (!(await this.lines.next()).done) throw unreadable();
  }

  private async *batches(): AsyncGenerator<string[]> {
    for (;;) {
      this.pending = lineSchema.parse(await this.next());
      if (!('rows' in this.pending)) return;
      yield this.pending.rows;
    }
  }

  private async next(): Promise<unknown> {
    const read = await this.lines.next();
    if (read.done) throw unreadable();
    return JSON.parse(read.value);
  }
}

/** Makes what reading a missing or damaged file throws an error about the file. */
export async function explainingDamage<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall === 'open' || syscall === 'read')
      throw unreadable(error, `The file cannot be read: ${code === 'ENOENT' ? 'it does not exist' : code}.`);
    const damaged = error instanceof z.ZodError || error instanceof SyntaxError || DAMAGED.test(code ?? '');
    throw damaged ? unreadable(error) : error;
  }
}

/** What decompressing and decoding throw. */
const DAMAGED = /^(?:Z_|ERR_ENCODING_INVALID)/;

const unreadable = (
  cause?: unknown,
  message = 'The file is not a whole backup that this version can read.',
): StartFault => new StartFault('BACKUP_UNREADABLE', `${message} Nothing was restored.`, { cause });
