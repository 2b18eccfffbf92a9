import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { Authority } from '../support/authority.ts';
import { buildConfidential, buildUser, SECRET } from '../support/builders.ts';

const app = useApp();
let token: string;
let authority: Authority;

beforeAll(async () => {
  authority = new Authority(app);
  const { id } = await buildConfidential(app, { grantTypes: ['client_credentials'], scopes: ['authz'] });
  token = await app.token('authz', { clientId: id, clientSecret: SECRET });
});

type Path = 'subject' | 'resource' | 'action';
interface Page {
  readonly page: { readonly next_token: string; readonly count: number };
  readonly results: readonly { readonly id?: string; readonly name?: string }[];
}

const send = (path: Path, body: object) => app.send('POST', `/access/v1/search/${path}`, { token, body });

async function pageOf(path: Path, body: object, page: object): Promise<Page> {
  const { status, body: answer, text } = await send(path, { ...body, page });
  expect({ status, text }).toEqual({ status: 200, text: expect.any(String) });
  expect(answer.page.count).toBe(answer.results.length);
  return answer;
}

/** The results of all pages, one after the other, none of which has more than it may. */
async function walk(path: Path, body: object, limit: number): Promise<string[]> {
  const all: string[] = [];
  let page: object = { limit };
  for (let isLast = false; !isLast;) {
    const { page: told, results } = await pageOf(path, body, page);
    expect(results.length).toBeLessThanOrEqual(limit);
    all.push(...results.map(({ id, name }) => (id ?? name)!));
    page = { token: told.next_token, limit };
    isLast = told.next_token === '';
  }
  return all;
}

/** Pages of any size have the same results in the same order, each once. */
async function expectPages(path: Path, body: object, expected: readonly string[]): Promise<void> {
  for (const limit of [1, 2, 3, 100]) expect(await walk(path, body, limit)).toEqual(expected);
}

describe('a search for actions', () => {
  const resource = { type: 'lamp', id: '1' };
  let subject: object;

  beforeAll(async () => {
    const names = ['lamp:see', 'see', 'lamp:turn', 'turn', 'lamp:', 'dim', 'lamp:never', 'Dim'];
    const api = await authority.api('lamp:1', names);
    const role = await authority.role('lamplighter', names.filter((name) => name !== 'lamp:never').map(api.scope));
    const { id } = await buildUser(app);
    await authority.assign(role, { user: id });
    subject = { type: 'user', id };
  });

  it('finds an action once that two scopes allow, on pages of any size', async () => {
    await expectPages('action', { subject, resource }, ['Dim', 'dim', 'lamp:', 'see', 'turn']);
  });

  it('finds the scopes of the API by their whole names', async () => {
    const api = { type: 'api', id: 'lamp:1' };
    const expected = ['Dim', 'dim', 'lamp:', 'lamp:see', 'lamp:turn', 'see', 'turn'];
    await expectPages('action', { subject, resource: api }, expected);
  });

  it('finds those of administrators on pages, too', async () => {
    const { id } = await buildUser(app, { role: 'admin' });
    const own = { subject: { type: 'user', id }, resource: { type: 'api', id: app.issuer } };
    await expectPages('action', own, ['admin', 'read', 'write']);
  });
});

