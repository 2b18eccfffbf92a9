/** What an administrator is shown of tokens, compared with the tokens that are then issued. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '#product';
import { buildApi, buildRole, giveScopes, type BuiltApi } from '../../support/apis.ts';
import { useApp } from '../../support/app.ts';
import { buildClient, buildConfidential, buildUser, SECRET, type BuiltUser } from '../../support/builders.ts';
import { claimsIn, codeOf, redeem, tokensOf } from '../../support/logins.ts';
import { buildGroup, buildOrganization, define, PREVIEW, reasonsOf, type Preview } from '../../support/previews.ts';

const app = useApp();
let admin: string;
let user: BuiltUser;
let vault: BuiltApi;
let role: { name: string };
let north: string;

/** Gives the user attributes. */
const give = (attributes: object) =>
  app.data(
    admin,
    'mutation ($id: ID!, $attributes: [AttributeInput!]) { updateUser(id: $id, input: { attributes: $attributes }) { user { id } } }',
    { id: user.id, attributes: Object.entries(attributes).map(([name, value]) => ({ name, value })) },
  );

beforeAll(async () => {
  const { customerId } = app.customer;
  admin = await app.token('admin');
  north = await buildOrganization(app);
  user = await buildUser(app, { organizationId: north, givenName: 'Ada', phoneNumber: '+49 12345' });
  await buildGroup(app, user);
  await define(app, admin, { name: 'level', type: 'INTEGER', visibleTo: 'OWNER', claim: 'level', scope: 'PROFILE' });
  await define(app, admin, { name: 'risk', type: 'INTEGER', claim: 'risk', scope: 'OPENID' });
  await give({ level: 5, risk: 7, locality: 'London' });
  vault = await buildApi(app, { customerId, scopes: ['vault:open', 'vault:close'], requiresRole: true, tells: true });
  role = await buildRole(app, vault, { customerId, scopes: ['vault:open'], userId: user.id, organizationId: north });
});

interface Asked {
  readonly scope?: string;
  readonly resource?: string;
  readonly organizationId?: string;
}

const answerTo = (client: Client, asked: Asked = {}, token = admin, who = user) =>
  app.graphql(token, PREVIEW, { input: { userId: who.id, clientId: client.id, ...asked } });
const preview = async (...asked: Parameters<typeof answerTo>): Promise<Preview> => {
  const { body, text } = await answerTo(...asked);
  if (body.errors) throw new Error(text);
  return body.data.previewTokens;
};

/** What differs between two logins. */
const OF_ONE = ['iat', 'exp', 'jti', 'sid', 'gid', 'auth_time', 'at_hash', 'nonce'];
const lasting = (content: object) =>
  Object.fromEntries(Object.entries(content).filter(([name]) => !OF_ONE.includes(name)));
const headerOf = (token: string) => {
  const { alg, typ } = JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString());
  return { alg, typ };
};

/** Everything that the client gets after a real login. */
async function issued(client: Client, { scope, resource, organizationId }: Asked) {
  const secret = client.type === 'confidential' ? { client_secret: SECRET } : {};
  const code = await codeOf(app, client, user, { scope, resource, organization: organizationId });
  const { body, text } = await redeem(app, client, code, secret);
  if (!body.access_token) throw new Error(text);
  const told = await app.send('GET', '/oauth2/userinfo', { token: body.access_token });
  const form = new URLSearchParams({ token: body.access_token, client_id: client.id, ...secret });
  const introspection = (await app.send('POST', '/oauth2/introspect', { body: form })).body;
  return { tokens: body, told, introspection };
}

