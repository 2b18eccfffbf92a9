import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';

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
