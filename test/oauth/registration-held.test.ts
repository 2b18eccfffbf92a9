import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp, type Answer } from '../support/app.ts';
import { buildClient, buildConfidential, buildUser, SECRET } from '../support/builders.ts';
import { tokensOf } from '../support/logins.ts';
import { manage, METADATA, newRegistered, newToken, register, type Registered } from '../support/registrations.ts';

const app = useApp({ CLIENT_REGISTRATION: 'on' });
let admin: string;
beforeAll(async () => {
  admin = await app.token('admin');
});

const POLICY = {
  scopes: ['OPENID', 'READ', 'WRITE', 'ADMIN'],
  grantTypes: ['CLIENT_CREDENTIALS', 'AUTHORIZATION_CODE', 'REFRESH_TOKEN'],
};
const FULL = {
  scope: 'openid read write admin',
  grant_types: ['client_credentials', 'authorization_code', 'refresh_token'],
};
const newOne = (metadata: object = FULL): Promise<Registered> =>
  newRegistered(app, admin, { policy: POLICY, metadata });

const UPDATE =
  'mutation ($id: ID!, $input: UpdateClientInput!) { updateClient(id: $id, input: $input) { client { id } } }';
const setByAdmin = ({ body }: Registered, input: object) => app.data(admin, UPDATE, { id: body.client_id, input });

/** The client sends all its metadata, as it did at first, with changes. */
const sendAll = (made: Registered, changes: object = {}): Promise<Answer> =>
  manage(app, 'PUT', made, { ...METADATA, ...FULL, client_id: made.body.client_id, ...changes });

const credentialsOf = ({ body }: Registered) => ({ clientId: body.client_id, clientSecret: body.client_secret });

const REVOKE = `mutation ($id: ID!, $with: Boolean!) {
  revokeInitialAccessToken(id: $id, withRegistrations: $with) { initialAccessToken { revokedAt } }
}`;

describe('what an administrator has set of a registered client', () => {
  it('stays, whatever the client sends: it gets no scope back', async () => {
    const made = await newOne();
    await setByAdmin(made, { scopes: ['READ'] });
    const { status, body } = await sendAll(made);
    expect([status, body.scope]).toEqual([200, 'read']);
    await expect(app.token('admin', credentialsOf(made))).rejects.toThrow('invalid_scope');
    await expect(app.token('read', credentialsOf(made))).resolves.toBeDefined();
  });

  it('stays, whether the client leaves it out or says the opposite', async () => {
    const made = await newOne();
    await setByAdmin(made, {
      requirePkce: true,
      requirePushedAuthorizationRequests: true,
      dpopBoundAccessTokens: true,
      grantTypes: ['AUTHORIZATION_CODE'],
      name: 'Ledger, checked',
      redirectUris: ['https://ledger.partner.example/callback'],
    });
    for (const changes of [
      {},
      { require_pushed_authorization_requests: false, dpop_bound_access_tokens: false, client_name: 'Other' },
      { redirect_uris: [...METADATA.redirect_uris, 'https://other.partner.example/cb'] },
    ]) {
      const { status, body } = await sendAll(made, changes);
      expect([status, body]).toMatchObject([
        200,
        {
          require_pushed_authorization_requests: true,
          dpop_bound_access_tokens: true,
          grant_types: ['authorization_code'],
          client_name: 'Ledger, checked',
          redirect_uris: METADATA.redirect_uris,
        },
      ]);
    }
    const read = 'query ($id: ID!) { client(id: $id) { requirePkce } }';
    expect((await app.data(admin, read, { id: made.body.client_id })).client.requirePkce).toBe(true);
  });

  it('stays after a change of many clients at once, too', async () => {
    const made = await newOne();
    const bulk = `mutation ($id: ID!) { updateClients(select: { ids: [$id] }, input: { scopes: [READ] }) { changedCount } }`;
    await app.data(admin, bulk, { id: made.body.client_id });
    expect((await sendAll(made)).body.scope).toBe('read');
  });

  it('lets the client have less, and then as much again', async () => {
    const made = await newOne();
    await setByAdmin(made, { scopes: ['OPENID', 'READ'] });
    expect((await sendAll(made, { scope: 'read' })).body.scope).toBe('read');
    expect((await sendAll(made)).body.scope).toBe('openid read');
    const nothing = await sendAll(made, { scope: 'write admin' });
    expect([nothing.status, nothing.body.error]).toEqual([400, 'invalid_client_metadata']);
  });

  it('is no limit of what the client alone has changed', async () => {
    const made = await newOne();
    await setByAdmin(made, { tosUri: 'https://ledger.partner.example/tos' });
    expect((await sendAll(made, { scope: 'openid', client_name: 'Two' })).body).toMatchObject({ scope: 'openid' });
    expect((await sendAll(made, { client_name: 'Three' })).body).toMatchObject({
      scope: FULL.scope,
      client_name: 'Three',
      tos_uri: 'https://ledger.partner.example/tos',
    });
  });
});

