/** PostgreSQL 15 of Debian's. */
import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { freePorts } from '../support/ports.ts';
import { account, until, type Workplace } from './programs.ts';

export const BIN = '/usr/lib/postgresql/15/bin';

/** What keeps the data. */
export interface Store {
  readonly url: string;
  /** A replica to read lists from. */
  readonly readUrl?: string;
  /** The URL of the one server that has everything now. */
  primary(): Promise<string>;
  create(): Promise<void>;
  /** Ends what does not end with the programs that the rig started. */
  stop?(): Promise<void>;
}

/** One PostgreSQL, which can be killed and started again on its data. */
export class Postgres implements Store {
  private child: ChildProcess | undefined;
  private data = '';
  url = '';

  constructor(protected readonly place: Workplace) {}

  /** The folder of its socket and its data. */
  get folder(): string {
    return this.place.sub('postgres');
  }

  /** Whether it has ended. */
  get isGone(): boolean {
    return this.child?.exitCode !== null || this.child.signalCode !== null;
  }

  /** Makes an empty database and starts it. */
  async create(): Promise<void> {
    const { folder } = this;
    this.data = join(folder, 'data');
    const [port] = await freePorts(1);
    execFileSync(`${BIN}/initdb`, ['-D', this.data, '-U', 'guildhall', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
      ...account,
      stdio: 'ignore',
    });
    writeFileSync(
      join(this.data, 'postgresql.auto.conf'),
      `port = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = '${folder}'\nshared_buffers = '16MB'\n`,
    );
    this.url = `postgres://guildhall@127.0.0.1:${port}/postgres`;
    await this.start();
  }

  primary(): Promise<string> {
    return Promise.resolve(this.url);
  }

  async start(): Promise<void> {
    this.child = this.place.spawn('postgres', [`${BIN}/postgres`, '-D', this.data]);
    await until('PostgreSQL', () => accepts(this.url));
  }

  /** Kills the postmaster. Its processes notice, and end by themselves. */
  async kill(): Promise<void> {
    const gone = once(this.child!, 'exit');
    this.child!.kill('SIGKILL');
    await gone;
  }

  /** Ends every connection but its own. */
  async terminateBackends(): Promise<void> {
    await query(
      this.url,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
  }
}

/** Runs one statement on a connection of its own. */
export async function query<T extends pg.QueryResultRow>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<T>(text);
  await client.end();
  return rows;
}

/** Whether a database accepts connections. */
async function accepts(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
