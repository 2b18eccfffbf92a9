import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { expectError } from '../support/answers.ts';
import { useApp } from '../support/app.ts';

const app = useApp();
let admin: string;
let write: string;
let read: string;
let customerId: string;
let userIds: string[];

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

beforeAll(async () => {
  [admin, write, read] = await Promise.all([app.token('admin'), app.token('write'), app.token('read')]);
  customerId = app.customer.customerId;
  userIds = await Promise.all([1, 2, 3].map((n) => newUser(`member-${n}@example.com`)));
});

async function newUser(email: string, token: string = write): Promise<string> {
  const { createUser } = await app.data(
    token,
    'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }',
    {
      input: { email },
    },
  );
  return createUser.user.id;
}

const newGroup = async (body: object = {}): Promise<string> => {
  const answer = await app.send('POST', '/groups', { token: write, body: { name: randomUUID(), ...body } });
  expect(answer.status).toBe(201);
  return answer.body.id;
};

describe('POST /groups', () => {
  it('answers with exactly the documented fields', async () => {
    const { status, body } = await app.send('POST', '/groups', {
      token: write,
      body: { name: 'acme_admin', description: 'Runs Acme', member_ids: userIds.slice(0, 2) },
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(UUID),
      name: 'acme_admin',
      description: 'Runs Acme',
      customer_id: customerId,
      organization_id: null,
      created_at: expect.stringMatching(TIMESTAMP),
      updated_at: expect.stringMatching(TIMESTAMP),
    });
    const members = await app.send('GET', `/groups/${body.id}/members`, { token: read });
    expect(members.body.members.map((member: { user_id: string }) => member.user_id).toSorted()).toEqual(
      userIds.slice(0, 2).toSorted(),
    );
  });

  it('refuses a name already taken, however many ask at once', async () => {
    const tries = await Promise.all(
      Array.from({ length: 8 }, () => app.send('POST', '/groups', { token: write, body: { name: 'taken' } })),
    );
    expect(tries.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const answer of tries.filter(({ status }) => status !== 201)) expectError(answer, 400, 'invalid_request');
  });

  it('makes nothing when a member or the organization does not exist', async () => {
    for (const fault of [{ member_ids: [userIds[0], randomUUID()] }, { organization_id: randomUUID() }]) {
      const name = randomUUID();
      const refused = await app.send('POST', '/groups', { token: write, body: { name, ...fault } });
      expectError(refused, 400, 'invalid_request');
      expect(refused.body.error_description).toContain(
        Object.keys(fault)[0] === 'member_ids' ? 'member_ids' : 'organization',
      );
      const { groups } = await app.data(
        read,
        'query ($search: String!) { groups(where: { name: { contains: $search } }) { totalCount } }',
        {
          search: name,
        },
      );
      expect(groups.totalCount).toBe(0);
    }
  });

  it.each([
    [{}, 'name'],
    [{ name: '' }, 'name'],
    [{ name: '   ' }, 'name'],
    [{ name: 'x'.repeat(256) }, 'name'],
    [{ name: 'a\0b' }, 'name'],
    [{ name: 7 }, 'name'],
    [{ name: ['x'] }, 'name'],
    [{ name: 'ok', description: 'x'.repeat(2001) }, 'description'],
    [{ name: 'ok', description: {} }, 'description'],
    [{ name: 'ok', organization_id: 'nope' }, 'organization_id'],
    [{ name: 'ok', organization_id: '01a1fb8b-0000-7000-8000-000000000000' }, 'organization_id'],
    [{ name: 'ok', member_ids: 'nope' }, 'member_ids'],
    [{ name: 'ok', member_ids: ['nope'] }, 'member_ids'],
    [[], 'body'],
    [null, 'body'],
  ])('refuses %j and names what is wrong', async (body, field) => {
    const answer = await app.send('POST', '/groups', { token: write, body: JSON.stringify(body) });
    expectError(answer, 400, 'invalid_request');
    expect(answer.body.error_description.toLowerCase()).toContain(field);
  });

  it('refuses a body that is broken, missing, of another type, too large or not UTF-8', async () => {
    const faults: { body?: string; headers?: Record<string, string> }[] = [
      { body: '{"name":' },
      {},
      { body: 'name=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      { body: JSON.stringify({ name: 'x', description: 'y'.repeat(1024 * 1024) }) },
    ];
    for (const fault of faults)
      expectError(await app.send('POST', '/groups', { token: write, ...fault }), 400, 'invalid_request');
  });
});

describe('GET /groups', () => {
  it('lists every group with exactly the documented fields, and counts members', async () => {
    const id = await newGroup({ member_ids: userIds });
    const { status, body } = await app.send('GET', '/groups', { token: read });
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['groups', 'total']);
    expect(body.total).toBe(body.groups.length);
    expect(body.groups.find((group: { id: string }) => group.id === id)).toEqual({
      id,
      name: expect.any(String),
      description: '',
      customer_id: customerId,
      member_count: 3,
      created_at: expect.stringMatching(TIMESTAMP),
    });
  });

  it('streams lists longer than a page whole, and parts of them on request', async () => {
    await app.server.database.pool.query(
      `insert into groups (id, customer_id, name, created_at, updated_at)
       select gen_random_uuid(), $1, 'many-' || n, now(), now() from generate_series(1, 2203) n`,
      [customerId],
    );
    const whole = await app.send('GET', '/groups', { token: read });
    expect(whole.body.total).toBe(whole.body.groups.length);
    expect(new Set(whole.body.groups.map((group: { id: string }) => group.id)).size).toBe(whole.body.total);
    expect(whole.body.total).toBeGreaterThanOrEqual(2203);

    const parts: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const query: string = `?limit=800${cursor && `&cursor=${cursor}`}`;
      const part = await app.send('GET', `/groups${query}`, { token: read });
      expect(part.body.total).toBe(whole.body.total);
      parts.push(...part.body.groups.map((group: { id: string }) => group.id));
      cursor = part.body.next_cursor;
    }
    expect(parts).toEqual(whole.body.groups.map((group: { id: string }) => group.id));
  });

  it.each([
    'limit=0',
    'limit=x',
    'limit=0x10',
    'limit=1e2',
    'limit=%201',
    'limit=1&limit=2',
    'limit=',
    'cursor=nope',
    'cursor=',
  ])('refuses ?%s and names what is wrong', async (query) => {
    const answer = await app.send('GET', `/groups?${query}`, { token: read });
    expectError(answer, 400, 'invalid_request');
    expect(answer.body.error_description.split(/\W/)[0]).toBe(query.split('=')[0]);
  });
});

