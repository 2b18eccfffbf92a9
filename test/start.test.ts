import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { useApp } from './support/app.ts';
import { Relay } from './support/relay.ts';
import { BUILT, Started } from './support/started.ts';
import { TEST_SECRET_KEY } from './support/template.ts';

// Real processes, which take their time to start on a busy machine.

const app = useApp();

describe('a built server', () => {
  const env = () => ({ DATABASE_URL: app.databaseUrl, SECRET_KEY: TEST_SECRET_KEY });

  it('tells of a wrong SECRET_KEY in one line', async () => {
    const wrong = Buffer.alloc(32, 9).toString('base64url');
    const server = await Started.by(BUILT, { ...env(), SECRET_KEY: wrong });
    expect(await server.ended()).toBe(1);
    expect(server.errors).toMatch(/^Signing key \S+ cannot be decrypted: SECRET_KEY is not the one [^\n]*\n$/);
    expect(server.output).toBe('');
  });

  it.each([
    ['that does not exist, and creates none', 'The database cannot be reached: database "it" does not exist.', []],
    [
      'in another encoding',
      'The database’s encoding is LATIN1. Create it with encoding UTF8.',
      [`create database it encoding 'LATIN1' locale 'C' template template0`],
    ],
    [
      'where its role may create nothing',
      'The database refused: permission denied for schema public (42501).',
      ['create database it owner postgres'],
    ],
  ])('tells of a database %s in one line', async (_what, line, made) => {
    const database = `start_${randomUUID().replaceAll('-', '')}`;
    const url = new URL(app.databaseUrl);
    const asSuperuser = new URL(url);
    asSuperuser.username = 'postgres';
    const admin = new pg.Client(asSuperuser.href);
    await admin.connect();
    for (const statement of made) await admin.query(statement.replace(' it ', ` ${database} `));
    url.pathname = `/${database}`;
    const server = await Started.by(BUILT, { ...env(), DATABASE_URL: url.href });
    expect([await server.ended(), server.errors.replace(database, 'it'), server.output]).toEqual([1, `${line}\n`, '']);
    const { rows } = await admin.query('select from pg_database where datname = $1', [database]);
    expect(rows).toHaveLength(made.length);
    await admin.query(`drop database if exists ${database}`);
    await admin.end();
  });

  it('tells of a database that does not answer', async () => {
    const relay = new Relay();
    const databaseUrl = await relay.start(app.databaseUrl);
    relay.freeze();
    const server = await Started.by(BUILT, {
      ...env(),
      DATABASE_URL: databaseUrl,
      DATABASE_CONNECT_TIMEOUT_SECONDS: '1',
    });
    expect(await server.ended()).toBe(1);
    expect(server.errors).toBe('The database cannot be reached: it did not answer in time.\n');
    await relay.cut();
  });

  it('tells of requests that were put off once a minute, and why', async () => {
    const relay = new Relay();
    const server = await Started.by(BUILT, { ...env(), DATABASE_URL: await relay.start(app.databaseUrl) });
    await relay.cut();
    for (let time = 0; time < 5; time += 1) expect((await server.token({ client_id: 'anybody' })).status).toBe(503);
    server.child.kill('SIGTERM');
    expect(await server.ended()).toBe(0);
    const told = server.lines.filter(({ msg }) => msg === 'a request was put off');
    expect(told).toEqual([expect.objectContaining({ level: 'warn', cause: 'unreachable' })]);
  });
});
