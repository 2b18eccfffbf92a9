/** What stands between the nodes and PostgreSQL, or under it, and can fail. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, closeSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from '../support/ports.ts';
import { Relay } from '../support/relay.ts';
import { BIN, Postgres, query } from './postgres.ts';
import { account, signal, until } from './programs.ts';

/** PostgreSQL behind a network that can be cut and silenced. */
export class Distant extends Postgres {
  readonly network = new Relay();
  private direct = '';

  override async create(): Promise<void> {
    await super.create();
    this.direct = this.url;
    const { port, pathname } = new URL(this.url);
    this.url = await this.network.start(`postgres://guildhall@${encodeURIComponent(this.folder)}:${port}${pathname}`);
  }

  override primary(): Promise<string> {
    return Promise.resolve(this.direct);
  }

  async stop(): Promise<void> {
    await this.network.cut();
  }
}

/** PostgreSQL with a streaming replica. */
export class Replicated extends Postgres {
  readUrl = '';
  private copy = '';
  private replica: ReturnType<typeof this.place.spawn> | undefined;

  override async create(): Promise<void> {
    await super.create();
    const [port] = await freePorts(1);
    const folder = this.place.sub('replica');
    this.copy = join(folder, 'data');
    const from = new URL(this.url).port;
    execFileSync(
      `${BIN}/pg_basebackup`,
      ['-h', '127.0.0.1', '-p', from, '-U', 'guildhall', '-D', this.copy, '-R'],
      account,
    );
    appendFileSync(join(this.copy, 'postgresql.auto.conf'), `port = ${port}\nunix_socket_directories = '${folder}'\n`);
    this.readUrl = `postgres://guildhall@127.0.0.1:${port}/postgres`;
    await this.startReplica();
  }

  async startReplica(): Promise<void> {
    this.replica = this.place.spawn('replica', [`${BIN}/postgres`, '-D', this.copy]);
    await until('the replica', async () => (await query(this.readUrl, 'select 1')).length === 1);
  }

  async killReplica(): Promise<void> {
    const gone = once(this.replica!, 'exit');
    this.replica!.kill('SIGKILL');
    await gone;
  }

  /** Has the replica repeat nothing for a while. */
  async delay(ms: number): Promise<void> {
    await query(this.readUrl, 'select pg_wal_replay_pause()');
    await sleep(ms);
    await query(this.readUrl, 'select pg_wal_replay_resume()');
  }
}

export const PGBOUNCER = '/usr/sbin/pgbouncer';

/** PostgreSQL behind Debian's PgBouncer, which gives each transaction another connection. */
export class Pooled extends Postgres {
  private direct = '';
  private file = '';
  private pooler: ReturnType<typeof this.place.spawn> | undefined;

  override async create(): Promise<void> {
    await super.create();
    this.direct = this.url;
    const [port] = await freePorts(1);
    this.file = join(this.place.sub('pgbouncer'), 'pgbouncer.ini');
    const settings = [
      '[databases]',
      `postgres = host=127.0.0.1 port=${new URL(this.url).port} user=guildhall`,
      '[pgbouncer]',
      `listen_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =`,
      'auth_type = any\npool_mode = transaction\ndefault_pool_size = 10\nmax_client_conn = 100',
    ];
    writeFileSync(this.file, `${settings.join('\n')}\n`, { mode: 0o644 });
    this.url = `postgres://guildhall@127.0.0.1:${port}/postgres`;
    await this.startPooler();
  }

  override primary(): Promise<string> {
    return Promise.resolve(this.direct);
  }

  async startPooler(): Promise<void> {
    this.pooler = this.place.spawn('pgbouncer', [PGBOUNCER, this.file]);
    await until('PgBouncer', async () => (await query(this.url, 'select 1')).length === 1);
  }

  async killPooler(): Promise<void> {
    const gone = once(this.pooler!, 'exit');
    signal(this.pooler!, 'SIGKILL');
    await gone;
  }
}

const DISK = 'size=256m';

/** Whether this account may mount a small disk. */
export function mayMount(): boolean {
  if (process.getuid!() !== 0) return false;
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** PostgreSQL on a small disk of its own. */
export class Cramped extends Postgres {
  override async create(): Promise<void> {
    const { uid, gid } = account;
    const options = `${DISK},uid=${uid},gid=${gid},mode=0700`;
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', this.folder]);
    await super.create();
  }

  /** Writes until there is no room. */
  fill(): void {
    const file = openSync(this.filler, 'w');
    try {
      for (const piece = Buffer.alloc(65_536); ;) writeSync(file, piece);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    } finally {
      closeSync(file);
    }
  }

  /** Makes room again, and starts PostgreSQL if it has given up. */
  async clear(): Promise<void> {
    rmSync(this.filler);
    if (this.isGone) await this.start();
  }

  async stop(): Promise<void> {
    if (!this.isGone) await this.kill();
    // The processes of a killed postmaster take a moment to go.
    await until('the disk is free', () => {
      execFileSync('umount', [this.folder], { stdio: 'ignore' });
      return true;
    });
  }

  private get filler(): string {
    return join(this.folder, 'filler');
  }
}