describe('GET /groups/{group_id}', () => {
  it('answers with the group and its members', async () => {
    const id = await newGroup({ description: 'All', member_ids: userIds });
    const { status, body } = await app.send('GET', `/groups/${id}`, { token: read });
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual([
      'id',
      'name',
      'description',
      'customer_id',
      'organization_id',
      'members',
      'created_at',
      'updated_at',
    ]);
    expect(body.members).toHaveLength(3);
    expect(body.members[0]).toEqual({
      user_id: userIds.toSorted()[0],
      email: expect.stringContaining('@example.com'),
      name: expect.any(String),
      joined_at: expect.stringMatching(TIMESTAMP),
    });
  });
});

describe('PUT /groups/{group_id}', () => {
  it('changes what is given and leaves the rest', async () => {
    const id = await newGroup({ description: 'before' });
    const name = randomUUID();
    const { status, body } = await app.send('PUT', `/groups/${id}`, { token: write, body: { name } });
    expect(status).toBe(200);
    expect(body).toEqual({
      id,
      name,
      description: 'before',
      customer_id: customerId,
      updated_at: expect.stringMatching(TIMESTAMP),
    });
    const second = await app.send('PATCH', `/groups/${id}`, { token: write, body: { description: '' } });
    expect(second).toMatchObject({ status: 200, body: { name, description: '' } });
  });

  it('refuses nothing to change, a name already taken, and bad values', async () => {
    const [id, other] = [await newGroup(), await newGroup({ name: 'occupied' })];
    for (const body of [{}, { name: 'occupied' }, { name: '' }, { name: null }, { description: 5 }])
      expectError(await app.send('PUT', `/groups/${id}`, { token: write, body }), 400, 'invalid_request');
    expect((await app.send('PUT', `/groups/${other}`, { token: write, body: { name: 'occupied' } })).status).toBe(200);
  });
});

describe('DELETE /groups/{group_id}', () => {
  it('deletes the group and its memberships', async () => {
    const id = await newGroup({ member_ids: userIds });
    const gone = await app.send('DELETE', `/groups/${id}`, { token: admin });
    expect([gone.status, gone.text]).toEqual([204, '']);
    expectError(await app.send('GET', `/groups/${id}`, { token: read }), 404, 'not_found');
    expectError(await app.send('DELETE', `/groups/${id}`, { token: admin }), 404, 'not_found');
  });
});

