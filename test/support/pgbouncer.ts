import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { freePorts } from './ports.ts';
import { until } from './until.ts';

/** Debian's PgBouncer (1.18), in front of PostgreSQL. */
export class PgBouncer {
  private folder = '';
  private child: ChildProcess | undefined;

  /** `url`: the database's own. Gives the one through the pooler. */
  async start(url: string, mode: 'session' | 'transaction'): Promise<string> {
    const target = new URL(url);
    const socket = decodeURIComponent(target.hostname);
    const [port] = await freePorts(1);
    this.folder = mkdtempSync(join(tmpdir(), 'guildhall-pgbouncer-'));
    const ini = join(this.folder, 'pgbouncer.ini');
    writeFileSync(
      ini,
      `[databases]
* = host=${socket} port=${target.port} user=${target.username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${mode === 'session' ? 20 : 4}
max_client_conn = 100
logfile = ${this.folder}/log
`,
    );
    // Only PostgreSQL's own account may enter the folder of its socket, and PgBouncer will not run as root.
    const { uid, gid } = statSync(socket);
    chownSync(this.folder, uid, gid);
    this.child = spawn('/usr/sbin/pgbouncer', [ini], { uid, gid, stdio: 'ignore' });
    await once(this.child, 'spawn');
    const through = `postgresql://${target.username}@127.0.0.1:${port}${target.pathname}`;
    await until(() => answers(through)).catch((cause: unknown) => {
      throw new Error(`PgBouncer does not answer:\n${readFileSync(`${this.folder}/log`, 'utf8')}`, { cause });
    });
    return through;
  }

  async stop(): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (child?.kill('SIGKILL')) await once(child, 'exit');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new Client(url);
  client.on('error', () => {});
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}
