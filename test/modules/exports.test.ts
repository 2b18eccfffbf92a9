import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { buildClient, buildUser } from '../support/builders.ts';
import { tokensOf } from '../support/logins.ts';
import { until } from '../support/until.ts';

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
    // A quote that is a part of the name is not the one that keeps spreadsheets from running it.
    for (const [n, name] of ["'=1+1", "''-x", "'quoted'", '=1+1'].entries())
      await buildUser(app, { email: `quote-${n}@export.example`, name, givenName: name });
    const { text } = await download('USERS');
    const { createUserImport } = await app.data(
      admin,
      'mutation { createUserImport(input: { format: CSV, dryRun: true }) { userImport { id } } }',
    );
    const { id } = createUserImport.userImport;
    const sent = await app.send('PUT', `/imports/${id}/file`, { token: admin, body: text });
    expect(sent.status).toBe(202);
    const query = 'query ($id: ID!) { userImport(id: $id) { state updatedCount createdCount faultyCount } }';
    const done = await until(async () => {
      const { userImport } = await app.data(admin, query, { id });
      return userImport.state !== 'RUNNING' && userImport;
    });
    expect(done).toMatchObject({ state: 'DONE', updatedCount: 0, createdCount: 0 });
  });
});

describe('an export with a filter', () => {
  const FILTERED = `mutation ($kind: ExportKind!, $where: ExportWhere) {
    requestExport(kind: $kind, format: JSON_LINES, where: $where) { downloadUrl }
  }`;
  const ask = async (kind: string, where: object, token = admin) =>
    (await app.graphql(token, FILTERED, { kind, where })).body;
  const rowsOf = async (kind: string, where: object, token = admin) => {
    const { downloadUrl } = (await ask(kind, where, token)).data.requestExport;
    const { status, text } = await app.send('GET', downloadUrl.slice(app.issuer.length));
    expect(status).toBe(200);
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  };

  it('has the users that the list finds, also by a moment', async () => {
    const grace = await buildUser(app, { name: 'Grace Filtered' });
    await buildUser(app, { name: 'Alan Filtered' });
    const since = new Date(app.clock.now().getTime() - 60_000).toISOString();
    const named = (name: string) => ({ users: { and: [{ name: { contains: name } }, { createdAt: { gte: since } }] } });
    expect((await rowsOf('USERS', named('grace filt'))).map(({ id }) => id)).toEqual([grace.id]);
    expect(await rowsOf('USERS', named('Filtered'))).toHaveLength(2);
    const later = { users: { name: { contains: 'filtered' }, createdAt: { lt: since }, updatedAt: { lt: since } } };
    expect(await rowsOf('USERS', later)).toEqual([]);
    expect(await rowsOf('USERS', { users: null })).not.toEqual([]);
  });

  it('has the groups, clients and events that their lists find', async () => {
    const { createGroup } = await app.data(
      admin,
      'mutation { createGroup(input: { name: "Filtered" }) { group { id } } }',
    );
    const groups = await rowsOf('GROUPS', { groups: { name: { eq: 'filtered' } } });
    expect(groups.map(({ id }) => id)).toEqual([createGroup.group.id]);
    const client = await buildClient(app, { name: 'Filtered application' });
    const clients = await rowsOf('CLIENTS', { clients: { name: { startsWith: 'filtered app' } } });
    expect(clients.map(({ id }) => id)).toEqual([client.id]);
    const since = new Date(app.clock.now().getTime() - 60_000).toISOString();
    const events = await rowsOf('AUDIT_EVENTS', {
      auditEvents: { action: { eq: 'export.requested' }, occurredAt: { gte: since } },
    });
    expect(events.at(-1)).toMatchObject({ details: { kind: 'audit_events', filtered: true } });
    expect(new Set(events.map(({ action }) => action))).toEqual(new Set(['export.requested']));
  });

  it('has the names that events are told with, as they were then', async () => {
    const { id } = await buildUser(app, { name: 'Grace Hopper' });
    const create = `mutation ($ids: [ID!]) {
      createGroup(input: { name: "navy", memberIds: $ids }) { group { id } }
    }`;
    const group = (await app.data(admin, create, { ids: [id] })).createGroup.group.id;
    await app.data(admin, 'mutation ($id: ID!) { deleteGroup(id: $id) { group { id } } }', { id: group });
    await app.data(admin, 'mutation ($id: ID!) { deleteUser(id: $id) { user { id } } }', { id });
    const events = await rowsOf('AUDIT_EVENTS', { auditEvents: { subjectId: { eq: id } } });
    const member = { subject_name: 'navy', user_id: id, user_name: 'Grace Hopper', group_name: null };
    expect(events).toMatchObject([
      { action: 'membership.added', actor_name: expect.any(String), ...member },
      { action: 'membership.removed', actor_name: expect.any(String), ...member },
      { action: 'user.deleted', subject_name: 'Grace Hopper', user_id: null, user_name: null },
    ]);
    expect(await rowsOf('AUDIT_EVENTS', { auditEvents: { search: 'hopper grace' } })).toEqual(
      expect.arrayContaining(events),
    );
  });

  it('finds the few among many that no index finds, in more than one batch', async () => {
    const { customerId, ...other } = await app.newCustomer();
    await app.server.database.pool.query(
      `insert into users (id, customer_id, email, email_key, name, given_name, created_at, updated_at)
       select gen_random_uuid(), $1, n || '@filter.example', n || '@filter.example', 'Many',
         case n % 3 when 0 then 'Third' else case n when 2500 then 'Only' end end, now(), now() from generate_series(1, 5000) n`,
      [customerId],
    );
    const token = await app.token('read', other);
    const third = await rowsOf('USERS', { users: { givenName: { eq: 'third' } } }, token);
    expect([third.length, new Set(third.map(({ id }) => id)).size]).toEqual([1666, 1666]);
    expect(await rowsOf('USERS', { users: { givenName: { eq: 'only' } } }, token)).toHaveLength(1);
  });

  it.each<[why: string, kind: string, where: object, field: string]>([
    ['of another kind', 'USERS', { groups: { name: { eq: 'x' } } }, 'where.groups'],
    ['for memberships, which have none', 'MEMBERSHIPS', { users: { isActive: true } }, 'where.users'],
    [
      'with too many conditions',
      'USERS',
      { users: { and: Array.from({ length: 50 }, () => ({ isActive: true, role: { eq: 'ADMIN' } })) } },
      'where.users',
    ],
    ['with null', 'USERS', { users: { name: { eq: null } } }, 'where.users.name.eq'],
  ])('refuses conditions %s', async (_, kind, where, field) => {
    const { errors } = await ask(kind, where);
    expect([errors[0].extensions.kind, errors[0].extensions.field]).toEqual(['INVALID', field]);
  });

  it('needs the same rights as one without', async () => {
    const { errors } = await ask('AUDIT_EVENTS', { auditEvents: { action: { eq: 'x' } } }, await app.token('read'));
    expect(errors[0].extensions.code).toBe('INSUFFICIENT_SCOPE');
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

describe('a link to an export', () => {
  it('ends with the session in which it was asked for, and with the role of whoever asked', async () => {
    const client = await buildClient(app, { scopes: ['openid', 'read'] });
    const asked = async (): Promise<{ id: string; path: string }> => {
      const { id, ...user } = await buildUser(app, { role: 'admin' });
      const { access_token: token } = await tokensOf(app, client, { id, ...user }, 'openid read');
      return { id, path: await request('USERS', 'CSV', token) };
    };
    const { pool } = app.server.database;
    expect((await app.send('GET', (await asked()).path)).status).toBe(200);
    const out = await asked();
    await pool.query('delete from sessions where user_id = $1', [out.id]);
    expect((await app.send('GET', out.path)).status).toBe(404);
    const demoted = await asked();
    await pool.query(`update users set role = 'member' where id = $1`, [demoted.id]);
    expect((await app.send('GET', demoted.path)).status).toBe(403);
  });
});
