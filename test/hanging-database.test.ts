import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createLog, entities, openDatabase, type RunningServer } from '#product';
import { useApp } from './support/app.ts';
import { authorizePath, buildClient } from './support/builders.ts';
import { Relay } from './support/relay.ts';
import { until } from './support/until.ts';

const app = useApp({
  DATABASE_CONNECT_TIMEOUT_SECONDS: '3',
  DATABASE_STATEMENT_TIMEOUT_SECONDS: '1',
  DATABASE_LOCK_TIMEOUT_SECONDS: '1',
  DATABASE_IDLE_TRANSACTION_TIMEOUT_SECONDS: '3',
  READY_TIMEOUT_SECONDS: '1',
  SHUTDOWN_TIMEOUT_SECONDS: '1',
});

const hasty = useApp({ REQUEST_TIMEOUT_SECONDS: '3' });

let server: RunningServer;
let token: string;

const ask = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(server.issuer + path, { redirect: 'manual', ...init });
  return { status: response.status, retryAfter: response.headers.get('retry-after'), text: await response.text() };
};
const askForToken = () => {
  const { clientId, clientSecret } = app.customer;
  const fields = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  return ask('/oauth2/token', { method: 'POST', body: new URLSearchParams(fields) });
};

/** One request at each door, all at once. */
const askEverywhere = async () => {
  const authorization = `Bearer ${token}`;
  const query = JSON.stringify({ query: '{ groups { totalCount } }' });
  const headers = { authorization, 'content-type': 'application/json' };
  return Promise.all([
    ask('/groups', { headers: { authorization } }),
    ask('/graphql', { method: 'POST', headers, body: query }),
    askForToken(),
    ask(authorizePath(await client)),
    ask('/login'),
    ask('/schema.graphql', { headers: { authorization } }),
  ]);
};
let client: ReturnType<typeof buildClient>;

beforeAll(() => {
  client = buildClient(app);
});

/** Holds a lock on the tables that every door reads, or on others, until it is ended. */
const lock = async (url: string, tables = 'clients, groups, users, sessions, customers'): Promise<pg.Client> => {
  const holder = new pg.Client(url);
  await holder.connect();
  await holder.query('begin');
  await holder.query(`lock table ${tables} in access exclusive mode`);
  return holder;
};

/** Waits until PostgreSQL says this of a connection, asked on another one. */
const untilActivity = (condition: string): Promise<unknown> =>
  until(async () => {
    const { rows } = await app.server.database.pool.query(
      `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and ${condition}`,
    );
    return rows.length > 0;
  });

/** Opens all connections that the pool may have. False if some could not be opened in time: the others go back into the pool. */
async function openAll(): Promise<boolean> {
  const attempts = Array.from({ length: 10 }, () => server.database.pool.connect());
  const taken = (await Promise.allSettled(attempts)).filter((each) => each.status === 'fulfilled');
  for (const { value } of taken) value.release();
  return taken.length === attempts.length;
}

const unavailable = { status: 503, retryAfter: '5' };

describe('a network that swallows what it is sent', () => {
  const relay = new Relay();
  beforeEach(async () => {
    server = await app.another({ databaseUrl: await relay.start(app.databaseUrl) });
    token = JSON.parse((await askForToken()).text).access_token;
  });
  afterEach(async () => {
    await server.stop();
    await relay.cut();
  });

  it('is 503 at every door that needs the database, again and again, and forgotten when it is over', async () => {
    relay.freeze();
    for (const answers of [await askEverywhere(), await askEverywhere()])
      for (const { status, retryAfter } of answers) expect({ status, retryAfter }).toEqual(unavailable);
    const ready = await ask('/readyz');
    expect(ready).toMatchObject(unavailable);
    expect(JSON.parse(ready.text)).toMatchObject({ checks: { database: 'silent' } });
    expect((await ask('/healthz')).status).toBe(200);
    await relay.mend();
    // Whoever is the first to use a connection that is dead finds out for all of them.
    await askForToken();
    const answers = await Promise.all(Array.from({ length: 20 }, askForToken));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await ask('/readyz')).status).toBe(200);
  });

  it('is not what a process takes for it that was held up itself', async () => {
    const { pool } = server.database;
    const asked = pool.query('select pg_sleep(0.9)');
    await untilActivity(`state = 'active' and query like 'select pg_sleep%'`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4000);
    expect((await asked).rowCount).toBe(1);
  });

  it('is noticed, too, on connections that have idled for longer than an answer may take', async () => {
    const { pool } = server.database;
    const askOnAll = () => Promise.allSettled(Array.from({ length: 10 }, () => pool.query('select 1')));
    const haveIdled = async (): Promise<boolean> => {
      if (!(await openAll())) return false;
      const { rows } = await pool.query('select pg_backend_pid() as pid');
      await until(async () => {
        const told = await app.server.database.pool.query(
          `select now() - state_change > interval '2.5 s' as "hasIdled" from pg_stat_activity where pid = $1`,
          [rows[0].pid],
        );
        return told.rows.every(({ hasIdled }) => hasIdled);
      });
      return pool.totalCount === 10;
    };
    // A machine that stands still for a while looks like a silent network: all connections go, and are opened again.
    await until(() => haveIdled().catch(() => false));
    relay.freeze();
    const silent = expect.objectContaining({ code: 'ETIMEDOUT' });
    expect(await askOnAll()).toEqual(Array.from({ length: 10 }, () => ({ status: 'rejected', reason: silent })));
  });

  it('is found out for all connections by the one that was silent first, for those taken since as well', async () => {
    const { pool } = server.database;
    await until(openAll);
    relay.freeze();
    const askInVain = async () => {
      await expect(pool.query('select 1')).rejects.toMatchObject({ code: 'ETIMEDOUT' });
      return Date.now();
    };
    const asked = Date.now();
    const first = askInVain();
    await until(() => Date.now() - asked > 1000);
    await relay.mend();
    const second = askInVain();
    // By itself, the second connection would be found out as much later as it was asked.
    expect((await second) - (await first)).toBeLessThan(1000);
    // The pool hears of what was closed a moment later.
    const askAll = () => Promise.all(Array.from({ length: 10 }, () => pool.query('select 1')));
    await until(() => askAll().catch(() => undefined));
    await askAll();
  });

  it('does not keep a server from stopping, with requests under way', async () => {
    relay.freeze();
    const hanging = askEverywhere().catch(() => 'cut');
    await server.stop();
    await hanging;
    await expect(ask('/healthz')).rejects.toThrow();
  });
});

