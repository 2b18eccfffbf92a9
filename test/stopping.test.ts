import { spawn } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { useApp } from './support/app.ts';
import { BUILT, NPM_START, Started } from './support/started.ts';
import { TEST_SECRET_KEY } from './support/template.ts';
import { until } from './support/until.ts';

// Real processes, which take their time to start on a busy machine.

// Longer than a test may take.
const app = useApp({ SHUTDOWN_TIMEOUT_SECONDS: '300' });
/** Of all embedded servers, one after the other: making a PostgreSQL takes longer than stopping one. */
const dataDir = mkdtempSync(join(tmpdir(), 'guildhall-stop-'));
const running: Started[] = [];
afterEach(async () => {
  for (const { child } of running.splice(0)) if (child.exitCode === null) process.kill(-child.pid!, 'SIGKILL');
});
// The embedded PostgreSQL of a killed server takes a moment to go.
afterAll(() => rmSync(dataDir, { recursive: true, maxRetries: 100, retryDelay: 100 }));

const CLIENT = { BOOTSTRAP_CLIENT_ID: 'svc', BOOTSTRAP_CLIENT_SECRET: 'a-secret-of-the-tests' };
const CREDENTIALS = { client_id: 'svc', client_secret: CLIENT.BOOTSTRAP_CLIENT_SECRET };

async function embedded(command: readonly string[], env: Record<string, string> = {}): Promise<Started> {
  const server = await Started.by(command, { DATA_DIR: dataDir, ...CLIENT, ...env });
  running.push(server);
  return server;
}

const postgres = `postgresql://guildhall@${encodeURIComponent(join(dataDir, 'run'))}:5432/guildhall`;

/** Whether no signal is still to be delivered to a process. */
const hasGotSignals = (pid: number): boolean => /^ShdPnd:\t0+$/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));

/** Sends so many requests. Resolves when they are sent: the server closes a connection on which nothing has come. */
async function sent<Answer>(count: number, ask: () => Promise<Answer>): Promise<Promise<Answer>[]> {
  const written = Promise.withResolvers<void>();
  let left = count;
  const note = (): void => void ((left -= 1) === 0 && written.resolve());
  subscribe('undici:request:bodySent', note);
  const answers = Array.from({ length: count }, ask);
  await Promise.race([written.promise, Promise.all(answers)]);
  unsubscribe('undici:request:bodySent', note);
  return answers;
}

/** A thread that asks the port sixteen times at once, notes in `allSent` that all is sent, and tells the statuses. */
const CALLERS = `
  const { connect } = require('node:net');
  const { parentPort, workerData: { port, allSent } } = require('node:worker_threads');
  const REQUEST = 'GET /healthz HTTP/1.1\\r\\nhost: localhost\\r\\n\\r\\n';
  let left = 16;
  const noteSent = () => {
    if ((left -= 1) > 0) return;
    Atomics.store(allSent, 0, 1);
    Atomics.notify(allSent, 0);
  };
  const ask = () => new Promise((resolve) => {
    const socket = connect(port, 'localhost', () => socket.write(REQUEST, noteSent));
    socket.on('data', (data) => resolve(String(data).slice(9, 12))).on('error', ({ code }) => resolve(code));
  });
  parentPort.once('message', async () => parentPort.postMessage(await Promise.all(Array.from({ length: 16 }, ask))));`;

