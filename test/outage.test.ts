import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createLog, entities, openDatabase, publicError, sql } from '#product';
import type { RunningServer } from '../src/server/start.ts';
import { useApp, type Answer } from './support/app.ts';
import { BrowserLite } from './support/browser-lite.ts';
import { authorizePath, buildClient } from './support/builders.ts';
import { Relay } from './support/relay.ts';

const app = useApp();

describe('a database that is away', () => {
  const relay = new Relay();
  let server: RunningServer;
  let token: string;

  const send = async (path: string, init: RequestInit = {}): Promise<Pick<Answer, 'status' | 'headers' | 'text'>> => {
    const response = await fetch(server.issuer + path, { redirect: 'manual', ...init });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const bearer = () => ({ authorization: `Bearer ${token}` });
  const askForToken = () => {
    const { clientId, clientSecret } = app.customer;
    const fields = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    return send('/oauth2/token', { method: 'POST', body: new URLSearchParams(fields) });
  };
  const graphql = (headers: Record<string, string>) =>
    send('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query: '{ groups { totalCount } }' }),
    });

  beforeAll(async () => {
    server = await app.another({ databaseUrl: await relay.start(app.databaseUrl) });
    token = JSON.parse((await askForToken()).text).access_token;
  });
  beforeEach(() => relay.cut());
  afterAll(async () => {
    await relay.mend();
    await server.stop();
    await relay.cut();
  });

  const LATER = 'The service is not available for the moment. Please try again shortly.';

  it('is 503 with Retry-After at the REST paths', async () => {
    const { status, headers, text } = await send('/groups', { headers: bearer() });
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
    expect(JSON.parse(text)).toEqual({
      error: 'temporarily_unavailable',
      error_description: LATER,
      code: expect.any(String),
      documentation: expect.any(String),
    });
  });

  it('is 503 with Retry-After in GraphQL', async () => {
    const { status, headers, text } = await graphql(bearer());
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
    expect(JSON.parse(text).errors).toEqual([
      { message: LATER, extensions: expect.objectContaining({ code: 'DATABASE_UNAVAILABLE', retryAfter: 5 }) },
    ]);
  });

  it('is 503 with Retry-After at the token endpoint', async () => {
    const { status, headers, text } = await askForToken();
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
    expect(JSON.parse(text).error).toBe('temporarily_unavailable');
  });

  it('is a page with 503 and Retry-After in a browser', async () => {
    const browser = new BrowserLite(server.issuer);
    for (const path of ['/login', authorizePath(await buildClient(app))]) {
      const { status, headers, html } = await browser.open(path);
      expect([status, headers.get('retry-after')]).toEqual([503, '5']);
      expect(html).toContain('<title>');
    }
  });

  it('makes the server unready and alive, and is forgotten when it is over', async () => {
    const ready = await send('/readyz');
    expect(ready.status).toBe(503);
    expect(JSON.parse(ready.text)).toMatchObject({ checks: { database: 'unreachable' } });
    expect((await send('/healthz')).status).toBe(200);
    await relay.mend();
    expect((await send('/groups', { headers: bearer() })).status).toBe(200);
    expect((await graphql(bearer())).status).toBe(200);
    expect((await send('/readyz')).status).toBe(200);
  });
});

it.each([
  ['a role that is gone', (url: string) => url.replace(/\/\/[^@]*@/, '//nobody@')],
  ['a database that is gone', (url: string) => url.replace(/[^/]*$/, 'gone')],
  ['a database that admits nobody', (url: string) => url.replace(/[^/]*$/, 'template0')],
])('%s is unavailable, since it can come back', async (_what, urlOf) => {
  const pool = new pg.Pool({ connectionString: urlOf(app.databaseUrl) });
  const fault = await pool.query('select 1').catch((error: unknown) => error);
  await pool.end();
  expect(publicError(fault)).toMatchObject({ kind: 'unavailable', code: 'DATABASE_UNAVAILABLE' });
});

// By the SQLSTATE and the severity that each sends, none of which is an end of the connection by itself.
it.each([
  ['PgBouncer', '08P01'],
  ['PgDog, pgcat and Odyssey', '58000'],
  ['Pgpool-II', '57000'],
  ['Supavisor', '08006'],
  ['a disk that fails', '58030'],
])('what %s says of a server that it does not reach (%s) is unavailable', (_pooler, code) => {
  const fault = Object.assign(new Error('no server'), { severity: 'ERROR', code });
  expect(publicError(fault)).toMatchObject({ kind: 'unavailable', code: 'DATABASE_UNAVAILABLE' });
});

