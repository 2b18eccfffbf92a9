import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { getNamedType, isObjectType, type GraphQLObjectType } from 'graphql';
import type { Client } from '../../src/modules/clients/index.ts';
import type { User } from '../../src/modules/users/index.ts';
import { useApp, type TestApp } from '../support/app.ts';
import { buildClient, buildUser } from '../support/builders.ts';
import { invitationOf } from '../support/invitations.ts';
import { passkeyOf, rememberedDeviceOf } from '../support/remembered.ts';
import { queriesOf } from '../support/queries.ts';
import { committedSchema } from '../support/schema.ts';
import {
  documentOf,
  isRefused,
  SERVICES,
  STANDINGS,
  useCallers,
  USERS,
  type Caller,
  type Viewer,
} from '../support/viewers.ts';

const open = useApp({ CLIENT_REGISTRATION: 'on' });
const strict = useApp({ GROUPS_MANAGED_BY: 'admins', MEMBER_CLIENTS: 'off', CLIENT_REGISTRATION: 'on' });
const callerOf = useCallers(open);
const strictCallerOf = useCallers(strict);
const schema = committedSchema();
const objectNamed = (name: string) => schema.getType(name) as GraphQLObjectType;
const namesIn = (name: string): string[] => Object.keys(objectNamed(name).getFields());
/** Tokens through a member’s own client are refused altogether. */
const SIGNED_IN: readonly Viewer[] = [...SERVICES, ...USERS];

const sql = async (app: TestApp, text: string, ...values: unknown[]): Promise<string> =>
  (await app.server.database.pool.query(text, values)).rows[0].id;

/** How to make an object to act on, and the id of it. */
type Make = (app: TestApp, caller: Caller) => Promise<string | null>;

const customerOf = (app: TestApp): string => app.customer.customerId;
/** A user in a group of that name, because every viewer may see the members of groups. */
const userOf = async (app: TestApp, given: Partial<User>): Promise<string> => {
  const { id } = await buildUser(app, { ...given, passwordHash: null });
  await sql(
    app,
    `with made as (
       insert into groups (id, customer_id, name, description, created_at, updated_at)
       values (gen_random_uuid(), $1, $2::uuid::text, '', now(), now()) returning id)
     insert into memberships (group_id, user_id, customer_id, joined_at) select id, $2, $1, now() from made returning user_id as id`,
    customerOf(app),
    id,
  );
  return id;
};

const sessionOf = (app: TestApp, userId: string): Promise<string> =>
  sql(
    app,
    `insert into sessions (id, customer_id, user_id, secret_hash, auth_time, amr, ip, user_agent, last_accessed_at, expires_at, created_at)
     values (gen_random_uuid(), $1, $2, sha256($3), now(), '{pwd}', '192.0.2.1', '', now(), now() + interval '1 day', now()) returning id`,
    customerOf(app),
    userId,
    Buffer.from(randomUUID()),
  );

const consentOf = async (app: TestApp, userId: string): Promise<string> =>
  sql(
    app,
    `insert into consents (customer_id, user_id, client_id, scopes, created_at, updated_at)
     values ($1, $2, $3, '{openid}', now(), now()) returning id`,
    customerOf(app),
    userId,
    (await buildClient(app)).id,
  );

const clientOf = async (app: TestApp, given: Partial<Client>): Promise<string> =>
  (await buildClient(app, { type: 'confidential', tokenEndpointAuthMethod: 'client_secret_post', ...given })).id;

const LOGIN: Partial<Client> = { scopes: ['openid'], requireConsent: true };

const own = (n: number) => async () => `00000000-0000-7000-8000-00000000000${n}`;
const NEW_API = `insert into apis (id, customer_id, identifier, name, created_at, updated_at)
  values (gen_random_uuid(), $1, 'https://' || gen_random_uuid() || '.example/', 'x', now(), now()) returning id`;
const NEW_SCOPE = `with a as (${NEW_API}) insert into api_scopes (id, customer_id, api_id, name, created_at)
  select gen_random_uuid(), $1, a.id, 'x', now() from a returning id`;

