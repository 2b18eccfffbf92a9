import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { GraphQLField } from 'graphql';
import { routes } from '../src/doors/rest/routes/index.ts';
import { useApp } from './support/app.ts';
import { buildClient, buildUser } from './support/builders.ts';
import { operationOn } from './support/documents.ts';
import { pageHeaders, tokensOf } from './support/logins.ts';
import { assignRole } from './support/roles.ts';
import { committedSchema } from './support/schema.ts';
import { callers, CHANGING_USERS, SERVICES, STANDINGS, USERS, VIEWERS, type Viewer } from './support/viewers.ts';

/**
 * Who may reach what, in three dimensions: who asks, through which client, with which scope. A field or path that is not in
 * these tables turns the tests red.
 */
const READERS: readonly Viewer[] = [...SERVICES, ...USERS];
const WRITERS: readonly Viewer[] = ['write', 'admin', ...CHANGING_USERS];
const DELETERS: readonly Viewer[] = ['admin', ...CHANGING_USERS];
const ADMINISTERING_DELETERS: readonly Viewer[] = ['admin', 'administrator, admin'];
const ADMINISTERING_WRITERS: readonly Viewer[] = ['write', 'administrator, write', ...ADMINISTERING_DELETERS];
const AUDITOR: Viewer = 'auditor, all asked for';
const ADMINISTERING_READERS: readonly Viewer[] = ['read', 'administrator, read', AUDITOR, ...ADMINISTERING_WRITERS];
const INSPECTORS: readonly Viewer[] = [AUDITOR, ...ADMINISTERING_DELETERS];
const HELPERS: readonly Viewer[] = ['help desk, all asked for', ...ADMINISTERING_WRITERS];
const HELPING_READERS: readonly Viewer[] = ['help desk, read', 'help desk, all asked for', ...ADMINISTERING_READERS];

