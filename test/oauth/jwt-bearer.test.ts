import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { type Client, hashOfGenerated } from '#product';
import type { TrustedIssuer } from '../../src/modules/clients/index.ts';
import { type Answer, useApp } from '../support/app.ts';
import { buildClient, buildUser } from '../support/builders.ts';
import { type Key, newKey, signed } from '../support/keys.ts';
import { askForTokens, tokensOf } from '../support/logins.ts';
import { queriesOf } from '../support/queries.ts';

const app = useApp();
const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const ISSUER = 'https://ci.example';
const SUBJECT = 'repo:acme/shop:ref:refs/heads/main';
const SECRET = 'ghs_secret';

let key: Key;
let account: Client;
beforeAll(async () => {
  key = await newKey('RS256');
  account = await accountOf([trusting({})]);
});

const trusting = (given: Partial<TrustedIssuer>): TrustedIssuer => ({
  issuer: ISSUER,
  subject: SUBJECT,
  audience: null,
  jwks: { keys: [{ ...key.jwk }] },
  jwksUri: null,
  ...given,
});

const accountOf = (trustedIssuers: readonly TrustedIssuer[], given: Partial<Client> = {}): Promise<Client> =>
  buildClient(app, {
    type: 'confidential',
    tokenEndpointAuthMethod: 'client_secret_post',
    secretHash: hashOfGenerated(SECRET),
    grantTypes: [JWT_BEARER],
    scopes: ['read', 'write'],
    redirectUris: [],
    trustedIssuers,
    ...given,
  });

const seconds = () => Math.floor(app.clock.now().getTime() / 1000);

/** A good assertion of the workload, with what is given in place of its claims; `undefined` leaves one out. */
const assertion = (claims: Record<string, unknown> = {}, by = key, header: object = {}): Promise<string> => {
  const now = seconds();
  const all = { iss: ISSUER, sub: SUBJECT, aud: app.issuer, iat: now, exp: now + 300, jti: randomUUID(), ...claims };
  return signed(by, all, header);
};

const present = (jwt: string, fields: Record<string, string | undefined> = {}): Promise<Answer> =>
  askForTokens(app, { grant_type: JWT_BEARER, client_id: account.id, assertion: jwt, ...fields });

const errorOf = async (answer: Promise<Answer>) => {
  const { status, body } = await answer;
  return [status, body.error];
};
const INVALID = [400, 'invalid_grant'];

describe('a workload', () => {
  it('RFC 7523 §2.1: gets a token of its service account, without a secret', async () => {
    const { status, body } = await present(await assertion());
    expect([status, body]).toEqual([
      200,
      { access_token: expect.any(String), token_type: 'Bearer', expires_in: expect.any(Number), scope: 'read write' },
    ]);
    expect(decodeJwt(body.access_token)).toMatchObject({ sub: account.id, client_id: account.id });
    expect((await app.send('GET', '/groups', { token: body.access_token })).status).toBe(200);
    const form = { client_id: app.customer.clientId, client_secret: app.customer.clientSecret };
    const asked = new URLSearchParams({ ...form, token: body.access_token });
    expect((await app.send('POST', '/oauth2/introspect', { body: asked })).body).toMatchObject({ active: true });
  });

  it('takes two statements: one that reads the client, and one that redeems the assertion', async () => {
    const good = await assertion();
    expect(await queriesOf(() => present(good))).toHaveLength(2);
  });

  it('asks for less, and not for more than the account is registered for', async () => {
    expect((await present(await assertion(), { scope: 'read' })).body.scope).toBe('read');
    expect(await errorOf(present(await assertion(), { scope: 'admin' }))).toEqual([400, 'invalid_scope']);
    expect(await errorOf(present(await assertion(), { resource: 'https://api.example' }))).toEqual([
      400,
      'invalid_target',
    ]);
  });

  it('RFC 7523 §2.1: may authenticate as well, without a secret or with the right one', async () => {
    expect((await present(await assertion(), { client_secret: SECRET })).status).toBe(200);
    expect(await errorOf(present(await assertion(), { client_secret: 'wrong' }))).toEqual([401, 'invalid_client']);
  });

  it('loses its token at once with the grant type', async () => {
    const of = await accountOf([trusting({})]);
    const { body } = await present(await assertion(), { client_id: of.id });
    const { pool } = app.server.database;
    await pool.query(`update clients set grant_types = '{authorization_code}' where id = $1`, [of.id]);
    expect((await app.send('GET', '/groups', { token: body.access_token })).status).toBe(401);
  });
});

