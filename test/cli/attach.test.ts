import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { useApp } from '../support/app.ts';
import { buildClient, buildUser } from '../support/builders.ts';
import { useCli } from '../support/cli.ts';
import { tokensOf } from '../support/logins.ts';
import { enroll } from '../support/mfa.ts';
import { dropDatabase } from '../support/postgres.ts';

const app = useApp();
const cli = useCli(app);
const admin = process.env['TEST_POSTGRES_URL']!;
const name = `copy_${randomUUID().replaceAll('-', '')}`;
const target = admin.replace(/[^/]*$/, name);

const query = async (url: string, text: string) => {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
};
const copyTo = (url: string) => cli.run(['attach', `--url=${url}`, '--json']);

beforeAll(() => query(admin, `create database ${name}`));
afterAll(() => dropDatabase(admin, name));

describe('guildhall attach', () => {
  it('copies every row of every table as it is, so that tokens and sessions stay good', async () => {
    const user = await buildUser(app);
    const client = await buildClient(app);
    const { access_token, refresh_token } = await tokensOf(app, client, user, 'openid offline_access');
    await enroll(app, access_token);
    const token = await app.token('write');
    const members = { name: 'Copied', member_ids: [user.id] };
    const group = (await app.send('POST', '/groups', { token, body: members })).body;

    const { code, json } = await copyTo(target);
    expect(code).toBe(0);
    const tables = await query(
      target,
      `select table_name as name from information_schema.tables
       where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'schema_migrations'`,
    );
    const copied: string[] = json.copied.map(({ table }: { table: string }) => table);
    expect(new Set(copied)).toEqual(new Set(tables.map((table) => table.name)));
    for (const table of copied) {
      const all = `select t::text as row from ${table} t order by 1`;
      expect(await query(target, all)).toEqual(await query(app.databaseUrl, all));
    }
    expect(await query(target, `select tgname from pg_trigger where tgenabled = 'D'`)).toEqual([]);

    const server = await app.another({ databaseUrl: target });
    try {
      const fields = { grant_type: 'refresh_token', client_id: client.id, refresh_token };
      const body = new URLSearchParams(fields);
      expect((await fetch(`${server.issuer}/oauth2/token`, { method: 'POST', body })).status).toBe(200);
      expect(await query(target, `select member_count::int as n from groups where id = '${group.id}'`)).toEqual([
        { n: 1 },
      ]);
    } finally {
      await server.stop();
    }
  });

  it('refuses a database that is not empty, and leaves it as it is', async () => {
    const before = await query(target, 'select count(*) from audit_events');
    const { code, json } = await copyTo(target);
    expect({ code, error: json.error.code }).toEqual({ code: 1, error: 'DATABASE_NOT_EMPTY' });
    expect(await query(target, 'select count(*) from audit_events')).toEqual(before);
  });

  it('refuses what is no URL of a PostgreSQL, and one where none is', async () => {
    expect((await copyTo('mysql://x/y')).code).toBe(2);
    expect((await copyTo('postgres://127.0.0.1:1/x')).json.error.code).toBe('DATABASE_UNREACHABLE');
  });
});
