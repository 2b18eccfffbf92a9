import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { createLog, loadConfig, StartFault, startServer } from '#product';
import { useApp } from './support/app.ts';
import { TEST_SECRET_KEY } from './support/template.ts';

const app = useApp();

describe('a server that cannot start', () => {
  it('says so when something else has its port', async () => {
    const { port } = app.server;
    await expect(app.another({ port })).rejects.toThrow(
      `Cannot listen on port ${port} of 127.0.0.1: something else listens there. Set PORT or HOST to others.`,
    );
  });

  it('says so when there is no database, without its password', async () => {
    const env = { DATABASE_URL: 'postgres://user:canary@127.0.0.1:1/x', SECRET_KEY: TEST_SECRET_KEY };
    await expect(startServer(loadConfig(env), createLog('silent'))).rejects.toThrow(
      /^The database cannot be reached: connect ECONNREFUSED 127\.0\.0\.1:1\.$/,
    );
  });

  it('says so when its SECRET_KEY is not the one of the database', async () => {
    const env = { DATABASE_URL: app.databaseUrl, SECRET_KEY: Buffer.alloc(32, 8).toString('base64url'), PORT: '0' };
    const fault = await startServer(loadConfig(env), createLog('silent')).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(StartFault);
    expect(fault).toMatchObject({ code: 'KEYS_SEALED', message: expect.stringMatching(/SECRET_KEY is not the one/) });
  });

  it('says so when a newer version has changed the database, and names the changes', async () => {
    const { pool } = app.server.database;
    await pool.query(`insert into schema_migrations (name) values ('2999-01-01-later')`);
    const fault = await app.another().catch((error: unknown) => error);
    await pool.query(`delete from schema_migrations where name = '2999-01-01-later'`);
    expect(fault).toBeInstanceOf(StartFault);
    expect(fault).toMatchObject({ code: 'DATABASE_NEWER', message: expect.stringContaining('(2999-01-01-later)') });
  });
});

/** The whole answer to a request whose target stands as given. */
async function request(method: string, target: string): Promise<string> {
  const socket = connect(app.server.port, '127.0.0.1');
  await once(socket, 'connect');
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk.toString()));
  socket.write(`${method} ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
  await once(socket, 'close');
  return answer;
}

describe('a request target', () => {
  it.each(['http://elsewhere.example/healthz?x=1', 'HTTPS://elsewhere.example:8443/healthz', '/healthz'])(
    'RFC 9112 §3.2.2: may be a whole address, whose path counts (%s)',
    async (target) => {
      expect(await request('GET', target)).toMatch(/^HTTP\/1\.1 200 .*\{"status":"ok"\}$/s);
    },
  );

  it('that is no path is 400', async () => {
    for (const target of ['*', '/healthz#part', '/a\u00a0b', 'ftp://elsewhere.example/healthz'])
      expect(await request('OPTIONS', target)).toMatch(/^HTTP\/1\.1 400 /);
    expect(await request('GET', '//elsewhere.example/healthz')).toMatch(/^HTTP\/1\.1 404 /);
    expect(await request('GET', 'http://elsewhere.example')).toMatch(/^HTTP\/1\.1 200 /);
  });
});

/** The next request that arrives at a server of this process. */
const arrival = (): Promise<IncomingMessage> =>
  new Promise((resolve) => {
    const heard = (message: unknown): void => {
      unsubscribe('http.server.request.start', heard);
      resolve((message as { request: IncomingMessage }).request);
    };
    subscribe('http.server.request.start', heard);
  });

describe('an upload that is broken off', () => {
  it.each(['/groups', '/graphql', '/oauth2/token'])('is no error of ours (%s)', async (path) => {
    const lines: string[] = [];
    const log = pino({ level: 'trace' }, { write: (line) => void lines.push(line) });
    const other = await app.another({ log });
    const type = path === '/oauth2/token' ? 'application/x-www-form-urlencoded' : 'application/json';
    const token = await app.token('write');
    const head = `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: ${type}\r\n`;
    const socket = connect(other.port, '127.0.0.1');
    await once(socket, 'connect');
    const arrived = arrival();
    socket.write(`${head}content-length: 1000\r\n\r\n{"query`);
    const { socket: accepted } = await arrived;
    const closed = new Promise((resolve) => accepted.once('close', resolve));
    socket.destroy();
    await closed;
    await other.stop();
    expect(lines.filter((line) => JSON.parse(line).level >= pino.levels.values['warn']!)).toEqual([]);
  });
});

describe('SHUTDOWN_DELAY_SECONDS', () => {
  it('is how long a server that is told to stop goes on serving, and says so in the second half', async () => {
    const other = await app.another({ shutdownDelaySeconds: 6 });
    const ask = (path: string) => fetch(`http://127.0.0.1:${other.port}${path}`);
    const stopped = other.stop();
    let ready = await ask('/readyz');
    expect([ready.status, ready.headers.get('connection')]).toEqual([200, 'close']);
    while (ready.ok) {
      await ready.arrayBuffer();
      ready = await ask('/readyz');
    }
    const alive = await ask('/healthz');
    expect([ready.status, await ready.json()]).toEqual([503, expect.objectContaining({ status: 'draining' })]);
    expect([alive.status, alive.headers.get('connection')]).toEqual([200, 'close']);
    await stopped;
    await expect(ask('/healthz')).rejects.toThrow();
  });
});
