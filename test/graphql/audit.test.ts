import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../../src/modules/clients/index.ts';
import { casesOfApis } from '../support/audited-apis.ts';
import { useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { authorizePath, buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { browserOf, claimsIn, tokensOf } from '../support/logins.ts';
import { codeOf, enroll, nextStep } from '../support/mfa.ts';
import { usePasskey } from '../support/passkeys.ts';
import { forgetDevice, forgetDevices } from '../support/remembered.ts';
import { newRegistered, newToken } from '../support/registrations.ts';
import { roleCases } from '../support/roles.ts';
import { committedSchema } from '../support/schema.ts';

const app = useApp({ CLIENT_REGISTRATION: 'on' });
let client: Client;
let administrator: BuiltUser;
let admin: string;

const login = async (user: BuiltUser) => (await tokensOf(app, client, user, 'openid admin')).access_token;
const rows = async (text: string, ...values: unknown[]) => (await app.server.database.pool.query(text, values)).rows;

beforeAll(async () => {
  client = await buildClient(app);
  administrator = await buildUser(app, { role: 'admin' });
  admin = await login(administrator);
});

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into data of every shape
type Data = any;
const run = (operation: string, variables: object = {}, token = admin): Promise<Data> =>
  app.data(token, operation, variables);

const newGroup = async (memberIds: string[] = []): Promise<string> =>
  (
    await run('mutation ($input: CreateGroupInput!) { createGroup(input: $input) { group { id } } }', {
      input: { name: randomUUID(), memberIds },
    })
  ).createGroup.group.id;
const newOrganization = async (): Promise<string> =>
  (
    await run('mutation ($name: String!) { createOrganization(input: { name: $name }) { organization { id } } }', {
      name: randomUUID(),
    })
  ).createOrganization.organization.id;
const CREATE_CLIENT = `mutation {
  createClient(input: { name: "c", redirectUris: ["https://c.example/"] }) { clientSecret client { id } }
}`;
const newClient = async (): Promise<string> => (await run(CREATE_CLIENT)).createClient.client.id;
const CREATE_ATTRIBUTE = `mutation ($name: String!) {
  createAttributeDefinition(input: { subject: GROUP, type: STRING, name: $name }) { attributeDefinition { id } }
}`;
const newAttribute = async (): Promise<string> =>
  (await run(CREATE_ATTRIBUTE, { name: `a${randomUUID().replaceAll('-', '')}` })).createAttributeDefinition
    .attributeDefinition.id;
const INVITE = 'mutation ($userId: ID!) { inviteUser(id: $userId) { invitation { id } } }';
const newInvitation = async (): Promise<string> =>
  (await run(INVITE, { userId: (await buildUser(app, { passwordHash: null })).id })).inviteUser.invitation.id;

const newImport = async (): Promise<string> =>
  (await run('mutation { createUserImport(input: { format: CSV }) { userImport { id } } }')).createUserImport.userImport
    .id;

const allow = (userId: string) =>
  rows(
    `insert into consents (user_id, client_id, customer_id, scopes, created_at, updated_at)
     values ($1, $2, $3, '{openid}', now(), now())`,
    userId,
    client.id,
    app.customer.customerId,
  );

/** A fresh user, signed in and with an authenticator app where wanted. */
async function someone(mfa = false) {
  const user = await buildUser(app);
  const token = await login(user);
  return { ...user, token, secret: mfa ? (await enroll(app, token)).secret : '' };
}

interface Case {
  /** What the events say, in no order; what is missing in them leaves none. */
  readonly leaves: readonly string[];
  /** Everything up to the mutation, then the mutation, which is what the events are taken of. */
  readonly act: (mark: () => Promise<void>) => Promise<unknown>;
}

const by = (leaves: string, act: Case['act'], ...more: string[]): Case => ({ leaves: [leaves, ...more], act });

const newUser = async (given: object = {}): Promise<string> => (await buildUser(app, given)).id;
const lockedUser = async (): Promise<string> => {
  const user = await buildUser(app);
  return browserOf(app, { ...user, password: 'a wrong password' }).then(() => user.id);
};

/** An operation on one thing. */
const one = (leaves: string, make: () => Promise<string>, operation: string): Case =>
  by(leaves, async (mark) => {
    const id = await make();
    await mark();
    await run(`mutation ($id: ID!) { ${operation} }`, { id });
  });
const bulk = (leaves: string, make: () => Promise<string>, operation: string): Case =>
  one(leaves, make, `${operation} { changedCount }`);
/** A change of who or what is in a group. */
const within = (leaves: string, argument: 'userIds' | 'groupIds', change: string, before?: string): Case =>
  by(leaves, async (mark) => {
    const inner = argument === 'userIds' ? (await buildUser(app)).id : await newGroup();
    const variables = { id: await newGroup(), inner };
    const text = (name: string) =>
      `mutation ($id: ID!, $inner: ID!) { ${name}(id: $id, ${argument}: [$inner]) { group { id } } }`;
    if (before) await run(text(before), variables);
    await mark();
    await run(text(change), variables);
  });
const ofGroups = (name: string): string =>
  `mutation ($user: ID!, $group: ID!) { ${name}(select: { ids: [$user] }, groupIds: [$group]) { changedCount } }`;

const ours = () => ({ id: app.customer.customerId });

/** Every mutation there is, and what it leaves in the trail. */
const CASES: Readonly<Record<string, Case>> = {
  createGroup: by('group.created', () => newGroup()),
  updateGroup: one('group.updated', newGroup, 'updateGroup(id: $id, input: { description: "x" }) { group { id } }'),
  deleteGroup: one('group.deleted', newGroup, 'deleteGroup(id: $id) { group { id } }'),
  addGroupMembers: within('membership.added', 'userIds', 'addGroupMembers'),
  removeGroupMembers: within('membership.removed', 'userIds', 'removeGroupMembers', 'addGroupMembers'),
  addMemberGroups: within('nesting.added', 'groupIds', 'addMemberGroups'),
  removeMemberGroups: within('nesting.removed', 'groupIds', 'removeMemberGroups', 'addMemberGroups'),
  updateCustomer: by('customer.updated', () =>
    run('mutation ($id: ID!) { updateCustomer(id: $id, input: { selfDeletion: true }) { customer { id } } }', ours()),
  ),
  updateBranding: by('branding.updated', () =>
    run('mutation ($id: ID!) { updateBranding(id: $id, input: { color: "#0b7a75" }) { branding { color } } }', ours()),
  ),
  createOrganization: by('organization.created', () => newOrganization()),
  ...casesOfApis(run, by, one),
  updateOrganization: by('organization.updated', async (mark) => {
    const id = await newOrganization();
    await mark();
    await run(
      'mutation ($id: ID!, $name: String!) { updateOrganization(id: $id, input: { name: $name }) { organization { id } } }',
      {
        id,
        name: randomUUID(),
      },
    );
  }),
  deleteOrganization: one('organization.deleted', newOrganization, 'deleteOrganization(id: $id) { __typename }'),
  ...roleCases(app, () => admin),
  createUser: by('user.created', () =>
    run('mutation ($email: String!) { createUser(input: { email: $email }) { user { id } } }', {
      email: `${randomUUID()}@example.com`,
    }),
  ),
  createUsers: by('user.created', () =>
    run('mutation ($email: String!) { createUsers(inputs: [{ email: $email }]) { results { index } } }', {
      email: `${randomUUID()}@example.com`,
    }),
  ),
  updateUser: by('user.updated', async (mark) => {
    const { id } = await buildUser(app);
    await mark();
    await run('mutation ($id: ID!) { updateUser(id: $id, input: { name: "Another" }) { user { id } } }', { id });
  }),
  disableUsers: bulk('user.disabled', newUser, 'disableUsers(select: { ids: [$id] })'),
  deleteUser: by('user.deleted', async (mark) => {
    const { id } = await buildUser(app);
    await mark();
    await run('mutation ($id: ID!) { deleteUser(id: $id) { user { id } } }', { id });
  }),
  deleteUsers: bulk('user.deleted', newUser, 'deleteUsers(select: { ids: [$id] })'),
  requestExport: by('export.requested', () =>
    run('mutation { requestExport(kind: USERS, format: CSV) { expiresAt } }'),
  ),
  previewTokens: by('tokens.previewed', async () => {
    const input = { userId: await newUser(), clientId: client.id };
    await run('mutation ($i: PreviewTokensInput!) { previewTokens(input: $i) { obstacles { kind } } }', { i: input });
  }),
  createInitialAccessToken: by('initial_access_token.created', () => newToken(app, admin)),
  revokeInitialAccessToken: one(
    'initial_access_token.revoked',
    async () => (await newToken(app, admin)).id,
    'revokeInitialAccessToken(id: $id) { initialAccessToken { id } }',
  ),
  createUserImport: by('user_import.created', () => newImport()),
  cancelUserImport: one('user_import.canceled', newImport, 'cancelUserImport(id: $id) { userImport { id } }'),
  deleteUserImport: one('user_import.deleted', newImport, 'deleteUserImport(id: $id) { userImport { id } }'),
  updateUsers: bulk('user.updated', newUser, 'updateUsers(select: { ids: [$id] }, input: { name: "Bulk" })'),
  enableUsers: bulk('user.enabled', () => newUser({ isActive: false }), 'enableUsers(select: { ids: [$id] })'),
  setUserRoles: bulk('user.updated', newUser, 'setUserRoles(select: { ids: [$id] }, role: ADMIN)'),
  inviteUsers: bulk('invitation.sent', () => newUser({ passwordHash: null }), 'inviteUsers(select: { ids: [$id] })'),
  addUsersToGroups: by('membership.added', async (mark) => {
    const [user, group] = [await newUser(), await newGroup()];
    await mark();
    await run(ofGroups('addUsersToGroups'), { user, group });
  }),
  removeUsersFromGroups: by('membership.removed', async (mark) => {
    const user = await newUser();
    const group = await newGroup([user]);
    await mark();
    await run(ofGroups('removeUsersFromGroups'), { user, group });
  }),
  createGroups: by('group.created', () =>
    run(`mutation { createGroups(inputs: [{ name: "${randomUUID()}" }]) { changedCount } }`),
  ),
  updateGroups: bulk('group.updated', newGroup, 'updateGroups(select: { ids: [$id] }, input: { description: "x" })'),
  deleteGroups: bulk('group.deleted', newGroup, 'deleteGroups(select: { ids: [$id] })'),
  createClients: by('client.created', () =>
    run('mutation { createClients(inputs: [{ name: "c", redirectUris: ["https://c.example/"] }]) { changedCount } }'),
  ),
  updateClients: bulk('client.updated', newClient, 'updateClients(select: { ids: [$id] }, input: { name: "d" })'),
  deleteClients: bulk('client.deleted', newClient, 'deleteClients(select: { ids: [$id] })'),
  inviteUser: by('invitation.sent', async (mark) => {
    const { id: userId } = await buildUser(app, { passwordHash: null });
    await mark();
    await run(INVITE, { userId });
  }),
  resendInvitation: by('invitation.resent', async (mark) => {
    const id = await newInvitation();
    await mark();
    await run('mutation ($id: ID!) { resendInvitation(id: $id) { invitation { id } } }', { id });
  }),
  revokeInvitation: by('invitation.revoked', async (mark) => {
    const id = await newInvitation();
    await mark();
    await run('mutation ($id: ID!) { revokeInvitation(id: $id) { invitation { id } } }', { id });
  }),
  requestPasswordReset: by('password_reset.requested', async (mark) => {
    const { id } = await buildUser(app);
    await mark();
    await run('mutation ($id: ID!) { requestPasswordReset(userId: $id) { user { id } } }', { id });
  }),
  setTemporaryPassword: one('password.temporary_set', newUser, 'setTemporaryPassword(id: $id) { password }'),
  unlockUser: one('user.unlocked', lockedUser, 'unlockUser(id: $id) { user { id } }'),
  requestEmailVerification: by('email_verification.requested', async (mark) => {
    const { id } = await buildUser(app);
    await mark();
    await run('mutation ($id: ID!) { requestEmailVerification(userId: $id) { user { id } } }', { id });
  }),
  requestEmailChange: by('email_change.requested', async (mark) => {
    const { id } = await buildUser(app);
    await mark();
    await run('mutation ($id: ID!) { requestEmailChange(userId: $id, newEmail: "new@example.com") { user { id } } }', {
      id,
    });
  }),
  requestOwnEmailChange: by('email_change.requested', async (mark) => {
    const { token } = await someone();
    await mark();
    await run('mutation { requestOwnEmailChange(newEmail: "own@example.com") { user { id } } }', {}, token);
  }),
  resendMail: by('mail.resent', async (mark) => {
    await newInvitation();
    const [{ id }] = await rows(
      `update outbox_mails set failed_at = now(), sent_at = null
       where id = (select id from outbox_mails where sealed_body is not null order by id desc limit 1) returning id`,
    );
    await mark();
    await run('mutation ($id: ID!) { resendMail(id: $id) { mail { id } } }', { id });
  }),
  retryLogoutDelivery: by('logout_delivery.retried', async (mark) => {
    const id = randomUUID();
    const dead = `insert into logout_deliveries (id, customer_id, client_id, user_id, session_id, failed_at, created_at)
       values ($1, $2, $3, $1, $1, now(), now())`;
    await rows(dead, id, app.customer.customerId, await newClient());
    await mark();
    await run('mutation ($id: ID!) { retryLogoutDelivery(id: $id) { logoutDelivery { id } } }', { id });
  }),
  revokeConsent: by('consent.revoked', async (mark) => {
    const { id, token } = await someone();
    await allow(id);
    const { consents } = await run('{ consents { edges { node { id } } } }', {}, token);
    await mark();
    const revoke = 'mutation ($id: ID!) { revokeConsent(id: $id) { consent { clientId } } }';
    await run(revoke, consents.edges[0].node, token);
  }),
  createAttributeDefinition: by('attribute_definition.created', () => newAttribute()),
  updateAttributeDefinition: by('attribute_definition.updated', async (mark) => {
    const id = await newAttribute();
    await mark();
    const update = 'updateAttributeDefinition(id: $id, input: { description: "d" }) { attributeDefinition { id } }';
    await run(`mutation ($id: ID!) { ${update} }`, { id });
  }),
  deleteAttributeDefinition: by('attribute_definition.deleted', async (mark) => {
    const id = await newAttribute();
    await mark();
    await run('mutation ($id: ID!) { deleteAttributeDefinition(id: $id) { attributeDefinition { id } } }', { id });
  }),
  createClient: by('client.created', () => run(CREATE_CLIENT)),
  updateClient: one('client.updated', newClient, 'updateClient(id: $id, input: { name: "d" }) { client { id } }'),
  rotateClientSecret: one('client.secret_rotated', newClient, 'rotateClientSecret(id: $id) { clientSecret }'),
  revokeRegistrationToken: one(
    'client.registration_token_revoked',
    async () => (await newRegistered(app, admin)).body.client_id,
    'revokeRegistrationToken(id: $id) { client { id } }',
  ),
  deleteClient: by('client.deleted', async (mark) => {
    const id = await newClient();
    await mark();
    await run('mutation ($id: ID!) { deleteClient(id: $id) { client { id } } }', { id });
  }),
  // It changes nothing until it is verified.
  startMfaSetup: {
    leaves: [],
    act: async (mark) => {
      const { token } = await someone();
      await mark();
      await run('mutation { startMfaSetup { secret } }', {}, token);
    },
  },
  verifyMfaSetup: by('mfa.enabled', async (mark) => {
    const { token } = await someone();
    const { startMfaSetup: setup } = await run('mutation { startMfaSetup { secret } }', {}, token);
    await mark();
    const code = codeOf(app, setup.secret);
    await run('mutation ($code: String!) { verifyMfaSetup(code: $code) { user { id } } }', { code }, token);
    nextStep(app);
  }),
  disableMfa: by('mfa.disabled', async (mark) => {
    const { token, secret } = await someone(true);
    await mark();
    const code = codeOf(app, secret);
    await run('mutation ($code: String!) { disableMfa(code: $code) { user { id } } }', { code }, token);
  }),
  regenerateBackupCodes: by('mfa.backup_codes_regenerated', async (mark) => {
    const { token, secret } = await someone(true);
    await mark();
    const code = codeOf(app, secret);
    await run('mutation ($code: String) { regenerateBackupCodes(code: $code) { backupCodes } }', { code }, token);
  }),
  renamePasskey: by('passkey.renamed', (mark) => usePasskey(app, client, 'renamePasskey(id: $id, name: "Desk")', mark)),
  removePasskey: by('passkey.removed', (mark) => usePasskey(app, client, 'removePasskey(id: $id)', mark)),
  resetUserMfa: by('mfa.reset', async (mark) => {
    const { id } = await someone(true);
    const fresh = await login(administrator);
    await mark();
    await run('mutation ($id: ID!) { resetUserMfa(id: $id) { user { id } } }', { id }, fresh);
  }),
  revokeSession: by('session.ended', async (mark) => {
    const { token } = await someone();
    await mark();
    await run('mutation ($id: ID!) { revokeSession(id: $id) { session { id } } }', { id: claimsIn(token).sid }, token);
  }),
  revokeOtherSessions: by('sessions.ended', async (mark) => {
    const user = await someone();
    const token = await login(user);
    await mark();
    await run('mutation { revokeOtherSessions { count } }', {}, token);
  }),
  forgetRememberedDevice: by('mfa.device_forgotten', async (mark) => forgetDevice(app, await someone(), mark)),
  forgetRememberedDevices: by('mfa.devices_forgotten', (mark) => forgetDevices(app, admin, mark)),
  revokeUserSessions: by('sessions.ended', async (mark) => {
    const { id } = await someone();
    await mark();
    await run('mutation ($id: ID!) { revokeUserSessions(userId: $id) { count } }', { id });
  }),
};

describe('every mutation', () => {
  it('is in the table, and the table has no others', () => {
    expect(Object.keys(committedSchema().getMutationType()!.getFields()).toSorted()).toEqual(
      Object.keys(CASES).toSorted(),
    );
  });

  it.each(Object.entries(CASES))('%s leaves what it should in the trail', async (_name, { leaves, act }) => {
    let last = '';
    const mark = async (): Promise<void> => {
      last = (await rows('select max(id::text) as id from audit_events'))[0].id;
    };
    await mark();
    await act(mark);
    const left = await rows('select * from audit_events where id > $1::uuid', last);
    expect(left.map(({ action }) => action)).toEqual(leaves);
    for (const event of left)
      expect(event).toMatchObject({
        customer_id: app.customer.customerId,
        actor_type: 'user',
        actor_id: expect.any(String),
        subject_id: expect.stringMatching(/./),
        ip: expect.stringContaining('127.0.0.1'),
        request_id: expect.stringMatching(/^[\w-]{16,}$/),
      });
  });

  it('leaves no secret there, nor does signing in, right or wrong', async () => {
    const browser = new BrowserLite(app.issuer);
    await browser.open(authorizePath(client));
    await browser.logIn({ email: administrator.email, password: 'hunter2 hunter2' });
    // A random request id may look like the beginning of a token.
    const trail = JSON.stringify(await rows(`select to_jsonb(e) - 'request_id' as event from audit_events e`));
    const hashes = await rows(`select password_hash as hash from users where password_hash is not null
      union select secret_hash from clients where secret_hash is not null`);
    expect(hashes.length).toBeGreaterThan(2);
    for (const { hash } of hashes) expect(trail).not.toContain(hash);
    expect(trail).not.toMatch(/hunter2|ghs_|rt_|data:image|argon2|sha256/);
    expect(trail).not.toContain(administrator.password);
  });
});
