import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { assignRole, createRole } from '../support/roles.ts';
import { buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { tokensOf } from '../support/logins.ts';
import { queriesOf } from '../support/queries.ts';
import { passkeyOf, rememberedDeviceOf } from '../support/remembered.ts';

const app = useApp({ CLIENT_REGISTRATION: 'on' });
const PEOPLE = 6;
let admin: string;
let member: { user: BuiltUser; token: string };
const people: BuiltUser[] = [];
const clients: string[] = [];

const sql = async (text: string, ...values: unknown[]) => (await app.server.database.pool.query(text, values)).rows;

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into data of every shape
type Data = any;
const ids = ({ edges }: Data): string[] => edges.map(({ node }: Data) => node.id);

beforeAll(async () => {
  const { customerId } = app.customer;
  const through = await buildClient(app);
  const administrator = await buildUser(app, { role: 'admin', name: 'Ada' });
  admin = (await tokensOf(app, through, administrator, 'openid admin')).access_token;
  const user = await buildUser(app, { name: 'Mem' });
  member = { user, token: (await tokensOf(app, through, user, 'openid')).access_token };
  const organization = 'mutation { createOrganization(input: { name: "Relations" }) { organization { id } } }';
  const organizationId = (await app.data(admin, organization)).createOrganization.organization.id;
  for (let n = 0; n < PEOPLE; n += 1) {
    const person = await buildUser(app, { name: `Person ${n}`, organizationId });
    const client = await buildClient(app, {
      name: `App ${n}`,
      ownerId: person.id,
      logoUri: `https://app.example/${n}`,
    });
    people.push(person);
    clients.push(client.id);
    for (const each of [through, client]) await tokensOf(app, each, person, 'openid');
    await sql(
      `insert into consents (user_id, client_id, customer_id, scopes, created_at, updated_at)
       values ($1, $2, $3, '{openid}', now(), now())`,
      person.id,
      client.id,
      customerId,
    );
    await sql(
      `insert into logout_deliveries (id, customer_id, client_id, user_id, session_id, created_at)
       values (gen_random_uuid(), $3, $2, $1, gen_random_uuid(), now())`,
      person.id,
      client.id,
      customerId,
    );
    const invite = `mutation ($email: String!) { createUser(input: { email: $email, sendInvitation: true }) { user { id } } }`;
    await app.data(n % 2 ? admin : await app.token('admin'), invite, { email: `invited-${n}@relations.example` });
  }
  for (let n = 0; n < PEOPLE; n += 1) {
    const input = { name: `Relations ${n}`, organizationId, memberIds: people.map(({ id }) => id) };
    await app.data(admin, 'mutation ($input: CreateGroupInput!) { createGroup(input: $input) { group { id } } }', {
      input,
    });
  }
});

const ACTOR = '{ __typename ... on User { id name } ... on Client { id name } }';

describe('objects behind ids', () => {
  it('of an event are who acted, through which client, and on what', async () => {
    const { auditEvents } = await app.data(
      admin,
      `{ auditEvents(where: { action: { eq: "group.created" } }, first: 1) { edges { node {
           actor ${ACTOR} client { name } subject { __typename id ... on Group { name } } } } } }`,
    );
    const [{ node }] = auditEvents.edges;
    expect(node).toMatchObject({
      actor: { __typename: 'User', name: 'Ada' },
      client: { name: 'Some Application' },
      subject: { __typename: 'Group', name: `Relations ${PEOPLE - 1}` },
    });
    const { auditEvents: made } = await app.data(
      admin,
      `{ auditEvents(where: { action: { eq: "user.created" } }, first: 50) { edges { node { actorType actor ${ACTOR} subject { id } } } } }`,
    );
    const service = made.edges.find(({ node: { actorType } }: Data) => actorType === 'CLIENT').node;
    expect(service.actor).toMatchObject({ __typename: 'Client', id: app.customer.clientId });
  });

  it('that no longer exist, or never did, are null', async () => {
    const email = `${randomUUID()}@relations.example`;
    const create = 'mutation ($email: String!) { createUser(input: { email: $email }) { user { id } } }';
    const { id } = (await app.data(admin, create, { email })).createUser.user;
    await app.data(admin, 'mutation ($id: ID!) { deleteUser(id: $id) { user { id } } }', { id });
    const query = `query ($id: ID!) { auditEvents(where: { subjectId: { eq: $id } }) { edges { node { subjectId subject { id } actor ${ACTOR} } } } }`;
    const { auditEvents } = await app.data(admin, query, { id });
    expect(auditEvents.edges).toHaveLength(2);
    for (const { node } of auditEvents.edges)
      expect(node).toMatchObject({ subjectId: id, subject: null, actor: { name: 'Ada' } });
    const failed = `{ auditEvents(where: { action: { eq: "login.failed" } }) { edges { node { actor ${ACTOR} subject { id } } } } }`;
    await sql(
      `insert into audit_events (id, customer_id, occurred_at, action, actor_type, subject_type, subject_id)
       values (gen_random_uuid(), $1, now(), 'login.failed', 'anonymous', 'user', 'unknown')`,
      app.customer.customerId,
    );
    expect((await app.data(admin, failed)).auditEvents.edges).toEqual([{ node: { actor: null, subject: null } }]);
  });

  it('of sessions, consents and clients are users and clients', async () => {
    const query = `query ($id: ID!) { user(id: $id) {
      sessions { edges { node { user { id } clients { totalCount edges { node { name owner { id } } } } } } }
      consents { edges { node { id clientName logoUri user { id } client { id owner { name } } } } }
    } }`;
    const { user } = await app.data(admin, query, { id: people[0]!.id });
    expect(user.sessions.edges.map(({ node }: Data) => node)).toEqual(
      expect.arrayContaining([
        {
          user: { id: people[0]!.id },
          clients: { totalCount: 1, edges: [{ node: { name: 'App 0', owner: { id: people[0]!.id } } }] },
        },
        {
          user: { id: people[0]!.id },
          clients: { totalCount: 1, edges: [{ node: { name: 'Some Application', owner: null } }] },
        },
      ]),
    );
    expect(user.consents.edges).toEqual([
      {
        node: {
          id: expect.any(String),
          clientName: 'App 0',
          logoUri: 'https://app.example/0',
          user: { id: people[0]!.id },
          client: { id: clients[0], owner: { name: 'Person 0' } },
        },
      },
    ]);
  });

  it('of invitations, mails and deliveries are users and clients', async () => {
    const { invitations, mails, logoutDeliveries } = await app.data(
      admin,
      `{ invitations(last: 2) { edges { node { user { email } inviter ${ACTOR} } } }
         mails(first: 1) { edges { node { to user { email } userId } } }
         logoutDeliveries(first: 1) { edges { node { userId user { id } clientId client { id } } } } }`,
    );
    expect(invitations.edges.map(({ node }: Data) => node)).toEqual([
      { user: { email: 'invited-4@relations.example' }, inviter: expect.objectContaining({ __typename: 'Client' }) },
      { user: { email: 'invited-5@relations.example' }, inviter: expect.objectContaining({ name: 'Ada' }) },
    ]);
    const [mail] = mails.edges;
    expect(mail.node.user.email).toBe(mail.node.to);
    const [{ node: delivery }] = logoutDeliveries.edges;
    expect([delivery.user.id, delivery.client.id]).toEqual([delivery.userId, delivery.clientId]);
  });

  it('are null for a viewer who may not see them, not an error', async () => {
    await sql(
      `insert into consents (user_id, client_id, customer_id, scopes, created_at, updated_at)
       values ($1, $2, $3, '{openid}', now(), now())`,
      member.user.id,
      clients[0],
      app.customer.customerId,
    );
    const { viewer, consents, sessions } = await app.data(
      member.token,
      `{ viewer { client { id } } consents { edges { node { clientName client { id } user { id } } } }
         sessions { edges { node { user { id } clients { totalCount } } } } }`,
    );
    expect(viewer.client).toBeNull();
    expect(consents.edges).toEqual([{ node: { clientName: 'App 0', client: null, user: { id: member.user.id } } }]);
    expect(sessions.edges).toEqual([{ node: { user: { id: member.user.id }, clients: { totalCount: 0 } } }]);
  });
});

describe('node and nodes', () => {
  const LISTS = `{
    viewer { customer { id } }
    users(first: 1) { edges { node { id } } } groups(first: 1) { edges { node { id } } }
    organizations(first: 1) { edges { node { id } } } clients(first: 1) { edges { node { id } } }
    invitations(first: 1) { edges { node { id } } } mails(first: 1) { edges { node { id } } }
    logoutDeliveries(first: 1) { edges { node { id } } } auditEvents(first: 1) { edges { node { id } } }
    userImports(first: 1) { edges { node { id } } } initialAccessTokens(first: 1) { edges { node { id } } }
    attributeDefinitions(first: 1) { edges { node { id } } }
    apis(last: 1) { edges { node { id } } } accessRoles(first: 1) { edges { node { id } } }
  }`;
  const NODES = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }';
  const TYPES = [
    'User',
    'Group',
    'Organization',
    'Client',
    'Invitation',
    'Mail',
    'LogoutDelivery',
    'AuditEvent',
    'UserImport',
    'InitialAccessToken',
    'AttributeDefinition',
    'Api',
    'AccessRole',
  ];
  const all: { type: string; id: string }[] = [];

  beforeAll(async () => {
    await app.data(admin, 'mutation { createUserImport(input: { format: CSV }) { userImport { id } } }');
    const token = `mutation { createInitialAccessToken(input: { name: "Partners", redirectHosts: ["*"] }) {
      initialAccessToken { id } } }`;
    await app.data(admin, token);
    const api = `mutation { createApi(input: { identifier: "https://api.example/", name: "API", scopes: [{ name: "x" }] }) {
      api { scopes { edges { node { id } } } } } }`;
    const { createApi } = await app.data(admin, api);
    const { assignment } = (await assignRole(app, admin, await createRole(app, admin), { userIds: [people[0]!.id] }))
      .results[0];
    const { viewer, ...lists } = await app.data(admin, LISTS);
    all.push({ type: 'Customer', id: viewer.customer.id });
    for (const [n, list] of Object.values(lists).entries()) all.push({ type: TYPES[n]!, id: ids(list)[0]! });
    all.push({ type: 'RoleAssignment', id: assignment.id });
    all.push({ type: 'ApiScope', id: ids(createApi.api.scopes)[0]! });
    const of =
      'query ($id: ID!) { user(id: $id) { sessions { edges { node { id } } } consents { edges { node { id } } } } }';
    const { user } = await app.data(admin, of, { id: people[0]!.id });
    all.push({ type: 'Session', id: ids(user.sessions)[0]! }, { type: 'Consent', id: ids(user.consents)[0]! });
    all.push({ type: 'Passkey', id: await passkeyOf(app, people[0]!.id) });
    all.push({ type: 'RememberedDevice', id: await rememberedDeviceOf(app, people[0]!.id) });
  });

  it('find every object that has an id', async () => {
    const given = all.map(({ id }) => id);
    const { nodes } = await app.data(admin, NODES, { ids: [...given, randomUUID(), 'none', '\u0000'] });
    expect(nodes).toEqual([...all.map(({ type: __typename, id }) => ({ __typename, id })), null, null, null]);
    for (const { type, id } of all)
      expect(await app.data(admin, 'query ($id: ID!) { node(id: $id) { __typename id } }', { id })).toEqual({
        node: { __typename: type, id },
      });
    const known = (await app.data(admin, '{ __type(name: "Node") { possibleTypes { name } } }')).__type.possibleTypes;
    expect(known.map(({ name }: Data) => name).toSorted()).toEqual(all.map(({ type }) => type).toSorted());
  });

  it('find what the viewer may see, and of other customers nothing', async () => {
    const given = all.map(({ id }) => id);
    const typesOf = async (token: string): Promise<string[]> =>
      (await app.data(token, NODES, { ids: given })).nodes.flatMap((node: Data) => node?.__typename ?? []);
    expect(await typesOf(member.token)).toEqual(['Customer', 'Group', 'Organization', 'AttributeDefinition']);
    expect(await typesOf(await app.token('read'))).toEqual([
      'Customer',
      'User',
      'Group',
      'Organization',
      'Client',
      'Invitation',
      'UserImport',
      'InitialAccessToken',
      'AttributeDefinition',
      'Api',
      'AccessRole',
      'RoleAssignment',
      'ApiScope',
      'Passkey',
    ]);
    expect(await typesOf(await app.token('admin', await app.newCustomer('Elsewhere')))).toEqual([]);
  });

  it('find the passkeys and remembered devices that their lists show, and no device that has expired', async () => {
    const { id } = people[1]!;
    const [passkey, device, expired] = [
      await passkeyOf(app, id),
      await rememberedDeviceOf(app, id),
      await rememberedDeviceOf(app, id),
    ];
    await app.server.database.pool.query(
      `update remembered_devices set expires_at = now() - interval '1 day' where id = $1`,
      [expired],
    );
    const found = (token: string) =>
      app.data(
        token,
        `query ($ids: [ID!]!) { nodes(ids: $ids) {
          ... on Passkey { id name createdAt } ... on RememberedDevice { id deviceName lastUsedAt } } }`,
        { ids: [passkey, device.toUpperCase(), expired] },
      );
    const { user } = await app.data(
      admin,
      `query ($id: ID!) { user(id: $id) {
        passkeys { id name createdAt } rememberedDevices { id deviceName lastUsedAt } } }`,
      { id },
    );
    expect((await found(admin)).nodes).toEqual([...user.passkeys, ...user.rememberedDevices, null]);
    expect(user.passkeys).toHaveLength(1);
    expect((await found(member.token)).nodes).toEqual([null, null, null]);
    const forget = 'mutation ($id: ID!) { forgetRememberedDevice(id: $id) { device { id } } }';
    expect((await app.data(admin, forget, { id: device })).forgetRememberedDevice.device).toEqual({ id: device });
  });

  it('take a query for the types, and one for each type', async () => {
    const few = await queriesOf(() => app.data(admin, NODES, { ids: people.slice(0, 1).map(({ id }) => id) }));
    const many = await queriesOf(() => app.data(admin, NODES, { ids: people.map(({ id }) => id) }));
    expect([few.length, many.length]).toEqual([3, 3]);
    const { body } = await app.graphql(admin, NODES, { ids: Array.from({ length: 1001 }, () => people[0]!.id) });
    expect(body.errors[0].extensions).toMatchObject({ code: 'INVALID_INPUT', field: 'ids' });
  });
});