describe('what an assertion of a workload must be', () => {
  type Fault = [string, () => Record<string, unknown>];
  const refused = async (_what: string, claims: () => Record<string, unknown>) =>
    expect(await errorOf(present(await assertion(claims())))).toEqual(INVALID);

  it.each<Fault>([
    ['another issuer', () => ({ iss: 'https://other.example' })],
    ['no issuer', () => ({ iss: undefined })],
    ['another subject', () => ({ sub: `${SUBJECT}2` })],
    ['no subject', () => ({ sub: undefined })],
    ['the account’s own id', () => ({ iss: account.id, sub: account.id })],
  ])('RFC 7523 §3: refuses a grant of an issuer that nobody trusts for it: %s', refused);

  it.each<Fault>([
    ['nobody', () => ({ aud: undefined })],
    ['nobody of a list', () => ({ aud: [] })],
    ['another server', () => ({ aud: 'https://other.example' })],
    ['another server beside this one', () => ({ aud: [app.issuer, 'https://other.example'] })],
  ])('RFC 7523 §3: refuses a grant that is meant for %s', refused);

  it.each<Fault>([
    ['no end', () => ({ exp: undefined })],
    ['an end that has passed', () => ({ exp: seconds() - 1 })],
    ['an end that is far away', () => ({ exp: seconds() + 3 * 3600 })],
    ['a beginning in the future', () => ({ nbf: seconds() + 60 })],
    ['no jti', () => ({ jti: undefined })],
  ])('RFC 7523 §3: refuses a grant outside its time, or one that cannot be told from others: %s', refused);

  it('RFC 7523 §3: takes the audience that is registered, and then no other', async () => {
    const of = { client_id: (await accountOf([trusting({ audience: 'api://guildhall' })])).id };
    expect((await present(await assertion({ aud: 'api://guildhall' }), of)).status).toBe(200);
    expect(await errorOf(present(await assertion(), of))).toEqual(INVALID);
  });

  it('RFC 7523 §3.1: answers invalid_grant for what another key signed, or none, or is something else', async () => {
    const stranger = await newKey('RS256', key.kid);
    expect(await errorOf(present(await assertion({}, stranger)))).toEqual(INVALID);
    expect(await errorOf(present(await assertion({}, key, { typ: 'at+jwt' })))).toEqual(INVALID);
    expect((await present(await assertion({}, key, { typ: 'application/Authorization-Grant+JWT' }))).status).toBe(200);
    const [header, payload] = (await assertion()).split('.') as [string, string];
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    for (const text of ['nonsense', 'a.b.c', `${header}.${payload}.`, `${none}.${payload}.`])
      expect(await errorOf(present(text))).toEqual(INVALID);
  });

  it('refuses an access token of this server, a user’s and a client’s', async () => {
    const { access_token } = await tokensOf(app, await buildClient(app), await buildUser(app), 'openid');
    expect(await errorOf(present(access_token))).toEqual(INVALID);
    expect(await errorOf(present(await app.token('read')))).toEqual(INVALID);
  });

  it('RFC 7523 §3: works once, and the same jti works for another issuer and another account', async () => {
    const other = 'https://other.example';
    const of = await accountOf([trusting({}), trusting({ issuer: other })]);
    const jti = randomUUID();
    const first = await assertion({ jti });
    expect((await present(first)).status).toBe(200);
    expect(await errorOf(present(first))).toEqual(INVALID);
    expect(await errorOf(present(await assertion({ jti })))).toEqual(INVALID);
    expect((await present(await assertion({ jti }), { client_id: of.id })).status).toBe(200);
    expect((await present(await assertion({ jti, iss: other }), { client_id: of.id })).status).toBe(200);
  });
});

describe('who can present an assertion', () => {
  it('is no other account, of this customer or another', async () => {
    const strangers = await app.newCustomer();
    const elsewhere = { issuer: 'https://elsewhere.example' };
    const neighbor = await accountOf([trusting(elsewhere)]);
    const stranger = await accountOf([trusting(elsewhere)], { customerId: strangers.customerId });
    for (const { id } of [neighbor, stranger])
      expect(await errorOf(present(await assertion(), { client_id: id }))).toEqual(INVALID);
    expect(await errorOf(present(await assertion(), { client_id: 'nobody' }))).toEqual([401, 'invalid_client']);
    expect(await errorOf(present(await assertion(), { client_id: undefined }))).toEqual([401, 'invalid_client']);
  });

  it('is nobody whose client lacks the grant type, and no other grant does without a secret', async () => {
    const without = await accountOf([trusting({})], { grantTypes: ['client_credentials'] });
    expect(await errorOf(present(await assertion(), { client_id: without.id }))).toEqual([400, 'unauthorized_client']);
    const bare = { grant_type: 'client_credentials', client_id: without.id, assertion: await assertion() };
    expect(await errorOf(askForTokens(app, bare))).toEqual([401, 'invalid_client']);
  });

  it('is in the audit trail if it fails', async () => {
    const of = await accountOf([trusting({})]);
    await present('nonsense', { client_id: of.id });
    const query = `{ auditEvents(first: 1, where: { subjectId: { eq: "${of.id}" } }) { edges { node { action details } } } }`;
    const { auditEvents } = await app.data(await app.token('admin'), query);
    expect(auditEvents.edges).toEqual([
      { node: { action: 'client.authentication_failed', details: { method: 'jwt-bearer' } } },
    ]);
  });
});

