import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { isInputObjectType, type GraphQLEnumType, type GraphQLObjectType } from 'graphql';
import { useApp } from '../support/app.ts';
import { buildUser } from '../support/builders.ts';
import { committedSchema } from '../support/schema.ts';
import { passkeyOf, rememberedDeviceOf } from '../support/remembered.ts';
import { documentOf, isRefused, SERVICES, STANDINGS, useCallers, USERS } from '../support/viewers.ts';

const app = useApp({ CLIENT_REGISTRATION: 'on' });
const callerOf = useCallers(app);
const schema = committedSchema();
const namesIn = (name: string): string[] => Object.keys((schema.getType(name) as GraphQLObjectType).getFields());

/** The viewer’s own: mutations without an object. */
const OWN: Readonly<Record<string, string>> = {
  createUser: '(input: { email: "NEW" }) { user { id } }',
  createUsers: '(inputs: [{ email: "NEW" }]) { results { index } }',
  updateUsers: '(select: { ids: [] }, input: { name: "Another" }) { changedCount }',
  enableUsers: '(select: { ids: [] }) { changedCount }',
  disableUsers: '(select: { ids: [] }) { changedCount }',
  setUserRoles: '(select: { ids: [] }, role: ADMIN) { changedCount }',
  deleteUsers: '(select: { ids: [] }) { changedCount }',
  inviteUsers: '(select: { ids: [] }) { changedCount }',
  createGroups: '(inputs: [{ name: "NEW" }]) { changedCount }',
  updateGroups: '(select: { ids: [] }, input: { description: "Another" }) { changedCount }',
  deleteGroups: '(select: { ids: [] }) { changedCount }',
  addUsersToGroups: '(select: { ids: [] }, groupIds: []) { changedCount }',
  removeUsersFromGroups: '(select: { ids: [] }, groupIds: []) { changedCount }',
  createClients: '(inputs: [{ name: "Some Application", redirectUris: ["https://rp.example/"] }]) { changedCount }',
  updateClients: '(select: { ids: [] }, input: { name: "Another" }) { changedCount }',
  deleteClients: '(select: { ids: [] }) { changedCount }',
  requestExport: '(kind: USERS, format: CSV) { expiresAt }',
  previewTokens: '(input: { userId: "nobody", clientId: "nothing" }) { obstacles { kind } }',
  createInitialAccessToken: '(input: { name: "Partners", redirectHosts: ["*"] }) { initialAccessToken { id } }',
  createUserImport: '(input: { format: CSV }) { userImport { id } }',
  createGroup: '(input: { name: "NEW" }) { group { id } }',
  createOrganization: '(input: { name: "NEW" }) { organization { id } }',
  createApi: '(input: { identifier: "https://NEW.example", name: "NEW" }) { api { id } }',
  createAccessRole: '(input: { kind: CUSTOMER, name: "NEW" }) { accessRole { id } }',
  createAttributeDefinition:
    '(input: { subject: USER, name: "attribute", type: STRING }) { attributeDefinition { id } }',
  createClient: '(input: { name: "Some Application", redirectUris: ["https://rp.example/"] }) { client { id } }',
  startMfaSetup: ' { secret }',
  verifyMfaSetup: '(code: "000000") { user { id } }',
  disableMfa: '(code: "000000") { user { id } }',
  regenerateBackupCodes: '(code: "000000") { backupCodes }',
  forgetRememberedDevice: '(id: "DEVICE") { device { id } }',
  renamePasskey: '(id: "PASSKEY", name: "Desk") { passkey { id } }',
  removePasskey: '(id: "PASSKEY") { passkey { id } }',
  requestOwnEmailChange: '(newEmail: "NEW") { user { id } }',
  revokeOtherSessions: ' { count }',
};

/** What is not read as a list of its own. */
const NO_LISTS: Readonly<Record<string, string>> = {
  figures: '{ figures { users } }',
  signingKeys: '{ figures { signingKeys { kid } } }',
};

/** Values of the fields of users that are not any text. */
const SAMPLES: Readonly<Record<string, unknown>> = {
  picture: 'https://rp.example/',
  phoneNumber: '12345',
  administration: null,
  emailVerified: true,
  isActive: true,
  organizationId: null,
  attributes: [{ name: 'locale', value: 'en' }],
};

