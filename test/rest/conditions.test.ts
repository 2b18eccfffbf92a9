import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { expectError } from '../support/answers.ts';
import { useApp, type Answer } from '../support/app.ts';
import { buildClient, buildUser } from '../support/builders.ts';
import { tokensOf } from '../support/logins.ts';
import { queriesOf } from '../support/queries.ts';

const app = useApp();
let admin: string;

beforeAll(async () => {
  admin = await app.token('admin');
});

const send = (method: string, path: string, headers: Record<string, string> = {}, body?: object): Promise<Answer> =>
  app.send(method, path, { token: admin, headers, body });
const etagOf = ({ headers }: Answer): string => headers.get('etag')!;
const expectConflict = (answer: Answer, naming = ''): void => {
  expectError(answer, 412, 'precondition_failed', naming);
  expect(answer.body.code).toBe('VERSION_CONFLICT');
};

const TAG = (version: number) => new RegExp(`^"${version}\\.[\\w-]{22}"$`);

const KINDS = {
  group: {
    list: '/groups',
    made: () => ({ name: randomUUID() }),
    idOf: (body: { id: string }) => body.id,
    change: () => ({ name: randomUUID() }),
  },
  user: {
    list: '/api/users',
    made: () => ({ email: `${randomUUID()}@example.com` }),
    idOf: (body: { user: { id: string } }) => body.user.id,
    change: () => ({ name: randomUUID() }),
  },
  client: {
    list: '/api/clients',
    made: () => ({ client_name: 'App', redirect_uris: ['https://a.example/'] }),
    idOf: (body: { client_id: string }) => body.client_id,
    change: () => ({ client_name: randomUUID() }),
  },
} as const;

/** The path of a new thing, and the answer to its creation. */
async function create(kind: keyof typeof KINDS): Promise<{ path: string; answer: Answer }> {
  const { list, made, idOf } = KINDS[kind];
  const answer = await send('POST', list, {}, made());
  expect(answer.status).toBe(201);
  return { path: `${list}/${idOf(answer.body)}`, answer };
}

describe.each(Object.keys(KINDS) as (keyof typeof KINDS)[])('a %s', (kind) => {
  const { change } = KINDS[kind];

  it('has an ETag in every answer about it, and none of its answers has a field for the version', async () => {
    const { path, answer } = await create(kind);
    expect(etagOf(answer)).toMatch(TAG(1));
    const read = await send('GET', path);
    expect(etagOf(read)).toMatch(TAG(1));
    expect(etagOf(await send('GET', path))).toBe(etagOf(read));
    const [put, patch] = [await send('PUT', path, {}, change()), await send('PATCH', path, {}, change())];
    expect([etagOf(put), etagOf(patch)]).toEqual([expect.stringMatching(TAG(2)), expect.stringMatching(TAG(3))]);
    expect(etagOf(await send('GET', path))).toMatch(TAG(3));
    for (const { text } of [answer, read, put, patch]) expect(text).not.toContain('"version"');
    const { list } = KINDS[kind];
    expect((await send('GET', list)).headers.get('etag')).toBeNull();
  });

  it('is not sent again to who has it (304), and is sent once anything of it differs', async () => {
    const { path } = await create(kind);
    const tag = etagOf(await send('GET', path));
    for (const known of [tag, `W/${tag}`, `"1.other", ${tag}`, '*']) {
      const { status, text, headers } = await send('GET', path, { 'if-none-match': known });
      expect([status, text, headers.get('etag'), headers.get('content-type')]).toEqual([304, '', tag, null]);
      const head = await send('HEAD', path, { 'if-none-match': known });
      expect([head.status, etagOf(head)]).toEqual([304, tag]);
    }
    for (const other of ['"1.other"', '""', `"${tag.slice(1, 5)}"`])
      expect((await send('GET', path, { 'if-none-match': other })).status).toBe(200);
    await send('PATCH', path, {}, change());
    const changed = await send('GET', path, { 'if-none-match': tag });
    expect([changed.status, etagOf(changed)]).toEqual([200, expect.stringMatching(TAG(2))]);
  });

  it('is changed and deleted only as the ETag of any earlier answer had it', async () => {
    const { path, answer } = await create(kind);
    const created = etagOf(answer);
    const first = await send('PUT', path, { 'if-match': created }, change());
    expect(first.status).toBe(200);
    const before = await send('GET', path);
    for (const [method, body] of [
      ['PUT', change()],
      ['PATCH', change()],
      ['DELETE', undefined],
    ] as const)
      // A weak tag never matches, nor does one that this server has not made.
      for (const stale of [created, `W/${etagOf(first)}`, '"something-else"', '"99999999999.x"', '"2147483647.x"'])
        expectConflict(await send(method, path, { 'if-match': stale }, body), 'version is 2');
    expect((await send('GET', path)).text).toBe(before.text);
    const several = `${created}, "7.x" , ${etagOf(before)}`;
    expect((await send('PATCH', path, { 'if-match': several }, change())).status).toBe(200);
    expect((await send('PATCH', path, { 'if-match': '*' }, change())).status).toBe(200);
    expectConflict(await send('DELETE', path, { 'if-match': etagOf(before) }));
    const last = etagOf(await send('GET', path));
    expect([200, 204]).toContain((await send('DELETE', path, { 'if-match': last })).status);
  });

  it('refuses conditions that are no entity tags, and changes nothing', async () => {
    const { path } = await create(kind);
    for (const malformed of ['1', '"1', '1"', '"1" "2"', '"1",', '*, "1"', 'w/"1"', '"a b"', '']) {
      for (const [method, body] of [
        ['PUT', change()],
        ['DELETE', undefined],
      ] as const)
        expectError(await send(method, path, { 'if-match': malformed }, body), 400, 'invalid_request', 'If-Match');
      const read = await send('GET', path, { 'if-none-match': malformed });
      expectError(read, 400, 'invalid_request', 'If-None-Match');
    }
    expect(etagOf(await send('GET', path))).toMatch(TAG(1));
    // A condition for reads is none for a change.
    expect((await send('PUT', path, { 'if-none-match': 'x' }, change())).status).toBe(200);
  });

  it('is changed by one of those who saw the same version, at the same time', async () => {
    const { path, answer } = await create(kind);
    const tag = etagOf(answer);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => send('PUT', path, { 'if-match': tag }, change())),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(7).fill(412)]);
    expect(etagOf(await send('GET', path))).toMatch(TAG(2));
  });

  it('is 404, 403 or 400 as without a condition, which is looked at last', async () => {
    const { path } = await create(kind);
    const missing = path.replace(/[^/]+$/, randomUUID());
    for (const tag of ['"1.x"', '*'])
      expectError(await send('PATCH', missing, { 'if-match': tag }, change()), 404, 'not_found');
    const token = await app.token('read');
    const refused = await app.send('PATCH', path, { token, headers: { 'if-match': '"9.x"' }, body: change() });
    expectError(refused, 403, 'insufficient_scope');
    expectError(await send('PATCH', path, { 'if-match': '"9.x"' }, []), 400, 'invalid_request');
  });
});