/** Compares the preview with what is issued then. Returns the preview. */
async function compared(client: Client, asked: Asked): Promise<Preview> {
  const shown = await preview(client, asked);
  const { tokens, told, introspection } = await issued(client, asked);
  expect(lasting(shown.accessToken.content!)).toEqual(lasting(claimsIn(tokens.access_token)));
  expect(shown.accessToken.header).toEqual(headerOf(tokens.access_token));
  expect(shown.askedScopes.filter(({ isGranted }) => isGranted).map(({ name }) => name)).toEqual(
    expect.arrayContaining(tokens.scope.split(' ')),
  );
  expect(lasting(shown.idToken.content!)).toEqual(lasting(claimsIn(tokens.id_token)));
  expect(shown.idToken.header).toEqual(headerOf(tokens.id_token));
  if (told.status !== 200) expect(shown.userinfo).toMatchObject({ content: null, withheld: 'OTHER_RESOURCE' });
  else if (told.headers.get('content-type')!.startsWith('application/jwt')) {
    expect(shown.userinfo.content).toEqual(claimsIn(told.text));
    expect(shown.userinfo.header).toEqual(headerOf(told.text));
  } else expect(shown.userinfo).toMatchObject({ content: told.body, header: null });
  if (client.type === 'public') expect(shown.introspection).toMatchObject({ content: null, withheld: 'PUBLIC_CLIENT' });
  else expect(lasting(shown.introspection.content!)).toEqual(lasting(introspection));
  for (const { content, claims } of [shown.accessToken, shown.idToken, shown.userinfo]) {
    const present = claims.filter(({ isPresent }) => isPresent).map(({ name }) => name);
    expect(present.toSorted()).toEqual(Object.keys(content ?? {}).toSorted());
    expect(claims.every(({ reasons }) => reasons.length > 0)).toBe(true);
  }
  return shown;
}

describe('a preview says what is issued then', () => {
  const ALL = ['openid', 'profile', 'email', 'phone', 'address', 'groups', 'organization', 'offline_access'];

  it('to a public client, with some of its scopes', async () => {
    const shown = await compared(await buildClient(app, { scopes: ALL }), { scope: 'openid profile email' });
    expect(shown.obstacles).toEqual([]);
  });

  it('to a client with pairwise subjects, and the setting is the reason', async () => {
    const redirectUris = ['https://pairwise.example/callback'];
    const client = await buildConfidential(app, { scopes: ALL, subjectType: 'pairwise', redirectUris });
    const shown = await compared(client, { scope: 'openid email' });
    expect(shown.idToken.content!['sub']).not.toBe(user.id);
    expect(reasonsOf(shown.idToken, 'sub')).toEqual(['ALWAYS', 'CLIENT_SETTING subjectType']);
    expect(shown.introspection.content!['sub']).toBe(shown.accessToken.content!['sub']);
  });

  it('to a client whose ID tokens have the claims of all scopes, with attributes, groups and an organization', async () => {
    const client = await buildConfidential(app, { scopes: ALL, idTokenClaims: true });
    const shown = await compared(client, { scope: ALL.join(' ') });
    expect(shown.idToken.content).toMatchObject({
      level: 5,
      risk: 7,
      given_name: 'Ada',
      address: { locality: 'London' },
    });
    expect(reasonsOf(shown.idToken, 'level')).toEqual([
      'SCOPE profile',
      'ATTRIBUTE level',
      'CLIENT_SETTING idTokenClaims',
    ]);
    expect(reasonsOf(shown.userinfo, 'organization')).toEqual(['SCOPE organization']);
  });

  it('to a client that is registered for signed userinfo', async () => {
    const client = await buildClient(app, { scopes: ALL, userinfoSignedResponseAlg: 'RS256' });
    await compared(client, { scope: 'openid groups' });
  });

  it('to an API, with the user’s roles at the organization', async () => {
    const client = await buildConfidential(app, { scopes: ALL });
    await giveScopes(app, client, vault, 'vault:open', 'vault:close');
    const asked = { scope: 'openid organization vault:open vault:close', resource: vault.identifier };
    const shown = await compared(client, { ...asked, organizationId: north });
    expect(shown.accessToken.content).toMatchObject({ aud: vault.identifier, roles: [role.name] });
    expect(reasonsOf(shown.accessToken, 'roles')).toEqual(['API_SETTING tellsRoles']);
    expect(shown.askedScopes).toContainEqual({
      name: 'vault:open',
      isGranted: true,
      outcome: 'ROLE',
      roles: [role.name],
    });
    expect(shown.askedScopes).toContainEqual({ name: 'vault:close', isGranted: false, outcome: 'NO_ROLE', roles: [] });
  });

  it('to a client that still has to be allowed, also of claims that were added since', async () => {
    const client = await buildConfidential(app, { scopes: ALL, requireConsent: true });
    const asked = { scope: 'openid profile' };
    for (const name of ['late', 'later']) {
      await define(app, admin, { name, type: 'STRING', visibleTo: 'OWNER', claim: name, scope: 'PROFILE' });
      await give({ [name]: 'x' });
      const shown = await compared(client, asked);
      expect(shown.userinfo.content).toHaveProperty(name, 'x');
      expect(shown.obstacles).toEqual([{ kind: 'CONSENT', isFinal: false }]);
      expect((await compared(client, asked)).obstacles).toEqual([]);
    }
  });
});

