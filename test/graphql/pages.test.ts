import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { queriesOf } from '../support/queries.ts';

const app = useApp();
let admin: string;
let group: string;
let user: string;

beforeAll(async () => {
  admin = await app.token('admin');
  const name = () => ({ name: `page ${randomUUID()}` });
  const createUsers =
    'mutation ($inputs: [CreateUserInput!]!) { createUsers(inputs: $inputs) { results { user { id } } } }';
  const inputs = Array.from({ length: 7 }, () => ({ email: `page-${randomUUID()}@example.com` }));
  const { results } = (await app.data(admin, createUsers, { inputs })).createUsers;
  const users = results.map((result: { user: { id: string } }) => result.user.id);
  user = users[0];
  const createGroup = 'mutation ($input: CreateGroupInput!) { createGroup(input: $input) { group { id } } }';
  for (let n = 0; n < 5; n += 1)
    group = (await app.data(admin, createGroup, { input: { ...name(), memberIds: users } })).createGroup.group.id;
  for (let n = 0; n < 4; n += 1)
    await app.data(
      admin,
      'mutation ($name: String!) { createOrganization(input: { name: $name }) { organization { id } } }',
      name(),
    );
  const createClient = 'mutation ($input: CreateClientInput!) { createClient(input: $input) { client { id } } }';
  for (let n = 0; n < 4; n += 1)
    await app.data(admin, createClient, { input: { ...name(), grantTypes: ['CLIENT_CREDENTIALS'], scopes: ['READ'] } });
});

interface Page {
  readonly edges: readonly { readonly cursor: string; readonly node: { readonly id: string } }[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
  readonly totalCount: number;
}

const SHOWN =
  '{ edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } totalCount }';
const DECLARED = '$first: Int, $after: String, $last: Int, $before: String';
const PASSED = 'first: $first, after: $after, last: $last, before: $before';

/** Reads pages of a list: its field of the query, or of an object that is found by `id`. */
async function read(field: string, args: object): Promise<Page> {
  const [name, owner] = field.split(' of ') as [string, string?];
  const list = `list: ${name.includes('(') ? name.replace(')', `, ${PASSED})`) : `${name}(${PASSED})`} ${SHOWN}`;
  const query = owner ? `owner: ${owner}(id: "${owner === 'group' ? group : user}") { ${list} }` : list;
  const data = await app.data(admin, `query (${DECLARED}) { ${query} }`, args);
  return owner ? data.owner.list : data.list;
}

const idsOf = ({ edges }: Page): string[] => edges.map(({ node }) => node.id);