/** The objects of each type that policies tell apart. */
const TARGETS: Readonly<Record<string, Readonly<Record<string, Make>>>> = {
  User: {
    'the viewer': async (_, { userId }) => userId,
    'a member': (app) => userOf(app, {}),
    'an administrator': (app) => userOf(app, { role: 'admin' }),
    'an auditor': (app) => userOf(app, STANDINGS.auditor),
    'somebody of the help desk': (app) => userOf(app, STANDINGS['help desk']),
  },
  Group: {
    'a group': (app) =>
      sql(
        app,
        `insert into groups (id, customer_id, name, description, created_at, updated_at)
         values (gen_random_uuid(), $1, gen_random_uuid()::text, '', now(), now()) returning id`,
        customerOf(app),
      ),
  },
  Api: { 'an API': (app) => sql(app, NEW_API, customerOf(app)), 'Guildhall itself': own(1) },
  ApiScope: { 'a scope of an API': (app) => sql(app, NEW_SCOPE, customerOf(app)), 'one of Guildhall': own(2) },
  Organization: {
    'an organization': (app) =>
      sql(
        app,
        `insert into organizations (id, customer_id, name, created_at, updated_at)
         values (gen_random_uuid(), $1, gen_random_uuid()::text, now(), now()) returning id`,
        customerOf(app),
      ),
  },
  AccessRole: {
    'a role': (app) =>
      sql(
        app,
        `insert into roles (id, customer_id, kind, name, created_at, updated_at)
         values (gen_random_uuid(), $1, 'customer', gen_random_uuid()::text, now(), now()) returning id`,
        customerOf(app),
      ),
  },
  Client: {
    'a client of the customer': (app) => clientOf(app, LOGIN),
    'a client that administers': (app) => clientOf(app, { scopes: ['openid', 'admin'], requireConsent: true }),
    'a service account': (app) =>
      clientOf(app, { scopes: ['write'], grantTypes: ['client_credentials'], requireConsent: true }),
    'the viewer’s client': async (app, { userId }) => userId && clientOf(app, { ...LOGIN, ownerId: userId }),
    'another member’s client': async (app) => clientOf(app, { ...LOGIN, ownerId: (await buildUser(app)).id }),
  },
  AttributeDefinition: {
    'an attribute': (app) =>
      sql(
        app,
        `insert into attribute_definitions (id, customer_id, subject, name, type, visible_to, editable_by, created_at, updated_at)
         values (gen_random_uuid(), $1, 'user', 'a' || replace(gen_random_uuid()::text, '-', ''), 'string', 'owner', 'owner', now(), now())
         returning id`,
        customerOf(app),
      ),
  },
  Session: {
    'the viewer’s session': async (app, { userId }) => userId && sessionOf(app, userId),
    'another’s session': async (app) => sessionOf(app, (await buildUser(app)).id),
  },
  Passkey: {
    'the viewer’s passkey': async (app, { userId }) => userId && passkeyOf(app, userId),
    'another’s passkey': async (app) => passkeyOf(app, (await buildUser(app)).id),
  },
  RememberedDevice: {
    'the viewer’s device': async (app, { userId }) => userId && rememberedDeviceOf(app, userId),
    'another’s device': async (app) => rememberedDeviceOf(app, (await buildUser(app)).id),
  },
  Consent: {
    'the viewer’s consent': async (app, { userId }) => userId && consentOf(app, userId),
    'another’s consent': async (app) => consentOf(app, (await buildUser(app)).id),
  },
  Invitation: {
    'the invitation of a member': (app) => invitationOf(app, {}),
    'the invitation of an administrator': (app) => invitationOf(app, { role: 'admin' }),
    'the invitation of an auditor': (app) => invitationOf(app, STANDINGS.auditor),
  },
  Mail: {
    'a dead mail': (app) =>
      sql(
        app,
        `insert into outbox_mails (id, customer_id, kind, recipient, subject, next_attempt_at, failed_at, created_at)
         values (gen_random_uuid(), $1, 'invitation', 'a@b.example', '', now(), now(), now()) returning id`,
        customerOf(app),
      ),
  },
  UserImport: {
    'an import': async (app) => {
      // A customer has few at a time.
      await app.server.database.pool.query('delete from user_imports');
      const create = 'mutation { createUserImport(input: { format: CSV }) { userImport { id } } }';
      return (await app.data(await app.token('admin'), create)).createUserImport.userImport.id;
    },
  },
  InitialAccessToken: {
    'an initial access token': async (app) => {
      const create = `mutation { createInitialAccessToken(input: { name: "x", redirectHosts: ["*"] }) {
        initialAccessToken { id } } }`;
      return (await app.data(await app.token('admin'), create)).createInitialAccessToken.initialAccessToken.id;
    },
  },
  LogoutDelivery: {
    'a dead delivery': async (app) =>
      sql(
        app,
        `insert into logout_deliveries (id, customer_id, client_id, user_id, session_id, failed_at, created_at)
         values (gen_random_uuid(), $1, $2, $3, gen_random_uuid(), now(), now()) returning id`,
        customerOf(app),
        (await buildClient(app)).id,
        (await buildUser(app)).id,
      ),
  },
};