describe('the number of queries', () => {
  it.each([
    [
      'users',
      `id organization { name } mfaMethods mfaEnabled
       sessions(first: 5) { totalCount edges { node { location user { name } clients(first: 5) { totalCount edges { node { name owner { name } } } } } } }
       consents(first: 5) { totalCount edges { node { clientName client { name } user { name } } } }
       groups(first: 5) { totalCount edges { node { organization { name } members(first: 5) { totalCount edges { node { mfaEnabled } } } } } }`,
    ],
    ['users', 'history(first: 5) { totalCount edges { node { action changes { field old new } } } }'],
    [
      'groups',
      'organization { name } history(first: 5) { totalCount edges { node { action subjectId } } } members { totalCount edges { node { name groups { totalCount } } } }',
    ],
    ['clients', 'owner { name sessions { totalCount } }'],
    ['invitations', `user { name } inviter ${ACTOR}`],
    ['mails', 'user { name organization { name } }'],
    ['logoutDeliveries', 'user { name } client { name owner { name } }'],
    [
      'auditEvents(where: { action: { eq: "group.created" } })',
      `actor ${ACTOR} client { name } subject { ... on User { name } ... on Group { name } }`,
    ],
  ])('is the same for few and for many %s with everything that belongs to them', async (field, selection) => {
    const read = (size: number) => () =>
      app.data(
        admin,
        `{ ${field.replace(/\)?$/, '')}${field.endsWith(')') ? ',' : '('} last: ${size}) { totalCount edges { node { id ${selection} } } } }`,
      );
    const few = await queriesOf(read(3));
    const many = await queriesOf(read(PEOPLE));
    expect(many.length).toBe(few.length);
  });
});