const FIELDS: Readonly<Record<string, readonly Viewer[]>> = {
  'Query.viewer': READERS,
  // The sign-up form needs them.
  'Query.settings': ['anonymous', ...READERS],
  // What a viewer may not see is null, as is what does not exist.
  'Query.inputConstraints': ['anonymous', ...READERS],
  'Query.node': READERS,
  'Query.nodes': READERS,
  'Query.group': READERS,
  'Query.groups': READERS,
  'Query.search': READERS, // each finds what they may list
  // Of users, a member sees and changes themself alone.
  'Query.user': HELPING_READERS,
  'Query.users': HELPING_READERS,
  // Members do not hear of attributes that only administrators see.
  'Query.attributeDefinition': READERS,
  'Query.attributeDefinitions': READERS,
  'Query.organization': READERS,
  'Query.organizations': READERS,
  // Who has which rights is for those who administer. Users see their own in `User.roles`, and ask `explainAccess` about themselves.
  'Query.accessRole': ADMINISTERING_READERS,
  'Query.accessRoles': ADMINISTERING_READERS,
  'Query.api': ADMINISTERING_READERS,
  'Query.apis': ADMINISTERING_READERS,
  'Query.explainAccess': ADMINISTERING_READERS,
  'Query.userImport': ADMINISTERING_READERS,
  'Query.userImports': ADMINISTERING_READERS,
  'Query.initialAccessToken': ADMINISTERING_READERS,
  'Query.initialAccessTokens': ADMINISTERING_READERS,
  'Query.invitations': HELPING_READERS,
  // Mails name their readers and what happened to them.
  'Query.mails': INSPECTORS,
  'Query.mailPreview': ADMINISTERING_READERS,
  'Query.brandingTexts': ADMINISTERING_READERS,
  // So do those that tell which applications somebody has used.
  'Query.logoutDeliveries': INSPECTORS,
  'Query.client': READERS,
  'Query.clients': READERS,
  // The trail names people and where they were.
  'Query.auditEvents': INSPECTORS,
  'Query.auditCounts': INSPECTORS,
  'Query.figures': INSPECTORS,
  // Clients have no sessions, and allow nobody anything.
  'Query.sessions': USERS,
  'Query.consents': USERS,
  'Mutation.createGroup': WRITERS,
  'Mutation.updateGroup': WRITERS,
  'Mutation.deleteGroup': DELETERS,
  'Mutation.addGroupMembers': WRITERS,
  'Mutation.removeGroupMembers': DELETERS,
  'Mutation.addMemberGroups': WRITERS,
  'Mutation.removeMemberGroups': DELETERS,
  'Mutation.updateCustomer': ADMINISTERING_DELETERS,
  'Mutation.updateBranding': ADMINISTERING_DELETERS,
  'Mutation.createOrganization': ADMINISTERING_WRITERS,
  'Mutation.updateOrganization': ADMINISTERING_WRITERS,
  'Mutation.deleteOrganization': ADMINISTERING_DELETERS,
  // Whoever gives roles gives rights.
  'Mutation.createAccessRole': ADMINISTERING_DELETERS,
  'Mutation.updateAccessRole': ADMINISTERING_DELETERS,
  'Mutation.deleteAccessRole': ADMINISTERING_DELETERS,
  'Mutation.assignRole': ADMINISTERING_DELETERS,
  'Mutation.unassignRole': ADMINISTERING_DELETERS,
  'Mutation.createAttributeDefinition': ADMINISTERING_DELETERS,
  'Mutation.updateAttributeDefinition': ADMINISTERING_DELETERS,
  'Mutation.deleteAttributeDefinition': ADMINISTERING_DELETERS,
  // They decide what clients and users may do elsewhere.
  'Mutation.createApi': ADMINISTERING_DELETERS,
  'Mutation.updateApi': ADMINISTERING_DELETERS,
  'Mutation.deleteApi': ADMINISTERING_DELETERS,
  'Mutation.addApiScopes': ADMINISTERING_DELETERS,
  'Mutation.updateApiScope': ADMINISTERING_DELETERS,
  'Mutation.removeApiScope': ADMINISTERING_DELETERS,
  'Mutation.createUser': HELPERS,
  'Mutation.createUsers': HELPERS,
  'Mutation.updateUser': ADMINISTERING_WRITERS,
  'Mutation.updateUsers': ADMINISTERING_WRITERS,
  'Mutation.enableUsers': ADMINISTERING_WRITERS,
  'Mutation.disableUsers': ADMINISTERING_WRITERS,
  'Mutation.setUserRoles': ADMINISTERING_DELETERS,
  'Mutation.inviteUsers': HELPERS,
  'Mutation.addUsersToGroups': WRITERS,
  'Mutation.removeUsersFromGroups': DELETERS,
  'Mutation.createGroups': WRITERS,
  'Mutation.updateGroups': WRITERS,
  'Mutation.deleteGroups': DELETERS,
  'Mutation.createClients': ADMINISTERING_WRITERS,
  'Mutation.updateClients': ADMINISTERING_WRITERS,
  'Mutation.deleteClients': ADMINISTERING_DELETERS,
  'Mutation.deleteUser': ADMINISTERING_DELETERS,
  'Mutation.deleteUsers': ADMINISTERING_DELETERS,
  // The audit trail, which is tried, is for administrators with the scope admin. Other exports need only read.
  'Mutation.requestExport': INSPECTORS,
  'Mutation.previewTokens': INSPECTORS, // all of somebody at once
  'Mutation.createUserImport': ADMINISTERING_WRITERS,
  'Mutation.cancelUserImport': ADMINISTERING_WRITERS,
  'Mutation.deleteUserImport': ADMINISTERING_DELETERS,
  'Mutation.createInitialAccessToken': ADMINISTERING_WRITERS,
  'Mutation.revokeInitialAccessToken': ADMINISTERING_WRITERS,
  'Mutation.revokeRegistrationToken': ADMINISTERING_WRITERS,
  'Mutation.inviteUser': HELPERS,
  'Mutation.resendInvitation': HELPERS,
  'Mutation.revokeInvitation': HELPERS,
  'Mutation.requestPasswordReset': HELPERS,
  'Mutation.unlockUser': HELPERS,
  'Mutation.setTemporaryPassword': ADMINISTERING_DELETERS,
  // Users may ask for a link for themselves too.
  'Mutation.requestEmailVerification': HELPERS,
  // Whoever names the address has the account.
  'Mutation.requestEmailChange': ADMINISTERING_DELETERS,
  'Mutation.requestOwnEmailChange': USERS,
  'Mutation.resendMail': ADMINISTERING_DELETERS,
  'Mutation.retryLogoutDelivery': ADMINISTERING_DELETERS,
  'Mutation.createClient': WRITERS,
  'Mutation.updateClient': WRITERS,
  'Mutation.rotateClientSecret': WRITERS,
  'Mutation.deleteClient': DELETERS,
  // Second factors are users'; only administrators among them take away another's.
  'Mutation.startMfaSetup': USERS,
  'Mutation.verifyMfaSetup': USERS,
  'Mutation.disableMfa': USERS,
  'Mutation.regenerateBackupCodes': USERS,
  'Mutation.renamePasskey': USERS,
  'Mutation.removePasskey': USERS,
  'Mutation.resetUserMfa': ['help desk, all asked for', 'administrator, admin'],
  'Mutation.revokeSession': USERS,
  'Mutation.revokeOtherSessions': USERS,
  'Mutation.forgetRememberedDevice': USERS,
  'Mutation.forgetRememberedDevices': ADMINISTERING_DELETERS,
  'Mutation.revokeUserSessions': ADMINISTERING_DELETERS,
  // Users revoke their own, administrators anybody’s.
  'Mutation.revokeConsent': ['admin', ...USERS],
};

