import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { buildClient, buildUser } from '../support/builders.ts';
import { tokensOf } from '../support/logins.ts';
import { queriesOf } from '../support/queries.ts';

const app = useApp();
let admin: string;

beforeAll(async () => {
  admin = await app.token('admin');
});

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into data of every shape
type Data = any;
const run = (operation: string, variables: object = {}, token = admin): Promise<Data> =>
  app.data(token, operation, variables);
const SEARCH = `query ($where: AuditEventWhere, $folded: Boolean) {
  auditEvents(where: $where, folded: $folded, first: 100) { edges { node { action subjectId subjectName userName } } }
}`;
const find = async (search: string, more: object = {}, token = admin): Promise<Data[]> =>
  (await run(SEARCH, { where: { search, ...more } }, token)).auditEvents.edges.map(({ node }: Data) => node);
const actions = async (search: string, more: object = {}) => (await find(search, more)).map(({ action }) => action);
const newGroup = async (name: string, memberIds: string[] = []): Promise<string> =>
  (
    await run('mutation ($input: CreateGroupInput!) { createGroup(input: $input) { group { id } } }', {
      input: { name, memberIds },
    })
  ).createGroup.group.id;
const word = () => `w${randomUUID().replaceAll('-', '')}`;

describe('the search of the trail', () => {
  it('finds who acted, and whom it was done to, by parts of their names', async () => {
    const [given, family] = [word(), word()];
    const user = await buildUser(app, { role: 'admin', name: `${given} Lovelace-${family}` });
    const client = await buildClient(app);
    const { access_token: token } = await tokensOf(app, client, user, 'openid admin');
    const group = (await run('mutation { createGroup(input: { name: "engine" }) { group { id } } }', {}, token))
      .createGroup.group.id;
    await run('mutation ($id: ID!, $ids: [ID!]!) { addGroupMembers(id: $id, userIds: $ids) { group { id } } }', {
      id: group,
      ids: [user.id],
    });
    const all = ['membership.added', 'group.created', 'consent.given', 'login.succeeded'];
    for (const text of [given, family.slice(0, 20), `${family.toUpperCase()} love ${given}`, user.email])
      expect(await actions(text)).toEqual(all);
    expect(await actions(given, { action: { startsWith: 'group.' } })).toEqual(['group.created']);
    expect(await actions(`${given} ${word()}`)).toEqual([]);
  });

  it('finds groups, applications, organizations, APIs and roles', async () => {
    const name = word();
    const CREATE = `mutation ($name: String!, $uri: String!) {
      createGroup(input: { name: $name }) { group { id } }
      createOrganization(input: { name: $name }) { organization { id } }
      createClient(input: { name: $name, redirectUris: ["https://a.example/"] }) { client { id } }
      createApi(input: { name: $name, identifier: $uri }) { api { id } }
    }`;
    await run(CREATE, { name, uri: `https://${name}.example/` });
    expect(new Set(await actions(name))).toEqual(
      new Set(['api.created', 'client.created', 'group.created', 'organization.created']),
    );
  });

  it('finds former names, and what was deleted', async () => {
    const [first, second, group] = [word(), word(), word()];
    const { id } = await buildUser(app, { name: first });
    const groupId = await newGroup(group, [id]);
    await run('mutation ($id: ID!, $name: String) { updateUser(id: $id, input: { name: $name }) { user { id } } }', {
      id,
      name: second,
    });
    await run('mutation ($id: ID!) { deleteUser(id: $id) { user { id } } }', { id });
    await run('mutation ($id: ID!) { deleteGroup(id: $id) { group { id } } }', { id: groupId });
    for (const name of [first, second])
      expect(await actions(name)).toEqual(expect.arrayContaining(['user.deleted', 'user.updated', 'membership.added']));
    expect((await find(group)).map(({ action, subjectName, userName }) => [action, subjectName, userName])).toEqual(
      expect.arrayContaining([
        ['group.deleted', group, null],
        ['group.created', group, null],
        ['membership.added', group, first],
      ]),
    );
  });

  it('finds nobody of another customer', async () => {
    const name = word();
    const other = await app.newCustomer();
    const { id } = await buildUser(app, { name, customerId: other.customerId });
    await buildUser(app, { name: `${name} here` });
    const token = await app.token('admin', other);
    await run('mutation ($id: ID!) { deleteUser(id: $id) { user { id } } }', { id }, token);
    expect((await find(name, {}, token)).map(({ subjectId }) => subjectId)).toEqual([id]);
    expect(await find(name)).toEqual([]);
  });

  it('folds what it finds, unless only a part of a fold is found', async () => {
    const [group, person] = [word(), word()];
    const people = await Promise.all([person, word(), word()].map((name) => buildUser(app, { name })));
    await newGroup(
      group,
      people.map(({ id }) => id),
    );
    const folded = async (search: string): Promise<string[]> =>
      (await run(SEARCH, { where: { search }, folded: true })).auditEvents.edges.map(({ node }: Data) => node.action);
    expect(new Set(await folded(group))).toEqual(new Set(['group.created', 'membership.added']));
    expect(await folded(person)).toEqual(['membership.added']);
  });

  it('refuses names that too many have, and texts without words', async () => {
    const { customerId, ...other } = await app.newCustomer();
    await app.server.database.pool.query(
      `insert into users (id, customer_id, email, email_key, name, created_at, updated_at)
       select gen_random_uuid(), $1, n || '@crowd.example', n || '@crowd.example', 'Crowd', now(), now() from generate_series(1, 501) n`,
      [customerId],
    );
    const token = await app.token('admin', other);
    const refusal = async (search: string) =>
      (await app.graphql(token, SEARCH, { where: { search } })).body.errors[0].extensions;
    expect(await refusal('crowd')).toMatchObject({ code: 'FILTER_TOO_COSTLY', field: 'where.search' });
    expect(await refusal('x')).toMatchObject({ code: 'FILTER_TOO_COSTLY', field: 'where.search' });
    expect(await refusal(' ?! ')).toMatchObject({ kind: 'INVALID', field: 'where.search' });
    expect(await find('crowd 17', {}, token)).toEqual([]);
  });

  it('takes the same number of queries, whatever is found', async () => {
    const name = word();
    const people = await Promise.all([1, 2, 3, 4].map(() => buildUser(app, { name })));
    await newGroup(
      name,
      people.map(({ id }) => id),
    );
    // Who asks, the sample, objects of two kinds of names, and the events in at most three steps.
    expect((await queriesOf(() => find(name))).length).toBeLessThanOrEqual(7);
  });
});
