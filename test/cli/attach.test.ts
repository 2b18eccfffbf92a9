import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { countEvents } from '#product';
import { useApp } from '../support/app.ts';
import { buildClient, buildUser } from '../support/builders.ts';
import { useCli } from '../support/cli.ts';
import { tokensOf } from '../support/logins.ts';
import { enroll } from '../support/mfa.ts';
import { dropDatabase } from '../support/postgres.ts';
import { expectSameRows, rowsAt, tablesAt } from '../support/rows.ts';

const app = useApp();
const cli = useCli(app);
const admin = process.env['TEST_POSTGRES_URL']!;
const databases: string[] = [];

async function emptyDatabase(): Promise<string> {
  const name = `copy_${randomUUID().replaceAll('-', '')}`;
  databases.push(name);
  await rowsAt(admin, `create database ${name}`);
  return admin.replace(/[^/]*$/, name);
}

const copyTo = (url: string) => cli.run(['attach', `--url=${url}`, '--json']);

async function copied(): Promise<string> {
  const target = await emptyDatabase();
  expect((await copyTo(target)).code).toBe(0);
  return target;
}

afterAll(async () => {
  for (const each of databases) await dropDatabase(admin, each);
});

describe('guildhall attach', () => {
  it('copies every row of every table as it is, so that tokens and sessions stay good', async () => {
    const user = await buildUser(app);
    const client = await buildClient(app);
    const { access_token, refresh_token } = await tokensOf(app, client, user, 'openid offline_access');
    await enroll(app, access_token);
    const token = await app.token('write');
    const members = { name: 'Copied', member_ids: [user.id] };
    const group = (await app.send('POST', '/groups', { token, body: members })).body;
    // What a server counts of events once they are two minutes old is counted now, and not between the copy and the comparison.
    app.clock.advance(120);
    await countEvents(app.server.runtime);

    const target = await emptyDatabase();
    const { code, json } = await copyTo(target);
    expect(code).toBe(0);
    await expectSameRows(target, app.databaseUrl);
    const tables: string[] = json.copied.map(({ table }: { table: string }) => table);
    expect(tables.toSorted()).toEqual(await tablesAt(app.databaseUrl));

    const server = await app.another({ databaseUrl: target });
    try {
      const fields = { grant_type: 'refresh_token', client_id: client.id, refresh_token };
      const body = new URLSearchParams(fields);
      expect((await fetch(`${server.issuer}/oauth2/token`, { method: 'POST', body })).status).toBe(200);
      expect(await rowsAt(target, `select member_count::int as n from groups where id = '${group.id}'`)).toEqual([
        { n: 1 },
      ]);
    } finally {
      await server.stop();
    }
  });

  it('refuses a database that is not empty, and leaves it as it is', async () => {
    const target = await copied();
    const before = await rowsAt(target, 'select count(*) from audit_events');
    const { code, json } = await copyTo(target);
    expect({ code, error: json.error.code }).toEqual({ code: 1, error: 'DATABASE_NOT_EMPTY' });
    expect(await rowsAt(target, 'select count(*) from audit_events')).toEqual(before);
  });

  it('does not migrate a database that it refuses, be it of an older version or of something else', async () => {
    const target = await copied();
    const env = { DATABASE_URL: target };
    expect((await cli.run(['migrate', 'down', '--yes'], { env })).code).toBe(0);
    const applied = await rowsAt(target, 'select name from schema_migrations order by id');
    expect((await copyTo(target)).json.error.code).toBe('DATABASE_NOT_EMPTY');
    expect(await rowsAt(target, 'select name from schema_migrations order by id')).toEqual(applied);

    const foreign = await emptyDatabase();
    await rowsAt(foreign, 'create table invoices (id int)');
    expect((await copyTo(foreign)).json.error).toMatchObject({
      code: 'DATABASE_NOT_EMPTY',
      message: 'The other database is not empty: it has the table invoices.',
    });
    expect(await tablesAt(foreign)).toEqual(['invoices']);
  });

  it('refuses what is no URL of a PostgreSQL, and one where none is', async () => {
    expect((await copyTo('mysql://x/y')).code).toBe(2);
    expect((await copyTo('postgres://127.0.0.1:1/x')).json.error.code).toBe('DATABASE_UNREACHABLE');
  });
});