const PATHS: Readonly<Record<string, readonly Viewer[]>> = {
  createGroup: WRITERS,
  listGroups: READERS,
  getGroup: READERS,
  updateGroup: WRITERS,
  patchGroup: WRITERS,
  deleteGroup: DELETERS,
  listGroupMembers: READERS,
  addGroupMember: WRITERS,
  removeGroupMember: DELETERS,
  listUsers: HELPING_READERS,
  getUser: HELPING_READERS,
  createUser: HELPERS,
  patchUser: ADMINISTERING_WRITERS,
  updateUser: ADMINISTERING_WRITERS,
  deleteUser: ADMINISTERING_DELETERS,
  listClients: READERS,
  getClient: READERS,
  createClient: WRITERS,
  patchClient: WRITERS,
  updateClient: WRITERS,
  rotateClientSecret: WRITERS,
  deleteClient: DELETERS,
  startMfaSetup: USERS,
  verifyMfaSetup: USERS,
  disableMfa: USERS,
  regenerateBackupCodes: USERS,
  listSessions: USERS,
  revokeSession: USERS,
};

const app = useApp({ CLIENT_REGISTRATION: 'on' });
const schema = committedSchema();
const tokens: Partial<Record<Viewer, string | undefined>> = {};
const fields = (['query', 'mutation'] as const).flatMap((kind) =>
  Object.values((kind === 'query' ? schema.getQueryType()! : schema.getMutationType()!).getFields()).map((field) => ({
    kind,
    field: field as GraphQLField<unknown, unknown>,
    name: `${kind === 'query' ? 'Query' : 'Mutation'}.${field.name}`,
  })),
);
/** Users without a token, whose requests come from a page of the server, and whom each of them equals. */
const SESSIONS: readonly [session: string, as: Viewer][] = [
  ['member, by session', 'member'],
  ['administrator, by session', 'administrator, admin'],
  ['auditor, by session', 'auditor, all asked for'],
  ['help desk, by session', 'help desk, all asked for'],
];
const sessions: Record<string, Record<string, string>> = {};
let foreign: string[];
let foreignSession: Record<string, string>;
let ids: string[];
const CANARY = 'canary-of-the-first-customer';

