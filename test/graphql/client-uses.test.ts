/** Who uses a client: the groups that it sees, the consents for it, and the logins at it. */
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Client } from '../../src/modules/clients/index.ts';
import { useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { authorizePath, buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { signedIn, tokensOf } from '../support/logins.ts';
import { queriesOf } from '../support/queries.ts';

const app = useApp();
let admin: string;
let read: string;
let groups: string[];
let member: BuiltUser;

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into data of every shape
type Data = any;
const idsIn = ({ edges }: Data): string[] => edges.map(({ node }: Data) => node.id);

beforeAll(async () => {
  admin = await app.token('admin');
  read = await app.token('read');
  member = await buildUser(app);
  groups = [];
  for (const name of ['one', 'two', 'three']) {
    const input = { name, memberIds: [member.id] };
    const create = 'mutation ($input: CreateGroupInput!) { made: createGroup(input: $input) { group { id } } }';
    groups.push((await app.data(admin, create, { input })).made.group.id);
  }
});

describe('the clients that see a group', () => {
  const SEES =
    'query ($id: ID!, $where: ClientWhere) { group(id: $id) { clients(first: 50, where: $where) { totalCount edges { node { id } } } } }';
  let clients: Record<'both' | 'userinfo' | 'none', Client>;

  beforeEach(async () => {
    // Those of other tests.
    await app.server.database.pool.query('delete from clients where id <> $1', [app.customer.clientId]);
    clients = {
      both: await buildClient(app, { scopes: ['openid', 'groups'] }),
      userinfo: await buildClient(app, { scopes: ['openid'] }),
      none: await buildClient(app, { scopes: ['read'] }),
    };
    await buildClient(app, { customerId: (await app.newCustomer()).customerId });
  });

  it('are those whose userinfo has it', async () => {
    const seen: string[] = [];
    for (const [scope, client] of [
      ['openid groups', clients.both],
      ['openid', clients.userinfo],
    ] as const) {
      const { access_token: token } = await tokensOf(app, client, member, scope);
      const { body } = await app.send('GET', '/oauth2/userinfo', { token });
      expect(body.groups).toEqual(['one', 'three', 'two']);
      seen.push(client.id);
    }
    const { group } = await app.data(read, SEES, { id: groups[0] });
    expect([idsIn(group.clients).toSorted(), group.clients.totalCount]).toEqual([seen.toSorted(), 2]);
  });

  it('are filtered, and a filter with faults is refused', async () => {
    const where = { scopes: { has: 'GROUPS' } };
    const { group } = await app.data(read, SEES, { id: groups[0], where });
    expect(idsIn(group.clients)).toEqual([clients.both.id]);
    const { body } = await app.graphql(read, SEES, { id: groups[0], where: { scopes: { has: 'NOTHING' } } });
    expect(body.errors[0].extensions.code).toBe('INVALID_INPUT');
  });

  it('are read together for any number of groups', async () => {
    const LIST =
      'query ($first: Int!) { groups(first: $first) { edges { node { clients(first: 5) { totalCount edges { node { id } } } } } } }';
    const statements = (first: number) => queriesOf(() => app.data(read, LIST, { first }));
    await statements(3);
    expect((await statements(3)).length).toBe((await statements(1)).length);
  });

  it('are a member’s own for a member', async () => {
    const through = await buildClient(app);
    const { user, token } = await signedIn(app, through);
    const own = await buildClient(app, { ownerId: user.id });
    const { group } = await app.data(token, SEES, { id: groups[0] });
    expect(idsIn(group.clients)).toEqual([own.id]);
  });
});

describe('the consents for a client', () => {
  const CONSENTS =
    'query ($id: ID!, $first: Int, $after: String) { client(id: $id) { consents(first: $first, after: $after) { totalCount edges { cursor node { user { id } } } } } }';

  it('are everybody’s, last confirmed first, page by page', async () => {
    const client = await buildClient(app);
    const users: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      const { id } = await buildUser(app);
      users.unshift(id);
      await app.server.database.pool.query(
        `insert into consents (user_id, client_id, customer_id, scopes, created_at, updated_at)
         values ($1, $2, $3, '{openid}', now(), now() + $4 * interval '1 second')`,
        [id, client.id, app.customer.customerId, n],
      );
    }
    const page = async (variables: object) =>
      (await app.data(admin, CONSENTS, { id: client.id, ...variables })).client.consents;
    const first = await page({ first: 2 });
    const rest = await page({ first: 2, after: first.edges[1].cursor });
    const seen = [...first.edges, ...rest.edges].map(({ node }: Data) => node.user.id);
    expect([seen, first.totalCount]).toEqual([users, 3]);
  });

  it('are null for whoever may not see them', async () => {
    const { user, token } = await signedIn(app, await buildClient(app));
    const own = await buildClient(app, { ownerId: user.id });
    expect((await app.data(token, CONSENTS, { id: own.id })).client.consents).toBeNull();
    expect((await app.data(read, CONSENTS, { id: own.id })).client.consents).toBeNull();
  });
});

it('the audit trail has the logins at a client, by the client', async () => {
  const client = await buildClient(app);
  const user = await buildUser(app);
  const browser = new BrowserLite(app.issuer);
  await browser.open(authorizePath(client));
  await browser.logIn({ ...user, password: 'a wrong password' });
  await tokensOf(app, client, user, 'openid');
  const LOGINS = `query ($id: ID!) {
    auditEvents(where: { clientId: { eq: $id }, action: { startsWith: "login." } }) {
      edges { node { action client { id } subject { id } } } } }`;
  const { auditEvents } = await app.data(admin, LOGINS, { id: client.id });
  const node = (action: string) => ({ node: { action, client: { id: client.id }, subject: { id: user.id } } });
  expect(auditEvents.edges).toEqual([node('login.succeeded'), node('login.failed')]);
});
