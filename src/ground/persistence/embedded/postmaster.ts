import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { EmbeddedPostgresError } from './embedded.error.ts';
import { environment, type Folder } from './folder.ts';
import { startOf } from './lock.ts';

/**
 * PostgreSQL's parent. Its standard input ends when our process does, however that ends; it then shuts PostgreSQL down.
 * A session of its own keeps a terminal's Ctrl-C away from both.
 */
const watchdog = `
trap : HUP INT TERM
exec 3<&0
"$@" 3<&- &
postgres=$!
(
  read -r _ <&3
  kill -INT $postgres || exit
  for second in 1 2 3 4 5 6 7 8 9 10; do
    sleep 1
    kill -0 $postgres || exit
  done
  kill -QUIT $postgres
) 2>/dev/null &
while :; do
  wait $postgres
  status=$?
  kill -0 $postgres 2>/dev/null || break
done
kill -TERM 0
exit $status
`;

const settings = {
  listen_addresses: '',
  port: 5432,
  timezone: 'UTC',
  log_timezone: 'UTC',
  max_connections: 100,
  jit: 'off',
  io_method: 'sync',
  wal_level: 'minimal',
  max_wal_senders: 0,
  max_logical_replication_workers: 0,
  // Statements that fail are the application's to report; here their values would only lie about on disk.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
};
/** A quarter of the memory, as PostgreSQL's manual advises, within bounds. PostgreSQL takes it as it comes to need it. */
const cacheMegabytes = Math.round(
  Math.min(512, Math.max(128, Math.min(process.constrainedMemory() || Infinity, totalmem()) / 4 / 2 ** 20)),
);
const withSync = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  shared_buffers: `${cacheMegabytes}MB`,
};
const withoutSync = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' };

/** Starts PostgreSQL under its watchdog. The folder must hold a cluster that no other postmaster uses. */
export function launch(folder: Folder, { postgres }: Binaries, durable: boolean): ChildProcess {
  if (existsSync(folder.log)) renameSync(folder.log, `${folder.log}.old`);
  const log = openSync(folder.log, 'a', 0o600);
  const all = { ...settings, unix_socket_directories: `"${folder.run}"`, ...(durable ? withSync : withoutSync) };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn('/bin/sh', ['-c', watchdog, 'guildhall-watchdog', postgres, '-D', folder.data, ...flags], {
    ...folder.account,
    cwd: '/',
    env: environment,
    detached: true,
    stdio: ['pipe', log, log],
  });
  closeSync(log);
  // Neither keeps our process alive: when that has nothing left to do, it ends, and PostgreSQL with it.
  child.unref();
  (child.stdin as unknown as { unref(): void }).unref();
  child.on('error', () => {});
  child.stdin?.on('error', () => {});
  return child;
}

export const hasEnded = (child: ChildProcess): boolean =>
  child.exitCode !== null || child.signalCode !== null || child.pid === undefined;

/** Shuts PostgreSQL down, ending its sessions, and waits until it is gone. */
export async function shutDown(folder: Folder, child: ChildProcess): Promise<void> {
  child.stdin?.destroy();
  while (!hasEnded(child)) await sleep(5);
  // Where somebody killed the watchdog, its postmaster is still there.
  await endOrphan(folder);
}

/** Ends the postmaster that a killed process left on the folder, if there is one. Call it with the lock held. */
export async function endOrphan(folder: Folder): Promise<void> {
  const file = join(folder.data, 'postmaster.pid');
  if (!existsSync(file)) return;
  const content = readFileSync(file, 'utf8');
  const pid = Number.parseInt(content, 10);
  if (!(pid > 0 && startOf(pid) !== undefined && commandLine(pid).includes(`-D ${folder.data}`))) {
    // PostgreSQL would take any process of that number for its own, be it a zombie or somebody else's: name a number
    // nobody has. The rest stays, because it shows PostgreSQL the backends that outlived their postmaster.
    writeFileSync(file, content.replace(/^\d+/, '2147483647'));
    return;
  }
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    process.kill(pid, signal);
    for (let step = 0; step < 1000; step += 1) {
      if (startOf(pid) === undefined) return;
      await sleep(10);
    }
  }
  throw new EmbeddedPostgresError(
    `An earlier PostgreSQL (process ${pid}) still uses ${folder.data} and does not stop.`,
  );
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    if (process.platform !== 'darwin') return '';
    return execFileSync('/bin/ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  }
}

/** The last lines of the log, for the message of an error. */
export function endOfLog(folder: Folder): string {
  return existsSync(folder.log) ? readFileSync(folder.log, 'utf8').trimEnd().split('\n').slice(-8).join('\n') : '';
}