describe('a table that somebody has locked', () => {
  let holder: pg.Client;
  beforeAll(async () => {
    server = await app.another();
    holder = await lock(app.databaseUrl);
  });
  afterAll(async () => {
    await holder.end();
    await server.stop();
  });

  it('is 503 for as many as come, and forgotten when the lock is gone', async () => {
    const many = await Promise.all(Array.from({ length: 30 }, askForToken));
    for (const { status, retryAfter } of many) expect({ status, retryAfter }).toEqual(unavailable);
    expect(await ask('/readyz')).toMatchObject({ status: 200 });
    await holder.query('lock table schema_migrations in access exclusive mode');
    const ready = await ask('/readyz');
    expect(ready).toMatchObject(unavailable);
    expect(JSON.parse(ready.text)).toMatchObject({ checks: { database: 'locked' } });
    await holder.query('rollback');
    expect((await askForToken()).status).toBe(200);
  });
});

describe('a statement that takes too long', () => {
  it('is given up by PostgreSQL, whichever way it was asked', async () => {
    const { pool, orm } = app.server.database;
    await expect(pool.query('select pg_sleep(20)')).rejects.toMatchObject({ code: '57014' });
    await expect(orm.em.execute('select pg_sleep(20)')).rejects.toThrow(/statement timeout/);
  });

  it('leaves no transaction open for long', async () => {
    const { pool } = app.server.database;
    const connection = await pool.connect();
    const gone = once(connection, 'error');
    await connection.query('begin');
    expect(await gone).toMatchObject([{ code: '25P03' }]);
    connection.release(true);
  });

  it('takes as long as it needs where it is work without limits', async () => {
    const log = createLog('silent');
    const { pool, close } = await openDatabase({ entities, url: app.databaseUrl, poolSize: 1, log, limits: null });
    const { rows } = await pool.query(`select current_setting('statement_timeout') as limit, pg_sleep(1.5) as slept`);
    expect(rows).toMatchObject([{ limit: '0' }]);
    await close();
  });
});

describe('a request that takes longer than REQUEST_TIMEOUT_SECONDS', () => {
  it('is 503 at every door, in its own shape', async () => {
    ({ server } = hasty);
    token = await hasty.token('read');
    const holder = await lock(hasty.databaseUrl);
    const answers = await askEverywhere();
    await holder.end();
    for (const { status, retryAfter } of answers) expect({ status, retryAfter }).toEqual(unavailable);
    const [rest, graphql, oauth, page] = answers.map(({ text }) => text);
    expect(JSON.parse(rest!)).toMatchObject({ error: 'temporarily_unavailable' });
    expect(JSON.parse(graphql!).errors[0].extensions).toMatchObject({ code: 'REQUEST_TIMEOUT' });
    expect(JSON.parse(oauth!)).toMatchObject({ error: 'temporarily_unavailable' });
    expect(page).toContain('<title>');
  });

  it('goes on where it is a list on its way', async () => {
    const { pool } = hasty.server.database;
    await pool.query(
      `insert into groups (id, customer_id, name, description, created_at, updated_at)
       select gen_random_uuid(), $1, 'group ' || n, repeat('x', 2000), now(), now() from generate_series(1, 6000) n`,
      [hasty.customer.customerId],
    );
    const headers = { authorization: `Bearer ${await hasty.token('read')}` };
    const response = await fetch(`${hasty.issuer}/groups`, { headers });
    const holder = await lock(hasty.databaseUrl, 'clients');
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: 'any', client_secret: 'any' });
    const later = await fetch(`${hasty.issuer}/oauth2/token`, { method: 'POST', body });
    expect(later.status).toBe(503);
    await holder.end();
    expect(JSON.parse(await response.text()).groups).toHaveLength(6000);
  });
});