beforeAll(async () => {
  // A user each: some fields end the other sessions of who asks.
  const callerOf = await callers(app);
  for (const viewer of VIEWERS) tokens[viewer] = (await callerOf(viewer)).token;

  const client = await buildClient(app);
  for (const [name, given] of Object.entries(STANDINGS))
    sessions[`${name}, by session`] = await pageHeaders(app, client, await buildUser(app, given));

  const admin = tokens.admin;
  const user = await buildUser(app, { name: CANARY, email: `${CANARY}@example.com` });
  const made = await app.data(
    admin,
    `mutation ($user: ID!) {
    createGroup(input: { name: "${CANARY}", description: "${CANARY}", memberIds: [$user] }) { group { id } }
    createOrganization(input: { name: "${CANARY}" }) { organization { id } }
    createAccessRole(input: { kind: CUSTOMER, name: "${CANARY}", description: "${CANARY}" }) { accessRole { id } }
    createApi(input: { identifier: "https://${CANARY}.example/api", name: "${CANARY}", scopes: [{ name: "${CANARY}" }] }) {
      api { id scopes(first: 1) { nodes { id } } }
    }
    createClient(input: { name: "${CANARY}", redirectUris: ["https://${CANARY}.example/"] }) { client { id } }
  }`,
    { user: user.id },
  );
  const roleId = made.createAccessRole.accessRole.id;
  const { results } = await assignRole(app, admin!, roleId, { userIds: [user.id] });
  ids = [
    user.id,
    made.createGroup.group.id,
    made.createOrganization.organization.id,
    made.createClient.client.id,
    roleId,
    results[0].assignment.id,
    made.createApi.api.id,
    made.createApi.api.scopes.nodes[0].id,
    app.customer.customerId,
  ];

  const other = await app.newCustomer('Other');
  const foreignClient = await buildClient(app, { customerId: other.customerId });
  const foreigner = await buildUser(app, { customerId: other.customerId, role: 'admin' });
  foreign = [
    await app.token('admin', other),
    (await tokensOf(app, foreignClient, foreigner, 'openid admin')).access_token,
  ];
  foreignSession = await pageHeaders(app, foreignClient, foreigner);
});

describe('every root field of the schema', () => {
  it('is in the table, and the table has no others', () => {
    expect(fields.map(({ name }) => name).toSorted()).toEqual(Object.keys(FIELDS).toSorted());
  });

  it.each(fields)('$name answers those in the table and refuses all others', async ({ kind, field, name }) => {
    for (const [viewer, as] of [...VIEWERS.map((each) => [each, each] as const), ...SESSIONS]) {
      // A document of an anonymous caller is short.
      const depth = viewer === 'anonymous' ? 0 : 1;
      const { query, variables } = operationOn(schema, kind, field, randomUUID(), depth);
      const { status, body } = await app.graphql(tokens[viewer as Viewer], query, variables, sessions[viewer]);
      const codes = (body.errors ?? [])
        .filter((error: { path?: string[] }) => error.path?.length === 1)
        .map((error: { extensions: { kind: string } }) => error.extensions.kind);
      const refused =
        status === 403 || codes.some((code: string) => code === 'UNAUTHENTICATED' || code === 'FORBIDDEN');
      expect({ viewer, refused, codes }).toEqual({ viewer, refused: !FIELDS[name]!.includes(as), codes });
      expect(codes).not.toContain('INTERNAL');
    }
  });

  it('shows another customer nothing, whatever ids it is given', async () => {
    for (const token of [...foreign, undefined])
      for (const { kind, field } of fields.filter((each) => each.kind === 'query'))
        for (const id of [...ids, CANARY]) {
          const { query, variables } = operationOn(schema, kind, field, id, 3);
          const { text } = await app.graphql(token, query, variables, token ? {} : foreignSession);
          expect(text).not.toMatch(/operation costs|nested|lexical tokens/);
          expect({ query, leaked: text.replaceAll(JSON.stringify(variables), '').includes(`"${CANARY}`) }).toEqual({
            query,
            leaked: false,
          });
        }
  });

  it('lets another customer change nothing, whatever ids it is given', async () => {
    const state = async (): Promise<unknown> => {
      const tables = [
        'groups',
        'memberships',
        'group_nestings',
        'users',
        'organizations',
        'clients',
        'apis',
        'api_scopes',
        'client_scopes',
        'initial_access_tokens',
        'sessions',
        'grants',
        'totp_factors',
        'roles',
        'role_assignments',
      ];
      const rows = await Promise.all(
        tables.map((table) =>
          app.server.database.pool.query(
            `select md5(string_agg(t::text, ',' order by t::text)) from (select * from ${table} where customer_id = $1) t`,
            [app.customer.customerId],
          ),
        ),
      );
      return rows.map((result) => result.rows[0].md5);
    };
    const before = await state();
    for (const token of [...foreign, undefined])
      for (const { kind, field } of fields.filter((each) => each.kind === 'mutation'))
        await Promise.all(
          ids.map((id) => {
            const { query, variables } = operationOn(schema, kind, field, id);
            return app.graphql(token, query, variables, token ? {} : foreignSession);
          }),
        );
    expect(await state()).toEqual(before);
  });
});