/** The mutations of each type. */
const MUTATIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  User: {
    updateUser: '(id: $id, input: { name: "Another" }) { user { id } }',
    inviteUser: '(id: $id) { invitation { id } }',
    requestPasswordReset: '(userId: $id) { user { id } }',
    unlockUser: '(id: $id) { user { id } }',
    setTemporaryPassword: '(id: $id) { user { id } }',
    requestEmailVerification: '(userId: $id) { user { id } }',
    requestEmailChange: '(userId: $id, newEmail: "NEW") { user { id } }',
    resetUserMfa: '(id: $id) { user { id } }',
    revokeUserSessions: '(userId: $id) { count }',
    forgetRememberedDevices: '(userId: $id) { count }',
    deleteUser: '(id: $id) { user { id } }',
  },
  Group: {
    updateGroup: '(id: $id, input: { description: "Another" }) { group { id } }',
    addGroupMembers: '(id: $id, userIds: []) { group { id } }',
    removeGroupMembers: '(id: $id, userIds: []) { group { id } }',
    addMemberGroups: '(id: $id, groupIds: []) { group { id } }',
    removeMemberGroups: '(id: $id, groupIds: []) { group { id } }',
    deleteGroup: '(id: $id) { group { id } }',
  },
  Customer: {
    updateCustomer: '(id: $id, input: { selfDeletion: false }) { customer { id } }',
    updateBranding: '(id: $id, input: { color: "#0b7a75" }) { branding { color } }',
  },
  Api: {
    updateApi: '(id: $id, input: { name: "NEW" }) { api { id } }',
    deleteApi: '(id: $id) { api { id } }',
    addApiScopes: '(apiId: $id, scopes: [{ name: "y" }]) { api { id } }',
  },
  ApiScope: {
    updateApiScope: '(id: $id, input: { name: "y" }) { apiScope { id } }',
    removeApiScope: '(id: $id) { apiScope { id } }',
  },
  Organization: {
    updateOrganization: '(id: $id, input: { name: "NEW" }) { organization { id } }',
    deleteOrganization: '(id: $id) { organization { id } }',
  },
  AccessRole: {
    updateAccessRole: '(id: $id, input: { description: "Another" }) { accessRole { id } }',
    deleteAccessRole: '(id: $id) { accessRole { id } }',
    assignRole: '(id: $id, input: { userIds: [$id] }) { changedCount }',
    unassignRole: '(id: $id, input: { userIds: [$id] }) { changedCount }',
  },
  Client: {
    updateClient: '(id: $id, input: { tosUri: "https://rp.example/tos" }) { client { id } }',
    rotateClientSecret: '(id: $id) { client { id } }',
    deleteClient: '(id: $id) { client { id } }',
    revokeRegistrationToken: '(id: $id) { client { id } }',
  },
  AttributeDefinition: {
    updateAttributeDefinition: '(id: $id, input: { description: "Another" }) { attributeDefinition { id } }',
    deleteAttributeDefinition: '(id: $id) { attributeDefinition { id } }',
  },
  Session: { revokeSession: '(id: $id) { session { id } }' },
  Passkey: {
    renamePasskey: '(id: $id, name: "Another") { passkey { id } }',
    removePasskey: '(id: $id) { passkey { id } }',
  },
  RememberedDevice: { forgetRememberedDevice: '(id: $id) { device { id } }' },
  Consent: { revokeConsent: '(id: $id) { consent { id } }' },
  Invitation: {
    resendInvitation: '(id: $id) { invitation { id } }',
    revokeInvitation: '(id: $id) { invitation { id } }',
  },
  Mail: { resendMail: '(id: $id) { mail { id } }' },
  UserImport: {
    cancelUserImport: '(id: $id) { userImport { id } }',
    deleteUserImport: '(id: $id) { userImport { id } }',
  },
  InitialAccessToken: { revokeInitialAccessToken: '(id: $id) { initialAccessToken { id } }' },
  LogoutDelivery: { retryLogoutDelivery: '(id: $id) { logoutDelivery { id } }' },
};
/** The mutations after which the object, or the viewer, cannot be used again. */
const ENDS = /^(cancel|delete|disable|forget|remove(?!Group)|revoke)/;

const permissionTypes = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .filter(({ name }) => name.endsWith('Permissions'));
const nodes = schema.getPossibleTypes(schema.getType('Node') as never).map(({ name }) => name);

describe('viewerCan', () => {
  it('is on every node and on the viewer, with a field for every mutation and for every list', () => {
    for (const name of nodes)
      expect(String(objectNamed(name).getFields()['viewerCan']!.type)).toBe(`${name}Permissions!`);
    expect(String(objectNamed('Viewer').getFields()['viewerCan']!.type)).toBe('ViewerPermissions!');
    const told = new Set(permissionTypes.flatMap(({ name }) => namesIn(name)));
    const lists = Object.values(schema.getQueryType()!.getFields())
      // A search finds what the lists have that the viewer may read.
      .filter(({ name, type }) => name !== 'search' && getNamedType(type).name.endsWith('Connection'))
      .map(({ name }) => `read${name[0]!.toUpperCase()}${name.slice(1)}`);
    expect([...told].toSorted()).toEqual(
      [
        ...namesIn('Mutation'),
        ...lists,
        'readFigures',
        'readSigningKeys',
        'updateUserFields',
        'createClientScopes',
      ].toSorted(),
    );
  });

  it('is tried below for every mutation that it tells of', () => {
    for (const name of nodes) {
      const told = namesIn(`${name}Permissions`).filter((field) => namesIn('Mutation').includes(field));
      expect([name, Object.keys(MUTATIONS[name] ?? {}).toSorted()]).toEqual([name, told.toSorted()]);
    }
  });
});