describe('after the end of its initial access token', () => {
  it('a client gains no rights, and keeps those that it has', async () => {
    const made = await newOne({ scope: 'openid', grant_types: ['authorization_code'] });
    await app.data(admin, REVOKE, { id: made.tokenId, with: false });
    expect((await sendAll(made)).body).toMatchObject({ scope: 'openid', grant_types: ['authorization_code'] });
  });

  it('its registration access token goes on, or ends where asked', async () => {
    const made = await newOne();
    await app.data(admin, REVOKE, { id: made.tokenId, with: false });
    expect((await manage(app, 'GET', made)).status).toBe(200);
    await app.data(admin, REVOKE, { id: made.tokenId, with: true });
    for (const method of ['GET', 'DELETE']) expect((await manage(app, method, made)).status).toBe(401);
    expect((await sendAll(made)).status).toBe(401);
    await expect(app.token('admin', credentialsOf(made))).resolves.toBeDefined();
  });
});

describe('a registration access token', () => {
  const END = 'mutation ($id: ID!) { revokeRegistrationToken(id: $id) { client { id } } }';

  it('is ended by an administrator: the client stays, and others manage themselves', async () => {
    const [made, other] = [await newOne(), await newOne()];
    for (let times = 0; times < 2; times += 1) await app.data(admin, END, { id: made.body.client_id });
    expect((await sendAll(made)).status).toBe(401);
    expect((await manage(app, 'GET', other)).status).toBe(200);
    await expect(app.token('read', credentialsOf(made))).resolves.toBeDefined();
  });

  it('is not ended by members, of another customer, or of no client', async () => {
    const made = await newOne();
    const { access_token: members } = await tokensOf(app, await buildClient(app), await buildUser(app), 'openid');
    expect((await app.graphql(members, END, { id: made.body.client_id })).body.errors[0].extensions.code).toBe(
      'FORBIDDEN',
    );
    const foreign = await app.token('admin', await app.newCustomer());
    for (const [token, id] of [
      [foreign, made.body.client_id],
      [admin, 'nobody'],
    ]) {
      const { body } = await app.graphql(token, END, { id });
      expect(body.errors[0].extensions.code).toBe('CLIENT_NOT_FOUND');
    }
    expect((await manage(app, 'GET', made)).status).toBe(200);
  });
});

describe('an initial access token', () => {
  const statusOf = async (secret: string): Promise<number> => (await register(app, secret, METADATA)).status;
  const change = (mutation: string, id: string) => app.data(admin, `mutation ($id: ID!) { ${mutation} }`, { id });

  it('registers clients as long as the user who made it is an active administrator', async () => {
    const boss = await buildUser(app, { role: 'admin' });
    const { access_token } = await tokensOf(app, await buildClient(app), boss, 'openid admin');
    const { secret } = await newToken(app, access_token, { clientsMax: 9 });
    expect(await statusOf(secret)).toBe(201);
    await change('updateUser(id: $id, input: { role: MEMBER }) { user { id } }', boss.id);
    expect(await statusOf(secret)).toBe(401);
    await change('updateUser(id: $id, input: { role: ADMIN }) { user { id } }', boss.id);
    expect(await statusOf(secret)).toBe(201);
    await change('disableUsers(select: { ids: [$id] }) { changedCount }', boss.id);
    expect(await statusOf(secret)).toBe(401);
    await change('deleteUser(id: $id) { user { id } }', boss.id);
    expect(await statusOf(secret)).toBe(401);
  });

  it('registers clients as long as the service account that made it has the rights that it gives', async () => {
    const account = await buildConfidential(app, { grantTypes: ['client_credentials'], scopes: ['admin'] });
    const token = await app.token('admin', { clientId: account.id, clientSecret: SECRET });
    const { secret } = await newToken(app, token, { clientsMax: 9, ...POLICY });
    expect(await statusOf(secret)).toBe(201);
    await change('updateClient(id: $id, input: { scopes: [WRITE] }) { client { id } }', account.id);
    expect(await statusOf(secret)).toBe(401);
  });
});