describe('a server that is told to stop', () => {
  it.each([
    ['npm passes the signal on', NPM_START, (pid: number) => process.kill(pid, 'SIGTERM')],
    [
      'its whole group is told, and npm passes it on besides',
      NPM_START,
      (pid: number) => process.kill(-pid, 'SIGTERM'),
    ],
    ['Ctrl-C is pressed, and npm passes it on besides', NPM_START, (pid: number) => process.kill(-pid, 'SIGINT')],
    [
      'it is told again and again',
      BUILT,
      async (pid: number) => {
        for (let time = 0; time < 3; time += 1) {
          process.kill(pid, 'SIGTERM');
          await until(() => hasGotSignals(pid));
        }
      },
    ],
  ])('answers the requests under way first, also where %s', async (_how, command, tell) => {
    const server = await embedded(command, { SHUTDOWN_TIMEOUT_SECONDS: '300' });
    const holder = new pg.Client(postgres);
    await holder.connect();
    await holder.query('begin');
    await holder.query('lock table clients in access exclusive mode');
    const answers = await sent(8, () => server.token(CREDENTIALS));
    const waiting = `select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock'`;
    const watcher = new pg.Client(postgres);
    await watcher.connect();
    await until(async () => (await watcher.query(waiting)).rows[0].n > 0);
    await tell(server.child.pid!);
    await until(() => server.output.includes('"stopping"'));
    await until(() => hasGotSignals(server.child.pid!));
    // The server has as long to do what it must not.
    for (let time = 0; time < 100; time += 1) await watcher.query(waiting);
    await holder.end();
    await watcher.end();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    const answered = Date.now();
    await server.ended();
    // The callers keep their connections, for more than a minute. The server does not wait for that.
    expect(Date.now() - answered).toBeLessThan(60_000);
    expect(server.lines.map(({ msg }) => msg)).toEqual(expect.arrayContaining(['stopping', 'stopped']));
    expect(server.lines.filter(({ msg }) => msg === 'stopping')).toHaveLength(1);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('ends at once by %s while it is still starting', async (signal) => {
    const holder = new pg.Client(app.databaseUrl);
    await holder.connect();
    await holder.query('begin');
    await holder.query('lock table customers in access exclusive mode');
    const env = { PATH: process.env['PATH'], DATABASE_URL: app.databaseUrl, SECRET_KEY: TEST_SECRET_KEY };
    const child = spawn(BUILT[0], BUILT.slice(1), { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const output = text(child.stdout);
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const watcher = new pg.Client(app.databaseUrl);
    await watcher.connect();
    await until(async () => (await watcher.query(waiting)).rowCount! > 0);
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual([0, null]);
    await holder.end();
    await watcher.end();
    expect(await output).toContain('stopped before it had started');
  });

  it('goes at once when somebody presses Ctrl-C again', async () => {
    const server = await embedded(BUILT, { SHUTDOWN_TIMEOUT_SECONDS: '300' });
    const holder = new pg.Client(postgres);
    // PostgreSQL goes with the server, and ends this connection too.
    holder.on('error', () => {});
    await holder.connect();
    await holder.query('begin');
    await holder.query('lock table clients in access exclusive mode');
    const [cut] = await sent(1, () => server.token(CREDENTIALS).catch(() => 'cut'));
    const ended = server.ended();
    // Within a second of the first, the server takes it for the same one.
    await until(() => {
      server.child.kill('SIGINT');
      return server.child.exitCode !== null;
    });
    expect(await ended).toBe(130);
    expect(await cut).toBe('cut');
    await holder.end().catch(() => {});
  });

  it('does not wait for a connection on which nothing has come', async () => {
    const server = await app.another();
    const silent = connect(server.port, 'localhost');
    await once(silent, 'connect');
    // It is accepted once a later one is answered.
    await fetch(`${server.issuer}/healthz`);
    await Promise.all([server.stop(), once(silent, 'close')]);
    expect(silent.bytesRead).toBe(0);
  });

  it('answers all who connected while it was too busy to accept them', async () => {
    const server = await app.another();
    const allSent = new Int32Array(new SharedArrayBuffer(4));
    const client = new Worker(CALLERS, { eval: true, workerData: { port: server.port, allSent } });
    await once(client, 'online');
    const stopped = server.stop();
    client.postMessage('ask');
    Atomics.wait(allSent, 0, 0);
    // It gets the processor for a moment only, again and again, until it has stopped.
    let isStopping = true;
    const starve = (): void => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60);
      if (isStopping) setImmediate(starve);
    };
    starve();
    const [[answers]] = await Promise.all([once(client, 'message'), stopped.finally(() => (isStopping = false))]);
    expect(answers).toEqual(Array.from({ length: 16 }, () => '200'));
  });
});

describe('the embedded PostgreSQL of a running server', () => {
  it('is started again when it dies', async () => {
    const server = await embedded(BUILT);
    process.kill(Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10), 'SIGKILL');
    await until(() => server.output.includes('started again'));
    expect((await server.token(CREDENTIALS)).status).toBe(200);
  });
});