describe('a search for subjects', () => {
  const resource = { type: 'api', id: 'https://subjects.example' };
  const action = { name: 'see' };
  const of = (type: string) => ({ subject: { type }, action, resource });
  const users: string[] = [];
  const groups: string[] = [];
  const clients: string[] = [];

  beforeAll(async () => {
    const api = await authority.api(resource.id, ['see', 'see:all']);
    const roles = [
      await authority.role('seer', [api.scope('see')]),
      await authority.role('overseer', [api.scope('see'), api.scope('see:all')]),
    ];
    for (let n = 0; n < 5; n += 1) users.push((await buildUser(app)).id);
    for (let n = 0; n < 4; n += 1) groups.push(await authority.group(`seers-${n}`));
    for (let n = 0; n < 3; n += 1) {
      const { id } = await buildConfidential(app, { grantTypes: ['client_credentials'], scopes: ['read'] });
      clients.push(id);
    }
    // Everybody has it in several ways.
    for (const [outer, inner] of [
      [0, 1],
      [0, 2],
      [1, 3],
      [2, 3],
    ] as const)
      await authority.nest(groups[outer]!, groups[inner]!);
    for (const role of roles) {
      await authority.assign(role, { group: groups[0]! });
      for (const user of users.slice(0, 3)) await authority.assign(role, { user });
      for (const client of clients) await authority.assign(role, { client });
    }
    for (const user of users) for (const group of groups) await authority.join(group, user);
    for (const client of clients) await authority.give(client, api.scope('see:all'));
  });

  it('finds each once in the order of the ids, on pages of any size', async () => {
    const broad = { action: { name: 'see', properties: { all: true } } };
    for (const more of [{}, broad]) {
      await expectPages('subject', { ...of('user'), ...more }, users.toSorted());
      await expectPages('subject', { ...of('group'), ...more }, groups.toSorted());
      await expectPages('subject', { ...of('client'), ...more }, clients.toSorted());
    }
  });

  it('goes on behind a page on which nobody counts', async () => {
    const sorted = users.toSorted();
    const { pool } = app.server.database;
    const set = (isActive: boolean) =>
      pool.query('update users set is_active = $2 where id = any($1)', [sorted.slice(1, 3), isActive]);
    await set(false);
    const first = await pageOf('subject', of('user'), { limit: 1 });
    const empty = await pageOf('subject', of('user'), { token: first.page.next_token });
    expect([empty.results, empty.page.next_token]).toEqual([[], expect.stringMatching(/./)]);
    await expectPages('subject', of('user'), [sorted[0]!, ...sorted.slice(3)]);
    await set(true);
  });

  it('tells by a page of none that there is more, and where it begins', async () => {
    const none = await pageOf('subject', of('user'), { limit: 0 });
    expect([none.results, none.page.next_token]).toEqual([[], expect.stringMatching(/./)]);
    const again = await pageOf('subject', of('user'), { token: none.page.next_token });
    expect(again).toEqual(none);
    const nobody = await pageOf('subject', { ...of('user'), action: { name: 'hear' } }, { limit: 0 });
    expect(nobody).toEqual({ page: { next_token: '', count: 0 }, results: [] });
  });

  it('takes a token of the same search alone', async () => {
    const asked = { ...of('user'), subject: { type: 'user', id: users[0] } };
    const { next_token } = (await pageOf('subject', asked, { limit: 1 })).page;
    await pageOf('subject', asked, { token: next_token });
    for (const path of ['resource', 'action'] as const)
      expect((await send(path, { ...asked, page: { token: next_token } })).status).toBe(400);
  });

  it('finds nobody for an organization that does not exist', async () => {
    const admin = await buildUser(app, { role: 'admin' });
    const own = { resource: { type: 'api', id: app.issuer }, action: { name: 'read' } };
    for (const type of ['user', 'client']) {
      const asked = { ...own, subject: { type, properties: { identifier: 'id' } } };
      expect((await walk('subject', asked, 100)).length).toBeGreaterThan(0);
      expect(await walk('subject', { ...asked, context: { organization: admin.id } }, 100)).toEqual([]);
    }
  });
});

describe('a search for resources', () => {
  it('finds each once in the order of the ids, on pages of any size', async () => {
    const apis: { id: string; identifier: string }[] = [];
    const { id } = await buildUser(app);
    for (const identifier of ['book:c', 'book:a', 'book:b', 'pen:a']) {
      const api = await authority.api(identifier, ['lend', 'book:lend']);
      apis.push(api);
      for (const name of ['lender', 'librarian']) {
        const role = await authority.role(`${name} of ${identifier}`, ['lend', 'book:lend'].map(api.scope));
        await authority.assign(role, { user: id });
      }
    }
    const asked = { subject: { type: 'user', id }, action: { name: 'lend' } };
    const all = identifiersOf(apis);
    const books = all.flatMap((each) => (each.startsWith('book:') ? [each.slice('book:'.length)] : []));
    await expectPages('resource', { ...asked, resource: { type: 'book' } }, books);
    await expectPages('resource', { ...asked, resource: { type: 'api' } }, all);
  });

  it('has Guildhall itself first, which counts as one', async () => {
    const { id } = await buildUser(app, { role: 'admin' });
    const apis: { id: string; identifier: string }[] = [];
    for (const name of ['first', 'second'])
      apis.push(await authority.api(`https://${name}.example`, ['read:all'], false));
    const action = { name: 'read', properties: { all: true } };
    const asked = { subject: { type: 'user', id }, action, resource: { type: 'api' } };
    await expectPages('resource', asked, [app.issuer, ...identifiersOf(apis)]);
    const alone = { ...asked, action: { name: 'read' } };
    await expectPages('resource', alone, [app.issuer]);
    const none = await pageOf('resource', alone, { limit: 0 });
    expect([none.results, none.page.next_token]).toEqual([[], expect.stringMatching(/./)]);
  });

  it('finds objects of Guildhall’s own on pages of any size', async () => {
    const { id } = await buildUser(app, { role: 'admin' });
    const made = [await authority.organization('first'), await authority.organization('second')];
    const asked = { subject: { type: 'user', id }, action: { name: 'read' } };
    await expectPages('resource', { ...asked, resource: { type: 'organization' } }, made.toSorted());
  });
});

/** The identifiers in the order of the ids. */
const identifiersOf = (apis: readonly { readonly id: string; readonly identifier: string }[]): string[] =>
  apis.toSorted((one, other) => (one.id < other.id ? -1 : 1)).map(({ identifier }) => identifier);
