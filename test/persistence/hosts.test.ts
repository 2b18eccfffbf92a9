import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { entities, Listener, openDatabase } from '#product';
import { useApp } from '../support/app.ts';
import { Relay } from '../support/relay.ts';
import { until } from '../support/until.ts';

type OpenDatabase = Awaited<ReturnType<typeof openDatabase>>;

const app = useApp();
const relays: Relay[] = [];
let database: OpenDatabase | undefined;
let listener: Listener | undefined;
afterEach(async () => {
  await database?.close();
  await listener?.close();
  database = listener = undefined;
  for (const relay of relays.splice(0)) await relay.cut();
});

const limits = { connectSeconds: 4, statementSeconds: 8, lockSeconds: 5, idleTransactionSeconds: 30 };
const silent = pino({ level: 'silent' });

/** Two ways to the database, each of which can fail, and a URL that names both. */
async function twoWays(query = ''): Promise<{ first: Relay; second: Relay; url: string }> {
  const [first, second] = [new Relay(), new Relay()];
  relays.push(first, second);
  const urls = [await first.start(app.databaseUrl), await second.start(app.databaseUrl)];
  const [one, other] = urls.map((url) => new URL(url).host);
  return { first, second, url: urls[0]!.replace(one!, `${one},${other}`) + query };
}

const open = async (url: string): Promise<OpenDatabase> =>
  (database = await openDatabase({ entities, url, poolSize: 3, log: silent, limits }));

const answer = async ({ pool }: OpenDatabase): Promise<unknown> => (await pool.query('select 1 as one')).rows;

describe('a connection that breaks while its transaction asks nothing', () => {
  it('fails that transaction, and nothing else', async () => {
    const { db, pool } = app.server.database;
    const ended = db.transaction(async ({ em }) => {
      const [{ pid }] = await em.execute<[{ pid: number }]>('select pg_backend_pid() as pid');
      await pool.query('select pg_terminate_backend($1)', [pid]);
      const isThere = 'select from pg_stat_activity where pid = $1';
      await until(async () => (await pool.query(isThere, [pid])).rowCount === 0);
      await em.execute('select 1');
    });
    await expect(ended).rejects.toThrow();
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });
});

describe('a connection that breaks in use', () => {
  it('takes idle ones along, none of which is handed out any more', async () => {
    const { db, pool } = app.server.database;
    await Promise.all([1, 2, 3].map(() => pool.query('select 1')));
    const taken = once(pool, 'acquire') as Promise<[{ connection: { stream: Socket } }]>;
    const ended = db.transaction(async ({ em }) => {
      const [{ connection }] = await taken;
      connection.stream.destroy(new Error('broken'));
      await em.execute('select 1');
    });
    await expect(ended).rejects.toThrow();
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });
});

describe('a DATABASE_URL with two servers', () => {
  it('leads to the second when the first refuses connections', async () => {
    const { first, url } = await twoWays();
    await first.cut();
    expect(await answer(await open(url))).toEqual([{ one: 1 }]);
  });

  it('leads to the second when the first does not answer', async () => {
    const { first, url } = await twoWays();
    first.freeze();
    expect(await answer(await open(url))).toEqual([{ one: 1 }]);
  });

  it('leads back to the first when the second breaks', async () => {
    const { first, second, url } = await twoWays();
    await first.cut();
    const opened = await open(url);
    await first.mend();
    await second.cut();
    await until(() =>
      answer(opened)
        .then(() => true)
        .catch(() => false),
    );
  });

  it('is unreachable when both are', async () => {
    const { first, second, url } = await twoWays();
    await first.cut();
    await second.cut();
    await expect(open(url)).rejects.toMatchObject({ code: 'DATABASE_UNREACHABLE' });
  });

  it('is unreachable when neither answers, and the server says so', async () => {
    const { first, second, url } = await twoWays();
    const server = await app.another({ databaseUrl: url });
    for (const relay of [first, second]) {
      await relay.cut();
      await relay.mend();
      relay.freeze();
    }
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: 'x', client_secret: 'y' });
    const answered = await fetch(`${server.issuer}/oauth2/token`, { method: 'POST', body });
    await server.stop();
    expect(answered.status).toBe(503);
    expect(await answered.json()).toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
    await expect(open(url)).rejects.toMatchObject({
      message: 'The database cannot be reached: it did not answer in time.',
    });
  });

  it.each([
    ['', false],
    ['?target_session_attrs=read-write', false],
    ['?target_session_attrs=primary', true],
    ['?target_session_attrs=any', true],
  ])('with the parameters "%s" and read-only sessions, connects: %s', async (parameters, connects) => {
    const { url } = await twoWays(parameters);
    const name = new URL(app.databaseUrl).pathname.slice(1);
    const { pool } = app.server.database;
    // A connection from the time of another case is read-only.
    const alter = (text: string) => pool.query(`begin read write; alter database "${name}" ${text}; commit`);
    await alter('set default_transaction_read_only = on');
    try {
      const opened = open(url).then(answer);
      if (connects) expect(await opened).toEqual([{ one: 1 }]);
      else
        await expect(opened).rejects.toMatchObject({
          code: 'DATABASE_UNREACHABLE',
          message: expect.stringContaining('read-only'),
        });
    } finally {
      await alter('reset default_transaction_read_only');
    }
  });

  it('hears notifications of the second', async () => {
    const { first, url } = await twoWays();
    await first.cut();
    let heard = 0;
    listener = new Listener({ url, connectSeconds: 4, log: silent, heard: { a_channel: () => void (heard += 1) } });
    await listener.open();
    // It has missed what was said before it was open.
    await until(() => heard === 1);
    await app.server.database.pool.query('notify a_channel');
    await until(() => heard === 2);
  });
});
