import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { buildClient, buildUser } from '../support/builders.ts';
import { tokensOf } from '../support/logins.ts';

const app = useApp();
let admin: string;
const CANARY = 'canary-of-another-customer';

beforeAll(async () => {
  admin = await app.token('admin');
  const other = await app.newCustomer();
  await buildUser(app, { customerId: other.customerId, email: `${CANARY}@example.com` });
});

const request = async (kind: string, format = 'CSV', token = admin): Promise<string> => {
  const operation = `mutation { requestExport(kind: ${kind}, format: ${format}) { downloadUrl } }`;
  return (await app.data(token, operation)).requestExport.downloadUrl.slice(app.issuer.length);
};
const download = async (kind: string, format?: string) => app.send('GET', await request(kind, format));

describe('an export', () => {
  it('has the users, safe for spreadsheets and without passwords', async () => {
    const { id } = await buildUser(app, { name: '=cmd|"/C calc"!A0', phoneNumber: '+49 30 123456', username: 'evil' });
    const { status, headers, text } = await download('USERS');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(headers.get('content-disposition')).toBe('attachment; filename="users.csv"');
    expect(text.split('\r\n')[0]).toMatch(/^id,email,email_verified,username,name,given_name/);
    const line = text.split('\r\n').find((each) => each.startsWith(id))!;
    expect(line).toContain(`"'=cmd|""/C calc""!A0"`);
    expect(line).toContain(`"'+49 30 123456"`);
    expect(text).not.toMatch(/argon2|canary/);
  });

  it.each(['GROUPS', 'MEMBERSHIPS', 'CLIENTS', 'AUDIT_EVENTS', 'USERS'])(
    'of %s has a JSON object on each line, and nothing of another customer or secret',
    async (kind) => {
      const { id } = await buildUser(app, { email: `member-${kind.toLowerCase()}@example.com` });
      await app.data(
        admin,
        'mutation ($ids: [ID!]!, $name: String!) { createGroup(input: { name: $name, memberIds: $ids }) { group { id } } }',
        { ids: [id], name: `of ${kind}` },
      );
      const { status, headers, text } = await download(kind, 'JSON_LINES');
      expect([status, headers.get('content-type')]).toEqual([200, 'application/x-ndjson; charset=utf-8']);
      const rows = text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(rows.length).toBeGreaterThan(0);
      expect(text).not.toMatch(/secret_hash|password_hash|argon2|sha256:|canary/);
      if (kind === 'MEMBERSHIPS')
        expect(rows).toContainEqual(expect.objectContaining({ group: 'of MEMBERSHIPS', user_id: id }));
    },
  );

  it('has more rows than are read at a time, each once', async () => {
    const { customerId, ...other } = await app.newCustomer();
    const { pool } = app.server.database;
    await pool.query(
      `insert into users (id, customer_id, email, email_key, name, created_at, updated_at)
       select gen_random_uuid(), $1, n || '@many.example', n || '@many.example', 'Many', now(), now() from generate_series(1, 2500) n`,
      [customerId],
    );
    const { text } = await app.send('GET', await request('USERS', 'JSON_LINES', await app.token('read', other)));
    const ids = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).id);
    expect([ids.length, new Set(ids).size]).toEqual([2501, 2501]);
  });

  it('can be imported again', async () => {
    await buildUser(app, { email: 'again@export.example', phoneNumber: '+49 30 654321', name: '@home' });
    const { text } = await download('USERS');
    const { createUserImport } = await app.data(
      admin,
      'mutation { createUserImport(input: { format: CSV, dryRun: true }) { userImport { id } } }',
    );
    const { id } = createUserImport.userImport;
    const sent = await app.send('PUT', `/imports/${id}/file`, { token: admin, body: text });
    expect(sent.status).toBe(202);
    for (let n = 0; n < 100; n += 1) {
      const query = 'query ($id: ID!) { userImport(id: $id) { state updatedCount createdCount faultyCount } }';
      const { userImport } = await app.data(admin, query, { id });
      if (userImport.state === 'RUNNING') await new Promise((resolve) => setTimeout(resolve, 50));
      else return expect(userImport).toMatchObject({ state: 'DONE', updatedCount: 0, createdCount: 0 });
    }
    throw new Error('The import does not end.');
  });
});

describe('the link of an export', () => {
  it('works once, for some minutes', async () => {
    const path = await request('GROUPS');
    const answers = await Promise.all([app.send('GET', path), app.send('GET', path)]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 404]));
    const late = await request('GROUPS');
    app.clock.advance(301);
    expect((await app.send('GET', late)).body).toMatchObject({ error: 'not_found', code: 'EXPORT_NOT_FOUND' });
    expect((await app.send('POST', late)).status).toBe(405);
    admin = await app.token('admin');
  });

  it('acts with the rights that its requester still has', async () => {
    const read = await app.token('read');
    const { body } = await app.graphql(
      read,
      'mutation { requestExport(kind: AUDIT_EVENTS, format: CSV) { downloadUrl } }',
    );
    expect(body.errors[0].extensions.code).toBe('INSUFFICIENT_SCOPE');
    const boss = await buildUser(app, { role: 'admin' });
    const { access_token: token } = await tokensOf(app, await buildClient(app), boss, 'openid admin');
    const path = await request('USERS', 'CSV', token);
    await app.server.database.pool.query(`update users set role = 'member' where id = $1`, [boss.id]);
    expect((await app.send('GET', path)).status).toBe(403);
  });
});