const cases = SIGNED_IN.map((viewer) => ({ viewer }));
/** The answers there were to each question. */
const answers = new Map<string, Set<boolean>>();

/** What the viewer is told of the object; null for an object that the viewer may not see. */
async function permissionsOf(
  app: TestApp,
  token: string,
  type: string,
  id: string,
): Promise<Record<string, boolean> | null> {
  const can = `viewerCan { ${Object.keys(MUTATIONS[type]!).join(' ')} }`;
  const { node } = await app.data(token, `query ($id: ID!) { node(id: $id) { ... on ${type} { ${can} } } }`, { id });
  if (node || type !== 'User') return node?.viewerCan ?? null;
  const query = `query ($name: String!) { groups(where: { name: { eq: $name } }) { edges { node { members { edges { node { id ${can} } } } } } } }`;
  const { groups } = await app.data(token, query, { name: id });
  return groups.edges[0]?.node.members.edges[0]?.node.viewerCan ?? null;
}

/** Tries all mutations of an object and compares what happens with what the viewer was told. */
async function tryAll(app: TestApp, viewer: Viewer, type: string, target: string): Promise<void> {
  const callers = app === open ? callerOf : strictCallerOf;
  let caller = await callers(viewer);
  let id = await TARGETS[type]![target]!(app, caller);
  for (const [mutation, rest] of Object.entries(MUTATIONS[type]!)) {
    if (id === null) continue;
    const can = (await permissionsOf(app, caller.token!, type, id))?.[mutation] ?? false;
    const answer = await app.graphql(caller.token, documentOf(mutation, rest), { id });
    const { errors } = answer.body;
    expect({ mutation, can, errors }).toEqual({ mutation, can: !isRefused(answer), errors });
    answers.set(mutation, (answers.get(mutation) ?? new Set()).add(can && !errors));
    if (!can || !ENDS.test(mutation)) continue;
    if (id === caller.userId) caller = await callers(viewer, true);
    id = await TARGETS[type]![target]!(app, caller);
  }
}

const targets = Object.entries(TARGETS).flatMap(([type, makes]) =>
  Object.keys(makes).map((target) => [type, target] as const),
);
let tried = 0;

describe.each(cases)('what $viewer may do', ({ viewer }) => {
  it.each(targets)('is what they are told of a %s: %s', async (type, target) => {
    tried += 1;
    await tryAll(open, viewer, type, target);
  });

  it.each(['Group', 'Client'])('is less where administrators alone manage groups and clients: %s', async (type) => {
    for (const target of Object.keys(TARGETS[type]!)) await tryAll(strict, viewer, type, target);
  });
});

// Every mutation has been tried by somebody who may and by somebody who may not, unless only some of the tests ran.
afterAll(() => {
  if (tried < cases.length * targets.length) return;
  const one = [...answers].filter(([, seen]) => seen.size < 2).map(([mutation]) => mutation);
  // Nobody here has a second factor, or a confidential client of another method.
  expect(one).toEqual(['resetUserMfa']);
});

describe('reading viewerCan', () => {
  it('takes no query of its own, and one for the roles of all invited users', async () => {
    const token = await open.token('admin');
    const read = (type: string, list: string, size: number) => {
      const can = `viewerCan { ${namesIn(`${type}Permissions`).join(' ')} }`;
      return (selected: string) => () =>
        open.data(token, `{ ${list}(last: ${size}) { edges { node { id ${selected ? can : ''} } } } }`);
    };
    for (const [type, list] of [
      ['User', 'users'],
      ['Group', 'groups'],
      ['Organization', 'organizations'],
      ['Client', 'clients'],
      ['Api', 'apis'],
      ['Mail', 'mails'],
      ['LogoutDelivery', 'logoutDeliveries'],
      ['AuditEvent', 'auditEvents'],
    ] as const) {
      const without = await queriesOf(read(type, list, 20)(''));
      expect([type, (await queriesOf(read(type, list, 20)('selected'))).length]).toEqual([type, without.length]);
    }
    const invitations = (size: number) => queriesOf(read('Invitation', 'invitations', size)('selected'));
    const more = (await queriesOf(read('Invitation', 'invitations', 20)(''))).length + 1;
    expect([(await invitations(2)).length, (await invitations(20)).length]).toEqual([more, more]);
  });
});