describe('a preview tells why a claim is missing', () => {
  it('of scopes, settings, values and attributes', async () => {
    const client = await buildClient(app, { scopes: ['openid', 'profile', 'organization'] });
    const { idToken, accessToken, userinfo } = await preview(client, { scope: 'openid profile' });
    expect(reasonsOf(userinfo, 'email')).toEqual(['SCOPE_NOT_ALLOWED email']);
    expect(reasonsOf(userinfo, 'organization')).toEqual(['SCOPE_NOT_ASKED organization']);
    expect(reasonsOf(userinfo, 'family_name')).toEqual(['NO_VALUE']);
    expect(reasonsOf(userinfo, 'risk')).toEqual(['HIDDEN_FROM_CLIENT']);
    expect(reasonsOf(idToken, 'given_name')).toEqual(['CLIENT_SETTING_OFF idTokenClaims']);
    expect(reasonsOf(idToken, 'nonce')).toEqual(['REQUEST']);
    expect(reasonsOf(accessToken, 'roles')).toEqual(['NO_API']);
  });

  it('of an API that tells nothing', async () => {
    const quiet = await buildApi(app, { customerId: app.customer.customerId, scopes: ['quiet:read'] });
    const client = await buildClient(app);
    await giveScopes(app, client, quiet, 'quiet:read');
    const shown = await preview(client, { resource: quiet.identifier });
    expect(reasonsOf(shown.accessToken, 'roles')).toEqual(['API_SETTING_OFF tellsRoles']);
    expect(shown.accessToken.content).toMatchObject({
      aud: quiet.identifier,
      scope: expect.stringContaining('quiet:read'),
    });
    expect(shown.askedScopes).toContainEqual({
      name: 'admin',
      isGranted: false,
      outcome: 'ADMINISTRATORS_ONLY',
      roles: [],
    });
    expect(shown.askedScopes).toContainEqual({ name: 'quiet:read', isGranted: true, outcome: 'GRANTED', roles: [] });
  });

  it('of scopes that are of nobody, of another API or not the client’s', async () => {
    const client = await buildClient(app, { scopes: ['openid'] });
    await giveScopes(app, client, vault, 'vault:open');
    const outcomes = async (scope: string, resource?: string) =>
      Object.fromEntries(
        (await preview(client, { scope, ...(resource && { resource }) })).askedScopes.map(({ name, outcome }) => [
          name,
          outcome,
        ]),
      );
    expect(await outcomes('openid email nothing vault:close vault:open', vault.identifier)).toEqual({
      openid: 'GRANTED',
      email: 'NOT_ALLOWED',
      nothing: 'UNKNOWN',
      'vault:close': 'NOT_ALLOWED',
      'vault:open': 'NO_ROLE',
    });
    expect(await outcomes('openid vault:open nothing')).toMatchObject({ 'vault:open': 'OTHER_API' });
  });
});