describe('a connection', () => {
  it.each([
    'users',
    'users(where: { email: { contains: "page" } })',
    'users(orderBy: { field: NAME, direction: DESC })',
    'users(orderBy: { field: LAST_LOGIN_AT }, where: { email: { contains: "pa" } })',
    'groups',
    'groups(where: { name: { contains: "page" } })',
    'groups(orderBy: { field: NAME })',
    'members of group',
    'groups of user',
    'organizations',
    'clients',
    'auditEvents',
    'auditEvents(where: { action: { eq: "membership.added" } })',
    'auditEvents(where: { action: { in: ["membership.added", "user.created"] } }, orderBy: { field: OCCURRED_AT })',
  ])('is read forward and backward: %s', async (field) => {
    const all = await read(field, { first: 1000 });
    const ids = idsOf(all);
    expect(ids.length).toBeGreaterThanOrEqual(4);
    expect(new Set(ids).size).toBe(ids.length);
    expect(all.totalCount).toBe(ids.length);
    expect(all.pageInfo).toEqual({
      hasNextPage: false,
      hasPreviousPage: false,
      startCursor: all.edges[0]!.cursor,
      endCursor: all.edges.at(-1)!.cursor,
    });
    expect(await read(field, { last: 1000 })).toEqual(all);

    const half = await read(field, { first: 3 });
    expect(idsOf(half)).toEqual(ids.slice(0, 3));
    expect(half.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
    const rest = await read(field, { first: 1000, after: half.pageInfo.endCursor });
    expect(idsOf(rest)).toEqual(ids.slice(3));
    expect(rest.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });

    const end = await read(field, { last: 2 });
    expect(idsOf(end)).toEqual(ids.slice(-2));
    expect(end.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
    const start = await read(field, { last: 1000, before: end.pageInfo.startCursor });
    expect(idsOf(start)).toEqual(ids.slice(0, -2));
    expect(start.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });

    const between = await read(field, { after: all.edges[0]!.cursor, before: all.edges.at(-1)!.cursor, first: 1000 });
    expect(idsOf(between)).toEqual(ids.slice(1, -1));
    const cursors = all.edges.map(({ cursor }) => cursor);
    for (const [from, to] of [
      [0, 1],
      [0, 2],
      [0, ids.length - 1],
      [1, 3],
    ] as const)
      for (const direction of ['first', 'last'])
        for (const size of [1, 1000]) {
          const page = await read(field, { [direction]: size, after: cursors[from], before: cursors[to] });
          const items = ids.slice(from + 1, to);
          expect(idsOf(page)).toEqual(direction === 'first' ? items.slice(0, size) : items.slice(-size));
          expect(page.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: true });
        }
    const args = [{ after: cursors[0] }, { before: cursors[1] }, { after: cursors.at(-1) }, { before: cursors[0] }];
    const told = await Promise.all(args.map(async (given) => (await read(field, given)).pageInfo));
    expect(told.map(({ hasPreviousPage, hasNextPage }) => [hasPreviousPage, hasNextPage])).toEqual([
      [true, ids.length > 21],
      [false, true],
      [true, false],
      [false, true],
    ]);
  });

  it('tells what is beyond a cursor also when its item, and all beyond it, are gone', async () => {
    const make = async (n: number) =>
      (
        await app.data(
          admin,
          'mutation ($name: String!) { createOrganization(input: { name: $name }) { organization { id } } }',
          { name: `gone ${n}` },
        )
      ).createOrganization.organization.id as string;
    const made = [await make(1), await make(2), await make(3)];
    const list = 'organizations(where: { name: { startsWith: "gone" } })';
    const { edges } = await read(list, { first: 10 });
    const [first, , last] = edges.map(({ cursor }) => cursor);
    const remove = (id: string | undefined) =>
      app.data(admin, 'mutation ($id: ID!) { deleteOrganization(id: $id) { organization { id } } }', { id });
    const flags = async (args: object) => {
      const { pageInfo, edges: shown } = await read(list, args);
      return [shown.length, pageInfo.hasPreviousPage, pageInfo.hasNextPage];
    };
    expect(await flags({ first: 1, after: first, before: last })).toEqual([1, true, true]);
    await remove(made[0]);
    expect(await flags({ first: 1, after: first, before: last })).toEqual([1, false, true]);
    expect(await flags({ last: 1, after: first, before: last })).toEqual([1, false, true]);
    expect(await flags({ last: 1, after: first })).toEqual([1, true, false]);
    await remove(made[2]);
    expect(await flags({ last: 1, after: first, before: last })).toEqual([1, false, false]);
    await remove(made[1]);
    expect(await flags({ first: 1, after: first, before: last })).toEqual([0, false, false]);
  });

  it('looks beyond a cursor only for those who ask, once for any number of lists', async () => {
    const page = async (shown: string, after: string | null, lists = 2) => {
      const query = `query ($first: Int!, $after: String) { groups(first: $first) { nodes { members(first: 2, after: $after) { pageInfo { ${shown} } } } } }`;
      return queriesOf(() => app.data(admin, query, { first: lists, after }));
    };
    const { edges } = await read('members of group', { first: 1 });
    const { cursor } = edges[0]!;
    const counts = [
      await page('hasNextPage hasPreviousPage', null),
      await page('hasNextPage', cursor),
      await page('hasNextPage hasPreviousPage', cursor),
      await page('hasNextPage hasPreviousPage', cursor, 5),
    ].map(({ length }) => length);
    const [plain] = counts as [number];
    expect(counts).toEqual([plain, plain, plain + 1, plain + 1]);
  });

  it('has the same items without their edges, and reads them once', async () => {
    const document = (shown: string) =>
      `{ users(first: 3) { ${shown.replaceAll('ITEM', 'id groups(first: 2) { nodes { id } edges { node { id } } }')} } }`;
    const { users } = await app.data(admin, document('nodes { ITEM } edges { node { ITEM } }'));
    expect(users.nodes).toHaveLength(3);
    expect(users.nodes).toEqual(users.edges.map(({ node }: { node: object }) => node));
    for (const { groups } of users.nodes)
      expect(groups.nodes).toEqual(groups.edges.map(({ node }: { node: object }) => node));
    const [both, one] = [document('nodes { ITEM } edges { node { ITEM } }'), document('edges { node { ITEM } }')];
    const queries = (text: string) => queriesOf(() => app.data(admin, text));
    expect(await queries(both)).toEqual(await queries(one));
    const found = await app.data(
      admin,
      '{ search(text: "page") { nodes { __typename } edges { node { __typename } } } }',
    );
    expect(found.search.nodes.length).toBeGreaterThan(0);
    expect(found.search.nodes).toEqual(found.search.edges.map(({ node }: { node: object }) => node));
  });

  it('without items has no cursors', async () => {
    const { users } = await app.data(admin, `{ users(where: { name: { contains: "nobody has this" } }) ${SHOWN} }`);
    expect(users).toEqual({
      edges: [],
      pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
      totalCount: 0,
    });
  });
});
