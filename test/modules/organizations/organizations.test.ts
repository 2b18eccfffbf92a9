import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp, type Answer } from '../../support/app.ts';
import { buildClient, buildUser } from '../../support/builders.ts';
import { tokensOf } from '../../support/logins.ts';

const app = useApp();
let admin: string;
let write: string;
let read: string;
let other: string;

beforeAll(async () => {
  [admin, write, read] = await Promise.all([app.token('admin'), app.token('write'), app.token('read')]);
  other = await app.token('admin', await app.newCustomer());
});

const CREATE =
  'mutation ($name: String!) { createOrganization(input: { name: $name }) { organization { id name customerId createdAt updatedAt } } }';
const RENAME =
  'mutation ($id: ID!, $name: String!) { updateOrganization(id: $id, input: { name: $name }) { organization { id name } } }';
const DELETE = 'mutation ($id: ID!) { deleteOrganization(id: $id) { organization { id name } } }';
const FIND = 'query ($id: ID!) { organization(id: $id) { id name } }';

const create = async (name: string = randomUUID(), token = write): Promise<string> =>
  (await app.data(token, CREATE, { name })).createOrganization.organization.id;
const reasonOf = ({ body }: Answer): string => body.errors[0].extensions.code;

describe('organizations', () => {
  it('are made, renamed and deleted, each with its event', async () => {
    const made = (await app.data(write, CREATE, { name: ' Research ' })).createOrganization.organization;
    expect(made).toMatchObject({ name: 'Research', customerId: app.customer.customerId });
    const { id } = made;
    expect((await app.data(write, RENAME, { id, name: 'Science' })).updateOrganization.organization).toEqual({
      id,
      name: 'Science',
    });
    expect((await app.data(read, FIND, { id })).organization).toEqual({ id, name: 'Science' });
    expect((await app.data(admin, DELETE, { id })).deleteOrganization.organization).toEqual({ id, name: 'Science' });
    expect((await app.data(read, FIND, { id })).organization).toBeNull();
    const { rows } = await app.server.database.pool.query(
      `select action, details ->> 'name' as name, actor_id from audit_events where subject_id = $1 order by id`,
      [id],
    );
    expect(rows).toEqual([
      { action: 'organization.created', name: 'Research', actor_id: app.customer.clientId },
      { action: 'organization.updated', name: 'Science', actor_id: app.customer.clientId },
      { action: 'organization.deleted', name: 'Science', actor_id: app.customer.clientId },
    ]);
  });

  it('have names of their own within the customer, and one refused leaves no event', async () => {
    const name = randomUUID();
    await create(name);
    await create(name, other);
    expect(reasonOf(await app.graphql(write, CREATE, { name }))).toBe('ORGANIZATION_NAME_TAKEN');
    expect(reasonOf(await app.graphql(write, RENAME, { id: await create(), name }))).toBe('ORGANIZATION_NAME_TAKEN');
    const { rows } = await app.server.database.pool.query(
      `select count(*)::int from audit_events where action = 'organization.created' and details ->> 'name' = $1`,
      [name],
    );
    expect(rows).toEqual([{ count: 2 }]);
  });

  it.each(['', ' ', 'a'.repeat(256), 'a\0b'])('refuse the name %j', async (name) => {
    expect(reasonOf(await app.graphql(write, CREATE, { name }))).toBe('INVALID_INPUT');
  });

  it('are listed oldest first, page by page, and found by a part of their name', async () => {
    const token = await app.token('write', await app.newCustomer());
    for (const name of ['Alpha', 'Beta_1', 'alphabet']) await create(name, token);
    const LIST = `query ($first: Int, $after: String, $where: OrganizationWhere) {
      organizations(first: $first, after: $after, where: $where) { edges { node { name } } pageInfo { endCursor hasNextPage } totalCount }
    }`;
    const { organizations: one } = await app.data(token, LIST, { first: 2 });
    expect(one).toMatchObject({ edges: [{ node: { name: 'Alpha' } }, { node: { name: 'Beta_1' } }], totalCount: 3 });
    const { organizations: two } = await app.data(token, LIST, { first: 2, after: one.pageInfo.endCursor });
    expect(two).toMatchObject({ edges: [{ node: { name: 'alphabet' } }], pageInfo: { hasNextPage: false } });
    const containing = (contains: string) => app.data(token, LIST, { where: { name: { contains } } });
    expect((await containing('ALPHA')).organizations.totalCount).toBe(2);
    expect((await containing('_')).organizations.totalCount).toBe(1);
  });

  it('let go of their users and groups when they are deleted', async () => {
    const id = await create();
    const user = await buildUser(app, { organizationId: id });
    const group = await app.send('POST', '/groups', {
      token: write,
      body: { name: randomUUID(), organization_id: id },
    });
    const OF =
      'query ($u: ID!, $g: ID!) { user(id: $u) { organization { id } } group(id: $g) { organization { id } } }';
    const both = { u: user.id, g: group.body.id };
    expect(await app.data(read, OF, both)).toEqual({ user: { organization: { id } }, group: { organization: { id } } });
    await app.data(admin, DELETE, { id });
    expect(await app.data(read, OF, both)).toEqual({ user: { organization: null }, group: { organization: null } });
  });

  it('are seen by every user of the customer, and changed by administrators only', async () => {
    const id = await create();
    const tokenOf = async (role: 'member' | 'admin') =>
      (await tokensOf(app, await buildClient(app), await buildUser(app, { role }), 'openid admin')).access_token;
    const [member, boss] = [await tokenOf('member'), await tokenOf('admin')];
    expect((await app.data(member, FIND, { id })).organization.id).toBe(id);
    for (const [query, variables] of [
      [CREATE, { name: 'X' }],
      [RENAME, { id, name: 'X' }],
      [DELETE, { id }],
    ] as const)
      expect(reasonOf(await app.graphql(member, query, variables))).toBe('FORBIDDEN');
    expect((await app.data(boss, RENAME, { id, name: randomUUID() })).updateOrganization.organization.id).toBe(id);
    expect((await app.data(boss, DELETE, { id })).deleteOrganization.organization.id).toBe(id);
  });

  it('need write to be made and admin to be deleted, and are not there for another customer', async () => {
    const id = await create();
    expect(reasonOf(await app.graphql(read, CREATE, { name: 'X' }))).toBe('INSUFFICIENT_SCOPE');
    expect(reasonOf(await app.graphql(write, DELETE, { id }))).toBe('INSUFFICIENT_SCOPE');
    expect(reasonOf(await app.graphql(other, RENAME, { id, name: 'X' }))).toBe('ORGANIZATION_NOT_FOUND');
    expect(reasonOf(await app.graphql(other, DELETE, { id }))).toBe('ORGANIZATION_NOT_FOUND');
    expect((await app.data(other, FIND, { id })).organization).toBeNull();
    expect(reasonOf(await app.graphql(undefined, FIND, { id }))).toBe('UNAUTHENTICATED');
  });
});