describe('a preview tells what stops a sign-in', () => {
  const obstacles = async (...asked: Parameters<typeof preview>) =>
    (await preview(...asked)).obstacles.map(({ kind, isFinal }) => (isFinal ? kind : `asks ${kind}`));

  it('that the user is disabled, without a second factor or of several organizations', async () => {
    const client = await buildClient(app, { scopes: ['openid', 'organization'] });
    const disabled = await buildUser(app, { isActive: false });
    expect(await obstacles(client, {}, admin, disabled)).toEqual(['USER_DISABLED']);
    expect((await preview(client, {}, admin, disabled)).idToken.content).toMatchObject({ sub: disabled.id });
    const agent = await buildUser(app, { organizationId: north });
    await buildGroup(app, agent, await buildOrganization(app));
    expect(await obstacles(client, {}, admin, agent)).toEqual(['asks ORGANIZATION_CHOICE']);
    expect(await obstacles(client, { organizationId: north }, admin, agent)).toEqual([]);
    expect(await obstacles(client, { organizationId: randomUUID() }, admin, agent)).toEqual(['NOT_IN_ORGANIZATION']);
    expect(await obstacles(client, { organizationId: north, scope: 'openid' }, admin, agent)).toEqual([
      'ORGANIZATION_SCOPE',
    ]);
    const policy =
      'mutation ($id: ID!, $ids: [ID!]) { updateCustomer(id: $id, input: { secondFactor: { requiredOf: CHOSEN, clientIds: $ids, graceSeconds: 0 } }) { customer { id } } }';
    await app.data(admin, policy, { id: app.customer.customerId, ids: [client.id] });
    expect(await obstacles(client, { organizationId: north }, admin, agent)).toContain('asks SECOND_FACTOR_SETUP');
  });

  it('that a client signs nobody in, or may ask for nothing', async () => {
    const service = await buildConfidential(app, {
      grantTypes: ['client_credentials'],
      redirectUris: [],
      scopes: ['read'],
    });
    expect(await obstacles(service)).toContain('NO_SIGN_IN');
    const shown = await preview(service);
    expect(shown.accessToken).toMatchObject({ content: null, withheld: 'NOTHING_GRANTED' });
    const client = await buildClient(app, { scopes: ['openid'] });
    expect(await obstacles(client, { scope: 'email' })).toEqual(['SCOPE']);
    expect(await obstacles(client, { resource: 'https://nothing.example' })).toContain('RESOURCE');
  });

  it('that a second factor is asked for, which the tokens then tell', async () => {
    const client = await buildClient(app, { scopes: ['openid'] });
    const careful = await buildUser(app, { mfaMethods: ['totp'] } as never);
    const shown = await preview(client, {}, admin, careful);
    expect(shown.obstacles).toEqual([{ kind: 'SECOND_FACTOR', isFinal: false }]);
    expect(shown.idToken.content!['amr']).toEqual(['pwd', 'otp', 'mfa']);
  });
});

describe('a preview is for those who administer', () => {
  it('and leaves who has looked at whom in the trail, and nothing else', async () => {
    const client = await buildClient(app);
    const count = async (table: string) =>
      (await app.server.database.pool.query(`select count(*) from ${table}`)).rows[0].count;
    const tables = ['sessions', 'grants', 'consents', 'authorization_codes', 'audit_events'];
    const before = await Promise.all(tables.map(count));
    await preview(client);
    expect(await Promise.all(tables.map(count))).toEqual([...before.slice(0, -1), String(Number(before.at(-1)) + 1)]);
    const query = `query ($id: ID!) { auditEvents(first: 1, where: { subjectId: { eq: $id }, action: { eq: "tokens.previewed" } }) { nodes { action details } } }`;
    const { nodes } = (await app.data(admin, query, { id: user.id })).auditEvents;
    expect(nodes).toEqual([{ action: 'tokens.previewed', details: { clientId: client.id } }]);
  });

  it('of the same customer, as a service account with the scope admin or an administrator', async () => {
    const client = await buildClient(app);
    const codeFor = async (...asked: Parameters<typeof answerTo>) =>
      (await answerTo(...asked)).body.errors?.[0].extensions.code ?? null;
    const signedIn = async (kind: 'member' | 'admin', scope: string) =>
      (await tokensOf(app, client, await buildUser(app, { role: kind }), scope)).access_token;
    expect(await codeFor(client, {}, await app.token('read'))).toBe('INSUFFICIENT_SCOPE');
    expect(await codeFor(client, {}, await app.token('write'))).toBe('INSUFFICIENT_SCOPE');
    expect(await codeFor(client, {}, await signedIn('member', 'openid admin'))).toBe('FORBIDDEN');
    expect(await codeFor(client, {}, await signedIn('admin', 'openid read'))).toBe('INSUFFICIENT_SCOPE');
    expect(await codeFor(client, {}, await signedIn('admin', 'openid admin'))).toBeNull();
    const other = await app.newCustomer();
    const [theirs, foreigner] = await Promise.all([
      buildClient(app, { customerId: other.customerId }),
      buildUser(app, { customerId: other.customerId }),
    ]);
    expect(await codeFor(theirs)).toBe('CLIENT_NOT_FOUND');
    expect(await codeFor(client, {}, admin, foreigner)).toBe('USER_NOT_FOUND');
    expect(await codeFor(client, {}, await app.token('admin', other))).toBe('USER_NOT_FOUND');
    expect(await codeFor(client, { resource: 'https://one.example\nhttps://two.example' })).toBe('INVALID_INPUT');
  });
});