/** What the users are whose fields are tried. */
const GIVEN = {
  'a member': STANDINGS.member,
  'an administrator': STANDINGS.administrator,
  'an auditor': STANDINGS.auditor,
} as const;

it('viewer.viewerCan is tried below for every mutation', () => {
  const told = namesIn('ViewerPermissions').filter((field) => namesIn('Mutation').includes(field));
  expect(Object.keys(OWN).toSorted()).toEqual(told.toSorted());
});

describe.each([...SERVICES, ...USERS].map((viewer) => ({ viewer })))('what $viewer may do', ({ viewer }) => {
  it('is what they are told of themself', async () => {
    const { token, userId } = await callerOf(viewer);
    const passkey = userId === null ? randomUUID() : await passkeyOf(app, userId);
    const device = userId === null ? randomUUID() : await rememberedDeviceOf(app, userId);
    const lists = namesIn('ViewerPermissions').filter((field) => field.startsWith('read'));
    const can = (await app.data(token, `{ viewer { viewerCan { ${[...lists, ...Object.keys(OWN)].join(' ')} } } }`))
      .viewer.viewerCan;
    for (const [mutation, rest] of Object.entries(OWN)) {
      const answer = await app.graphql(
        token,
        documentOf(mutation, rest.replace('PASSKEY', passkey).replace('DEVICE', device)),
      );
      expect([mutation, can[mutation]]).toEqual([mutation, !isRefused(answer)]);
    }
    for (const list of lists) {
      const name = list.replace(/^read./, (start) => start.slice(4).toLowerCase());
      const answer = await app.graphql(token, NO_LISTS[name] ?? `{ ${name}(first: 1) { __typename } }`);
      expect([list, can[list]]).toEqual([list, !isRefused(answer)]);
    }
  });

  it('is what they are told of the fields of users', async () => {
    const caller = await callerOf(viewer);
    const input = schema.getType('UpdateUserInput');
    const fields = isInputObjectType(input) ? Object.values(input.getFields()) : [];
    for (const [target, role] of [
      ['the viewer', viewer.startsWith('administrator') ? 'ADMIN' : 'MEMBER'],
      ['a member', 'MEMBER'],
      ['an administrator', 'ADMIN'],
      ['an auditor', 'MEMBER'],
    ] as const) {
      const id = target === 'the viewer' ? caller.userId : (await buildUser(app, GIVEN[target])).id;
      if (id === null) continue;
      const query = 'query ($id: ID!) { user(id: $id) { viewerCan { updateUserFields } } }';
      const { body } = await app.graphql(caller.token, query, { id });
      const named: string[] = body.data.user?.viewerCan.updateUserFields ?? [];
      for (const { name } of fields) {
        const value = name === 'role' ? role : name in SAMPLES ? SAMPLES[name] : `x${randomUUID()}`;
        const update = 'mutation ($id: ID!, $in: UpdateUserInput!) { updateUser(id: $id, input: $in) { user { id } } }';
        const answer = await app.graphql(caller.token, update, { id, in: { [name]: value } });
        expect([target, name, named.includes(name)]).toEqual([target, name, !isRefused(answer)]);
      }
    }
  });

  it.each(['AUTHORIZATION_CODE', 'CLIENT_CREDENTIALS'])(
    'is what they are told of the scopes of clients by %s',
    async (grantType) => {
      const { token } = await callerOf(viewer);
      const query = `{ viewer { viewerCan { createClientScopes(grantType: ${grantType}) } } }`;
      const { createClientScopes: given } = (await app.data(token, query)).viewer.viewerCan;
      for (const { name: scope } of (schema.getType('Scope') as GraphQLEnumType).getValues()) {
        const input = {
          name: 'Some Application',
          redirectUris: ['https://rp.example/'],
          grantTypes: [grantType],
          scopes: [scope],
        };
        const create = 'mutation ($input: CreateClientInput!) { createClient(input: $input) { client { id } } }';
        const { body } = await app.graphql(token, create, { input });
        expect([scope, given.includes(scope)]).toEqual([scope, body.errors === undefined]);
      }
    },
  );
});