it('a pooler that ends the connection makes the database unavailable, whatever its reason (XX000)', () => {
  const fault = Object.assign(new Error('no connection'), { severity: 'FATAL', code: 'XX000' });
  expect(publicError(fault)).toMatchObject({ kind: 'unavailable', code: 'DATABASE_UNAVAILABLE' });
  expect(publicError(Object.assign(new Error('a fault'), { severity: 'ERROR', code: 'XX000' }))).toBeNull();
});

describe('a database that is busy', () => {
  it('is unavailable when no connection comes free', async () => {
    const pool = new pg.Pool({ connectionString: app.databaseUrl, max: 1, connectionTimeoutMillis: 1500 });
    const held = await pool.connect();
    const fault = await pool.query('select 1').catch((error: unknown) => error);
    held.release();
    await pool.end();
    expect(publicError(fault)).toMatchObject({ kind: 'unavailable', code: 'DATABASE_UNAVAILABLE' });
  });

  it('that refuses more connections lets those wait that come too many', async () => {
    const superuser = new pg.Client(app.databaseUrl.replace(/\/\/[^@]*@/, '//postgres@'));
    await superuser.connect();
    const role = `few_${randomUUID().replaceAll('-', '')}`;
    await superuser.query(`create role ${role} login connection limit 3`);
    const url = app.databaseUrl.replace(/\/\/[^@]*@/, `//${role}@`);
    const limits = { connectSeconds: 30, statementSeconds: 8, lockSeconds: 5, idleTransactionSeconds: 30 };
    const { db, pool, orm, close } = await openDatabase({
      entities,
      url,
      poolSize: 10,
      log: createLog('silent'),
      limits,
    });
    const slow = sql<{ n: number }, object>('test.slow', 'select 1 as n, pg_sleep(0.02)');
    const rows = await Promise.all([
      ...Array.from({ length: 40 }, () => db.first(slow, {})),
      ...Array.from({ length: 10 }, async () => (await orm.em.execute('select 1 as n'))[0]),
      db.transaction((tx) => tx.first(slow, {})),
    ]);
    expect(new Set(rows.map((row) => row?.n))).toEqual(new Set([1]));
    expect(pool.totalCount).toBeLessThanOrEqual(3);
    await close();
    await superuser.query(`drop role ${role}`);
    await superuser.end();
  });

  it.each(['40P01', '40001'])(
    'lets a statement that PostgreSQL gave up (%s) have a second try, and no third',
    async (code) => {
      const { db, pool } = app.server.database;
      await pool.query(`
      drop sequence if exists tries;
      create sequence tries;
      create or replace function collide(times int) returns int language plpgsql as $$
      begin
        if nextval('tries') <= times then raise exception 'collided' using errcode = '${code}'; end if;
        return currval('tries');
      end $$`);
      const collide = sql<{ tries: number }, { times: number }>(
        `test.collide-${code}`,
        'select collide(:times) as tries',
      );
      expect(await db.first(collide, { times: 1 })).toEqual({ tries: 2 });
      await pool.query(`select setval('tries', 1, false)`);
      const fault = await db.first(collide, { times: 9 }).catch((error: unknown) => error);
      expect(publicError(fault)).toMatchObject({ kind: 'unavailable', code: 'DATABASE_BUSY', retryAfter: 1 });
      const { rows } = await pool.query(`select last_value from tries`);
      expect(Number(rows[0].last_value)).toBe(2);
    },
  );

  it.each(['40P01', '40001'])('lets a unit of work that PostgreSQL gave up (%s) have a second try', async (code) => {
    const { db, pool } = app.server.database;
    await pool.query(`
      create or replace function collide_once(tries int) returns int language plpgsql as $$
      begin
        if tries < 2 then raise exception 'collided' using errcode = '${code}'; end if;
        return tries;
      end $$`);
    let tries = 0;
    const collide = () => `select collide_once(${(tries += 1)}) as tries`;
    expect(await db.transaction((tx) => tx.em.execute(collide()))).toEqual([{ tries: 2 }]);
    tries = 0;
    const nested = db.transaction((tx) => tx.transaction(({ em }) => em.execute(collide())));
    expect(await nested).toEqual([{ tries: 2 }]);
  });
});