/** Operations on groups that lend their members something, which members manage only as administrators would. */
const LENDING: Readonly<Record<string, readonly Viewer[]>> = {
  'updateGroup(id: $id, input: { description: "x" }) { group { id } }': ADMINISTERING_WRITERS,
  'addGroupMembers(id: $id, userIds: [$user]) { group { id } }': ADMINISTERING_WRITERS,
  'removeGroupMembers(id: $id, userIds: [$user]) { group { id } }': ADMINISTERING_DELETERS,
  'addMemberGroups(id: $id, groupIds: [$user]) { group { id } }': ADMINISTERING_WRITERS,
  'removeMemberGroups(id: $id, groupIds: [$user]) { group { id } }': ADMINISTERING_DELETERS,
  'deleteGroup(id: $id) { group { id } }': ADMINISTERING_DELETERS,
};

describe('groups that belong to an organization, or that the second-factor policy names', () => {
  const manager = async (): Promise<(isNamed: boolean) => Promise<string>> => {
    const { createOrganization } = await app.data(
      tokens.admin,
      `mutation { createOrganization(input: { name: "${randomUUID()}" }) { organization { id } } }`,
    );
    return async (isNamed) => {
      const input = { name: randomUUID(), ...(!isNamed && { organizationId: createOrganization.organization.id }) };
      const document = 'mutation ($input: CreateGroupInput!) { createGroup(input: $input) { group { id } } }';
      const { id } = (await app.data(tokens.admin, document, { input })).createGroup.group;
      const sql = 'insert into second_factor_groups (customer_id, group_id) values ($1, $2)';
      if (isNamed) await app.server.database.pool.query(sql, [app.customer.customerId, id]);
      return id;
    };
  };

  it.each(Object.entries(LENDING))('%s is for those in the table', async (operation, allowed) => {
    const make = await manager();
    const user = ids[0];
    const document = `mutation ($id: ID!${operation.includes('$user') ? ', $user: ID!' : ''}) { ${operation} }`;
    for (const isNamed of [true, false])
      for (const viewer of VIEWERS) {
        const { status, body } = await app.graphql(tokens[viewer], document, { id: await make(isNamed), user });
        const kind = body.errors?.[0]?.extensions.kind;
        const refused = status === 403 || kind === 'UNAUTHENTICATED' || kind === 'FORBIDDEN';
        expect({ viewer, isNamed, refused }).toEqual({ viewer, isNamed, refused: !allowed.includes(viewer) });
      }
  });
});

describe('every documented path', () => {
  it('is in the table, and the table has no others', () => {
    expect(routes.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(PATHS).toSorted());
  });

  it.each(routes.map((route) => [route.operationId, route] as const))(
    '%s answers those in the table and refuses all others',
    async (name, route) => {
      for (const viewer of VIEWERS) {
        const path = route.path.replaceAll(/:\w+/g, () => randomUUID());
        const email = `${randomUUID()}@example.com`;
        const body = route.body && { name: email, email, client_name: 'x', redirect_uris: ['https://x.example/'] };
        const { status } = await app.send(route.method.toUpperCase(), path, { token: tokens[viewer], body });
        const refused = status === 401 || status === 403;
        expect({ viewer, refused, status }).toEqual({ viewer, refused: !PATHS[name]!.includes(viewer), status });
        expect(status).toBeLessThan(500);
      }
    },
  );
});
