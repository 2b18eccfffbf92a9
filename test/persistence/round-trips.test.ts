import { beforeAll, describe, expect, it } from '@jest/globals';
import { Brands, Keyring } from '#product';
import type { Client } from '../../src/modules/clients/index.ts';
import { useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { authorizePath, buildClient, buildUser } from '../support/builders.ts';
import { tokensOf } from '../support/logins.ts';
import { codeOf, enroll, forgetGuesses, nextStep } from '../support/mfa.ts';
import { readsBrand, roundTripsOf } from '../support/queries.ts';

const app = useApp({ SIGNUP_ENABLED: 'true' });
const MOST = 6;

let client: Client;
let admin: string;
/** Set up by the administrators, without a password. */
let invited: string;

const login = async (role: 'member' | 'admin' = 'member'): Promise<{ id: string; token: string }> => {
  const user = await buildUser(app);
  await app.server.database.pool.query('update users set role = $2 where id = $1', [user.id, role]);
  return { id: user.id, token: (await tokensOf(app, client, user, 'openid admin')).access_token };
};

beforeAll(async () => {
  client = await buildClient(app);
  admin = (await login('admin')).token;
  const create = 'mutation { createUser(input: { name: "Invited", email: "invited@example.com" }) { user { id } } }';
  invited = (await app.data(admin, create)).createUser.user.id;
});

/** Mails and pages need the brand, which is read before. */
async function tripsOfWrite(work: () => Promise<unknown>): Promise<string[][]> {
  await app.server.runtime.get(Brands).of(app.customer.customerId);
  return (await roundTripsOf(work)).filter((trip) => !trip.every(readsBrand));
}

/** Runs a mutation and returns its data; it must take few round trips, the check of the caller included. */
async function write(token: string, mutation: string, variables: Record<string, string> = {}) {
  const names = Object.keys(variables).map((name) => `$${name}: ${name === 'id' ? 'ID' : 'String'}!`);
  const text = `mutation ${names.length > 0 ? `(${names.join()})` : ''} { ${mutation} }`;
  let data: Record<string, never> = {};
  const trips = await tripsOfWrite(async () => {
    data = await app.data(token, text, variables);
  });
  expect(trips.length).toBeGreaterThan(1);
  expect(trips.slice(MOST)).toEqual([]);
  const [payload] = Object.values(data) as unknown as Record<string, never>[];
  const [changed] = Object.values(payload!);
  // What was changed is the payload’s field; a list or a text is a field of its own.
  return typeof changed === 'object' && !Array.isArray(changed) ? changed : payload!;
}

/** The link in the last mail to this address. */
async function lastLink(email: string): Promise<string> {
  const newest = 'select id from outbox_mails where recipient = $1 order by id desc limit 1';
  const { rows } = await app.server.database.pool.query(newest, [email]);
  const { text } = await app.send('GET', `/dev/mailbox/${rows[0].id}`);
  return /http[^\s"]+token=[\w-]+/.exec(text)![0];
}

const tripsOf = async (work: () => Promise<unknown>): Promise<number> => (await roundTripsOf(work)).length;

/** Submits a new password. Sessions end behind its update, though both are sent together: no login starts one in between. */
async function setPassword(browser: BrowserLite, fields: Record<string, string>): Promise<void> {
  const trips = await tripsOfWrite(() => browser.submit(fields));
  expect(trips.slice(MOST)).toEqual([]);
  const order = trips.flat().flatMap((text) => /^(?:update "users"|delete from "sessions")/.exec(text) ?? []);
  expect(order).toEqual(['update "users"', 'delete from "sessions"']);
}

describe('a write whose steps depend on each other takes more', () => {
  it('to create a user in place of one who never proved the address', async () => {
    const body = { email: 'replaced@example.com', username: 'replaced', password: 'a password of their own' };
    expect((await app.send('POST', '/api/users', { body })).status).toBe(201);
    const input = '{ email: "replaced@example.com", username: "another", sendInvitation: true }';
    const create = `mutation { createUser(input: ${input}) { user { id } } }`;
    // The address is taken, the holder is read and deleted, the username is looked for, and the user is inserted again.
    expect(await tripsOf(() => app.data(admin, create))).toBeLessThanOrEqual(MOST + 3);
  });
});

describe('what is created takes as few round trips as its statements', () => {
  it('a group by REST: the caller, and the group with its event between begin and commit', async () => {
    const create = () => app.send('POST', '/groups', { token: admin, body: { name: 'In two' } });
    expect((await roundTripsOf(create)).map((texts) => texts.length)).toEqual([1, 3]);
    expect((await create()).status).toBe(400);
  });

  it('a user by GraphQL: the caller, the user beside what is required of them, and the commit', async () => {
    const create = 'mutation { createUser(input: { name: "Three", email: "three@example.com" }) { user { id } } }';
    expect((await roundTripsOf(() => app.data(admin, create))).map((texts) => texts.length)).toEqual([1, 3, 1]);
  });
});

describe('a single write takes at most six round trips', () => {
  it('for users, with a group, an organization and an invitation', async () => {
    const { id: organization } = await write(
      admin,
      'createOrganization(input: { name: "Of users" }) { organization { id } }',
    );
    const { id: group } = await write(admin, 'createGroup(input: { name: "Of users" }) { group { id } }');
    const all = `defaultGroupId: "${group}", organizationId: "${organization}", sendInvitation: true`;
    const { id } = await write(
      admin,
      `createUser(input: { name: "A", email: "made@example.com", ${all} }) { user { id } }`,
    );
    await write(admin, 'updateUser(id: $id, input: { name: "B" }) { user { id } }', { id: id! });
    await write(admin, 'deleteUser(id: $id) { user { id } }', { id: id! });
  });

  it('for signing up', async () => {
    const body = { email: 'signs-up@example.com', password: 'a password of their own', first_name: 'A' };
    const trips = await tripsOf(async () => {
      expect((await app.send('POST', '/api/users', { body })).status).toBe(201);
    });
    expect(trips).toBeLessThanOrEqual(MOST);
  });

  it('for passwords, changed by their owner or set by a link', async () => {
    const [browser, user] = [new BrowserLite(app.issuer), await buildUser(app)];
    await browser.open(authorizePath(client));
    await browser.logIn(user);
    await browser.open('/account/password');
    const password = 'another long one';
    const change = { current_password: user.password, password, confirmation: password };
    await setPassword(browser, change);
    expect(browser.page.html).toContain('Your password is changed');
    const input = '{ email: "by-link@example.com", name: "A", sendInvitation: true }';
    const { id } = await write(admin, `createUser(input: ${input}) { user { id } }`);
    for (const next of ['the first password', 'the second password']) {
      await browser.open(await lastLink('by-link@example.com'));
      // Without the sign-in that comes after it.
      await setPassword(browser, { password: next, confirmation: next, flow: '' });
      await write(admin, 'requestPasswordReset(userId: $id) { __typename }', { id: id! });
    }
  });

  it('for invitations', async () => {
    const { id } = await write(admin, 'inviteUser(id: $id) { invitation { id } }', { id: invited });
    await write(admin, 'resendInvitation(id: $id) { invitation { id } }', { id: id! });
    await write(admin, 'revokeInvitation(id: $id) { invitation { id } }', { id: id! });
    const stranger = await buildUser(app);
    const signedUp = 'update users set self_registered = true, email_verified = false where id = $1';
    await app.server.database.pool.query(signedUp, [stranger.id]);
    await write(admin, 'inviteUser(id: $id) { invitation { id } }', { id: stranger.id });
  });

  it('for links', async () => {
    const { id, token } = await login();
    await write(admin, 'requestPasswordReset(userId: $id) { __typename }', { id });
    await write(admin, 'requestEmailVerification(userId: $id) { __typename }', { id: invited });
    await write(admin, 'requestEmailChange(userId: $id, newEmail: "another@example.com") { __typename }', { id });
    await write(token, 'requestOwnEmailChange(newEmail: "mine@example.com") { __typename }');
  });

  it('for sessions and consents', async () => {
    const { id, token } = await login();
    await app.server.database.pool.query(
      `insert into consents (user_id, client_id, customer_id, scopes, created_at, updated_at)
       select id, $2, customer_id, '{openid}', now(), now() from users where id = $1 on conflict do nothing`,
      [id, client.id],
    );
    const { consents } = await app.data(token, '{ consents { edges { node { id } } } }');
    await write(token, 'revokeOtherSessions { count }');
    await write(admin, 'revokeConsent(id: $id) { consent { clientName } }', consents.edges[0].node);
    await write(admin, 'revokeUserSessions(userId: $id) { count }', { id });
  });

  it('for clients, whoever owns them and whatever they may do', async () => {
    const members = (await login()).token;
    for (const [token, scopes] of [
      [admin, '[OPENID]'],
      [admin, '[OPENID, ADMIN]'],
      [members, '[OPENID]'],
    ] as const) {
      const input = `{ name: "App", redirectUris: ["https://app.example/"], scopes: ${scopes} }`;
      const { id } = (await write(token, `createClient(input: ${input}) { client { id } }`)) as unknown as {
        id: string;
      };
      await write(token, 'updateClient(id: $id, input: { redirectUris: ["https://b.example/"] }) { client { id } }', {
        id,
      });
      await write(token, 'rotateClientSecret(id: $id) { clientSecret }', { id });
      await write(token, 'deleteClient(id: $id) { client { id } }', { id });
    }
  });

  it('for organizations and groups', async () => {
    const { id } = await write(admin, 'createOrganization(input: { name: "One" }) { organization { id } }');
    await write(admin, 'updateOrganization(id: $id, input: { name: "Two" }) { organization { id } }', { id: id! });
    const input = `{ name: "A", organizationId: "${id}", memberIds: ["${invited}"] }`;
    const { id: group } = await write(admin, `createGroup(input: ${input}) { group { id } }`);
    await write(admin, 'updateGroup(id: $id, input: { name: "B" }) { group { id } }', { id: group! });
    await write(admin, 'deleteGroup(id: $id) { group { id members { edges { node { id } } } } }', { id: group! });
    await write(admin, 'deleteOrganization(id: $id) { organization { id } }', { id: id! });
  });

  it('for mails that are sent again', async () => {
    await app.data(admin, 'mutation ($id: ID!) { inviteUser(id: $id) { __typename } }', { id: invited });
    await app.server.database.pool.query('update outbox_mails set failed_at = now(), sent_at = null');
    const { mails } = await app.data(admin, '{ mails(first: 1) { edges { node { id } } } }');
    await write(admin, 'resendMail(id: $id) { mail { id } }', { id: mails.edges[0].node.id });
  });

  it('for second factors', async () => {
    const { token } = await login();
    const { secret } = await write(token, 'startMfaSetup { secret }');
    const code = (): string => {
      nextStep(app);
      return codeOf(app, secret!);
    };
    await write(token, 'verifyMfaSetup(code: $code) { user { id } }', { code: code() });
    await write(token, 'regenerateBackupCodes { backupCodes }');
    await write(token, 'startMfaSetup(code: $code) { secret }', { code: code() });
    const { backupCodes } = await write(token, 'regenerateBackupCodes(code: $code) { backupCodes }', { code: code() });
    await write(token, 'disableMfa(code: $code) { user { id } }', { code: backupCodes![0] });
    await forgetGuesses(app);
    const other = await login();
    await enroll(app, other.token);
    await write(admin, 'resetUserMfa(id: $id) { user { id } }', { id: other.id });
  });

  it('for signing keys', async () => {
    const keyring = app.server.runtime.get(Keyring);
    const trips = async (work: () => Promise<unknown>) => (await roundTripsOf(work)).length;
    expect(await trips(() => keyring.rotate())).toBeLessThanOrEqual(MOST);
    const [key] = await keyring.list();
    expect(await trips(() => keyring.revoke(key!.id))).toBeLessThanOrEqual(MOST);
    // Tokens that the revoked key signed are no longer valid.
    admin = (await login('admin')).token;
  });
});