describe('the keys of an issuer', () => {
  it('are read from its address, and again for a new key', async () => {
    let keys = [key.jwk];
    const server = createServer((_request, response) => response.end(JSON.stringify({ keys }))).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const { port } = server.address() as AddressInfo;
      const of = await accountOf([trusting({ jwks: null, jwksUri: `http://127.0.0.1:${port}/keys` })]);
      expect((await present(await assertion(), { client_id: of.id })).status).toBe(200);
      const next = await newKey('ES256');
      keys = [next.jwk];
      app.clock.advance(61);
      expect((await present(await assertion({}, next), { client_id: of.id })).status).toBe(200);
    } finally {
      server.close();
    }
  });
});

const CREATE = `mutation ($input: CreateClientInput!) {
  made: createClient(input: $input) { clientSecret client { id trustedIssuers { issuer subject audience jwks jwksUri } } }
}`;
const UPDATE = `mutation ($id: ID!, $input: UpdateClientInput!) {
  updateClient(id: $id, input: $input) { client { trustedIssuers { issuer } } }
}`;

describe('registering a service account for workloads', () => {
  const SERVICE = { name: 'Deployment', grantTypes: ['JWT_BEARER'], scopes: ['READ'] };
  const issuer = () => ({ issuer: ISSUER, subject: SUBJECT, jwks: { keys: [key.jwk] } });
  const faultsOf = async (input: object, token?: string) => {
    const { body } = await app.graphql(token ?? (await app.token('admin')), CREATE, { input });
    return (
      body.errors?.[0].extensions.faults?.map(({ path }: { path: string }) => path) ?? body.errors?.[0].extensions.code
    );
  };

  it('gives it no secret, and what it trusts can be read and changed', async () => {
    const admin = await app.token('admin');
    const { made } = await app.data(admin, CREATE, { input: { ...SERVICE, trustedIssuers: [issuer()] } });
    expect(made).toEqual({
      clientSecret: null,
      client: { id: made.client.id, trustedIssuers: [{ ...issuer(), audience: null, jwksUri: null }] },
    });
    expect((await present(await assertion(), { client_id: made.client.id })).status).toBe(200);
    const input = { grantTypes: ['CLIENT_CREDENTIALS'], trustedIssuers: null };
    const { updateClient } = await app.data(admin, UPDATE, { id: made.client.id, input });
    expect(updateClient.client.trustedIssuers).toEqual([]);
  });

  it('is possible over REST', async () => {
    const token = await app.token('admin');
    const body = {
      client_name: 'Deployment',
      grant_types: [JWT_BEARER],
      scopes: ['read'],
      trusted_issuers: [{ issuer: ISSUER, subject: SUBJECT, jwks_uri: 'https://ci.example/keys' }],
    };
    expect((await app.send('POST', '/api/clients', { token, body })).body).toMatchObject({ client_secret: null });
    const nameless = { ...body, trusted_issuers: [{ subject: SUBJECT, jwks_uri: 'https://ci.example/keys' }] };
    expect((await app.send('POST', '/api/clients', { token, body: nameless })).status).toBe(400);
  });

  it('tells what is wrong with an issuer', async () => {
    const tried = (...trustedIssuers: object[]) => faultsOf({ ...SERVICE, trustedIssuers });
    expect(await tried()).toEqual(['trustedIssuers']);
    expect(await tried({ ...issuer(), jwks: undefined })).toEqual(['trustedIssuers.0']);
    expect(await tried({ ...issuer(), jwksUri: 'https://ci.example' })).toEqual(['trustedIssuers.0']);
    expect(await tried({ ...issuer(), subject: '', audience: 'ü' })).toEqual([
      'trustedIssuers.0.subject',
      'trustedIssuers.0.audience',
    ]);
    expect(await tried({ ...issuer(), jwks: { keys: [{ kty: 'oct', k: 'c2VjcmV0' }] } })).toEqual([
      'trustedIssuers.0.jwks.keys.0',
    ]);
    expect(await tried({ ...issuer(), jwks: undefined, jwksUri: 'file:///etc/passwd' })).toEqual([
      'trustedIssuers.0.jwksUri',
    ]);
    expect(await tried(issuer(), issuer())).toEqual(['trustedIssuers']);
    expect(await tried(...Array.from({ length: 11 }, (_, n) => ({ ...issuer(), subject: `${n}` })))).toEqual([
      'trustedIssuers',
    ]);
    expect(await faultsOf({ ...SERVICE, type: 'PUBLIC', trustedIssuers: [issuer()] })).toContain('grantTypes');
  });

  it('is for nobody without the rights of the account, and for no member', async () => {
    const input = { ...SERVICE, scopes: ['OPENID'], trustedIssuers: [issuer()] };
    const login = await buildClient(app);
    const { access_token: member } = await tokensOf(app, login, await buildUser(app), 'openid');
    expect(await faultsOf(input, member)).toBe('BEYOND_OWN_RIGHTS');
    expect(await faultsOf(input, await app.token('read'))).toBe('INSUFFICIENT_SCOPE');
  });
});