describe('members', () => {
  it('are added and removed one by one, and doing it twice changes nothing', async () => {
    const id = await newGroup();
    const path = `/groups/${id}/members/${userIds[0]}`;
    const count = async () => (await app.send('GET', `/groups/${id}/members`, { token: read })).body.total;
    for (const expected of [1, 1]) {
      const added = await app.send('POST', path, { token: write });
      expect([added.status, added.text, await count()]).toEqual([204, '', expected]);
    }
    for (const expected of [0, 0]) {
      const removed = await app.send('DELETE', path, { token: admin });
      expect([removed.status, removed.text, await count()]).toEqual([204, '', expected]);
    }
  });

  it('are counted exactly when many come and go at once', async () => {
    const id = await newGroup();
    const users = await Promise.all(Array.from({ length: 12 }, (_, n) => newUser(`crowd-${n}@example.com`)));
    await Promise.all(
      users.flatMap((user) => [1, 2].map(() => app.send('POST', `/groups/${id}/members/${user}`, { token: write }))),
    );
    await Promise.all(
      users.slice(0, 5).map((user) => app.send('DELETE', `/groups/${id}/members/${user}`, { token: admin })),
    );
    await app.data(admin, 'mutation ($id: ID!) { deleteUser(id: $id) { user { id } } }', { id: users[11] });
    const { group } = await app.data(
      read,
      'query ($id: ID!) { group(id: $id) { memberCount members { totalCount edges { cursor } } } }',
      { id },
    );
    expect([group.memberCount, group.members.totalCount, group.members.edges.length]).toEqual([6, 6, 6]);
  });

  it('are 404 for an unknown group or user, malformed ids included', async () => {
    const id = await newGroup();
    for (const path of [
      `/groups/${randomUUID()}/members/${userIds[0]}`,
      `/groups/${id}/members/${randomUUID()}`,
      `/groups/nope/members/${userIds[0]}`,
      `/groups/${id}/members/nope`,
    ]) {
      expectError(await app.send('POST', path, { token: write }), 404, 'not_found');
      expectError(await app.send('DELETE', path, { token: admin }), 404, 'not_found');
    }
    expectError(await app.send('GET', `/groups/${randomUUID()}/members`, { token: read }), 404, 'not_found');
  });
});

describe('the door', () => {
  it.each([
    ['GET', '/groups', 'read'],
    ['POST', '/groups', 'write'],
    ['GET', '/groups/x', 'read'],
    ['PUT', '/groups/x', 'write'],
    ['PATCH', '/groups/x', 'write'],
    ['DELETE', '/groups/x', 'admin'],
    ['GET', '/groups/x/members', 'read'],
    ['POST', '/groups/x/members/y', 'write'],
    ['DELETE', '/groups/x/members/y', 'admin'],
  ] as const)('%s %s needs %s', async (method, path, scope) => {
    const missing = await app.send(method, path);
    expectError(missing, 401, 'unauthorized');
    expect(missing.headers.get('www-authenticate')).toBe('Bearer');
    const bad = await app.send(method, path, { token: 'nonsense' });
    expectError(bad, 401, 'unauthorized');
    expect(bad.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    const levels = ['read', 'write', 'admin'] as const;
    for (const [level, held] of [read, write, admin].entries()) {
      const answer = await app.send(method, path, { token: held });
      if (level >= levels.indexOf(scope)) expect([200, 400, 404]).toContain(answer.status);
      else {
        expectError(answer, 403, 'insufficient_scope');
        expect(answer.headers.get('www-authenticate')).toBe(`Bearer error="insufficient_scope", scope="${scope}"`);
      }
    }
  });

  it('answers other methods with 405 and Allow, other paths with 404, in the same shape', async () => {
    const wrong = await app.send('PATCH', '/groups', { token: admin });
    expectError(wrong, 405, 'method_not_allowed');
    expect(wrong.headers.get('allow')).toBe('POST, GET, HEAD');
    for (const path of ['/groups/x/y', '/groups/x/members/y/z', '/groups/%E0%A4%A', '/api/nothing'])
      expectError(await app.send('GET', path, { token: admin }), 404, 'not_found');
  });

  it('keeps customers apart', async () => {
    const id = await newGroup({ member_ids: [userIds[0]] });
    const other = await app.newCustomer('Other');
    const token = await app.token('admin', other);
    const foreigner = await newUser('foreigner@other.example', token);
    expect((await app.send('GET', '/groups', { token })).body).toEqual({ groups: [], total: 0 });
    for (const [method, path] of [
      ['GET', `/groups/${id}`],
      ['PUT', `/groups/${id}`],
      ['DELETE', `/groups/${id}`],
      ['GET', `/groups/${id}/members`],
      ['POST', `/groups/${id}/members/${foreigner}`],
      ['DELETE', `/groups/${id}/members/${userIds[0]}`],
    ] as const)
      expectError(
        await app.send(method, path, { token, ...(method === 'PUT' && { body: { name: 'x' } }) }),
        404,
        'not_found',
      );
    expectError(await app.send('POST', `/groups/${id}/members/${foreigner}`, { token: write }), 404, 'not_found');
    expectError(
      await app.send('POST', '/groups', { token: write, body: { name: 'x', member_ids: [foreigner] } }),
      400,
      'invalid_request',
    );
  });
});