describe('an ETag', () => {
  it('tells of everything in the answer, while If-Match looks at what callers change', async () => {
    const user = await buildUser(app);
    const path = `/api/users/${user.id}`;
    const before = etagOf(await send('GET', path));
    await tokensOf(app, await buildClient(app), user, 'openid');
    const after = await send('GET', path, { 'if-none-match': before });
    expect([after.status, after.body.login_count, etagOf(after)]).toEqual([200, 1, expect.stringMatching(TAG(1))]);
    expect((await send('PATCH', path, { 'if-match': before }, { name: 'Ada' })).status).toBe(200);
  });

  it('of a group tells of its members, too', async () => {
    const { path } = await create('group');
    const user = await buildUser(app);
    const alone = etagOf(await send('GET', path));
    await send('POST', `${path}/members/${user.id}`);
    const joined = await send('GET', path, { 'if-none-match': alone });
    expect([joined.status, joined.body.members.length]).toEqual([200, 1]);
    await send('PATCH', `/api/users/${user.id}`, {}, { name: 'Ada' });
    const renamed = await send('GET', path, { 'if-none-match': etagOf(joined) });
    expect([renamed.status, renamed.body.members[0].name]).toEqual([200, 'Ada']);
    expect((await send('PATCH', path, { 'if-match': alone }, { name: randomUUID() })).status).toBe(200);
  });

  it('of a group that is streamed is new each time, and its version still counts', async () => {
    const { path } = await create('group');
    const { pool } = app.server.database;
    const insert = `
      insert into users (id, customer_id, email, email_key, name, created_at, updated_at)
      select gen_random_uuid(), $1, 'many-' || n, 'many-' || n, 'Many', now(), now() from generate_series(1, 1001) n
      returning id`;
    const { rows } = await pool.query(insert, [app.customer.customerId]);
    const members =
      'insert into memberships (group_id, user_id, customer_id, joined_at) select $1, unnest($2::uuid[]), $3, now()';
    const ids = rows.map(({ id }: { id: string }) => id);
    await pool.query(members, [path.split('/').at(-1), ids, app.customer.customerId]);
    const whole = await send('GET', path);
    expect([whole.body.members.length, etagOf(whole)]).toEqual([1001, expect.stringMatching(TAG(1))]);
    const again = await send('GET', path, { 'if-none-match': etagOf(whole) });
    expect([again.status, again.body.members.length, etagOf(again) === etagOf(whole)]).toEqual([200, 1001, false]);
    expect((await send('PATCH', path, { 'if-match': etagOf(whole) }, { name: randomUUID() })).status).toBe(200);
    expectConflict(await send('PATCH', path, { 'if-match': etagOf(whole) }, { name: randomUUID() }));
  });

  it('is in the answer to a new secret, which If-Match protects', async () => {
    const { path, answer } = await create('client');
    const tag = etagOf(answer);
    const rotated = await send('POST', `${path}/rotate-secret`, { 'if-match': tag });
    expect([rotated.status, etagOf(rotated)]).toEqual([200, expect.stringMatching(TAG(2))]);
    expectConflict(await send('POST', `${path}/rotate-secret`, { 'if-match': tag }));
  });

  it('costs no query', async () => {
    const { path } = await create('client');
    const tag = etagOf(await send('GET', path));
    const plain = await queriesOf(() => send('GET', path));
    expect(await queriesOf(() => send('GET', path, { 'if-none-match': tag }))).toHaveLength(plain.length);
  });
});
