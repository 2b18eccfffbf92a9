import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { CompactSign, exportJWK } from 'jose';
import { useApp, type Answer } from '../support/app.ts';
import { createToken, METADATA, newRegistered, newToken, POLICY, register } from '../support/registrations.ts';

const app = useApp({ CLIENT_REGISTRATION: 'on' });
let admin: string;
beforeAll(async () => {
  admin = await app.token('admin');
});

const rows = async (text: string, ...values: unknown[]) => (await app.server.database.pool.query(text, values)).rows;
const errorOf = ({ status, body }: Answer) => [status, body?.error];
const registered = async (policy: object = {}, metadata: object = {}) =>
  (await newRegistered(app, admin, { policy, metadata })).body;

describe('initial access tokens', () => {
  it('can let clients do no more than whoever creates them', async () => {
    const write = await app.token('write');
    const { body } = await createToken(app, write, { scopes: ['OPENID', 'ADMIN'] });
    expect(body.errors[0].extensions.code).toBe('BEYOND_OWN_RIGHTS');
    expect((await newToken(app, write)).secret).toMatch(/^ghi_/);
  });

  it.each([
    ['redirectHosts.0', { redirectHosts: ['https://a.example'] }],
    ['redirectHosts.0', { redirectHosts: ['A.example'] }],
    ['redirectHosts.0', { redirectHosts: ['a.*.example'] }],
    ['redirectHosts.0', { redirectHosts: [''] }],
    ['clientsMax', { clientsMax: 0 }],
    ['lifetime', { lifetime: 1 }],
    ['clientLifetime', { clientLifetime: 1 }],
    ['scopes', { scopes: [] }],
    ['resources.0', { resources: ['x'] }],
    ['name', { name: ' ' }],
    ['statementJwks', { statementIssuer: 'https://a.example' }],
  ])('are refused with a wrong %s: %j', async (field, input) => {
    const { body } = await createToken(app, admin, input);
    expect(body.errors[0].extensions).toMatchObject({
      kind: 'INVALID',
      faults: [{ path: expect.stringContaining(field) }],
    });
  });

  it('register clients for the resources that administrators choose', async () => {
    const made = await registered({ resources: ['https://api.partner.example/'] });
    const [client] = await rows('select resources from clients where id = $1', made.client_id);
    expect(client.resources).toEqual(['https://api.partner.example/']);
  });

  it('tell the clients that they have registered, newest first, and not those of others', async () => {
    const clients =
      'query ($id: ID!) { initialAccessToken(id: $id) { clients(first: 5) { totalCount edges { node { id } } } } }';
    const { secret, id } = await newToken(app, admin, { clientsMax: 2 });
    await newRegistered(app, admin);
    const first = (await register(app, secret)).body.client_id;
    app.clock.advance(1);
    const second = (await register(app, secret)).body.client_id;
    const { initialAccessToken: found } = await app.data(admin, clients, { id });
    expect(found.clients).toEqual({ totalCount: 2, edges: [{ node: { id: second } }, { node: { id: first } }] });
    const foreign = await app.token('admin', await app.newCustomer());
    expect((await app.data(foreign, clients, { id })).initialAccessToken).toBeNull();
  });

  it('are listed, newest first, without their secrets', async () => {
    const name = randomUUID();
    await newToken(app, admin, { name });
    const { initialAccessTokens: list } = await app.data(
      admin,
      '{ initialAccessTokens(first: 2) { totalCount edges { node { name clientsMax redirectHosts revokedAt viewerCan { revokeInitialAccessToken } } } } }',
    );
    expect(list.edges[0].node).toEqual({
      name,
      clientsMax: 1,
      redirectHosts: POLICY.redirectHosts,
      revokedAt: null,
      viewerCan: { revokeInitialAccessToken: true },
    });
  });
});

describe('software statements', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ISSUER = 'https://approvals.example';
  const sign = (claims: object, key = privateKey, header: object = {}): Promise<string> =>
    new CompactSign(Buffer.from(JSON.stringify(claims))).setProtectedHeader({ alg: 'ES256', ...header }).sign(key);
  const policy = async () => ({
    statementIssuer: ISSUER,
    statementJwks: { keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256', use: 'sig' }] },
  });

  it('RFC 7591 §2.3, §3.1.1: have claims that count more than the request', async () => {
    const statement = await sign({ iss: ISSUER, client_name: 'Approved Ledger', software_id: 'approved' });
    const made = await registered(await policy(), { client_name: 'Something', software_statement: statement });
    expect(made).toMatchObject({
      client_name: 'Approved Ledger',
      software_id: 'approved',
      software_statement: statement,
      redirect_uris: METADATA.redirect_uris,
    });
  });

  it('RFC 7515 §4.1.4: need not say which of several keys has signed them', async () => {
    const two = { keys: [await exportJWK(publicKey), await exportJWK(other.publicKey)] };
    const statementJwks = { keys: two.keys.map((key) => ({ ...key, alg: 'ES256', use: 'sig' })) };
    const { secret } = await newToken(app, admin, { statementIssuer: ISSUER, statementJwks, clientsMax: 2 });
    for (const [key, typ] of [
      [privateKey, 'JWT'],
      [other.privateKey, 'application/jwt'],
    ] as const) {
      const statement = await sign({ iss: ISSUER, aud: app.issuer }, key, { typ });
      expect((await register(app, secret, { ...METADATA, software_statement: statement })).status).toBe(201);
    }
  });

  it('RFC 7591 §3.2.2: are refused if they are not valid, or not approved', async () => {
    const { secret } = await newToken(app, admin, await policy());
    const past = Math.floor(app.clock.now().getTime() / 1000) - 1;
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify({ iss: ISSUER })).toString('base64url')}.`;
    for (const [statement, error] of [
      [undefined, 'invalid_client_metadata'],
      ['rubbish', 'invalid_software_statement'],
      [unsigned, 'invalid_software_statement'],
      [await sign({ iss: ISSUER }, other.privateKey), 'invalid_software_statement'],
      [await sign({ client_name: 'x' }), 'invalid_software_statement'],
      [await sign({ iss: ISSUER, exp: past }), 'invalid_software_statement'],
      [await sign({ iss: ISSUER, exp: 'never' }), 'invalid_software_statement'],
      [await sign({ iss: ISSUER, aud: 'https://another.example' }), 'invalid_software_statement'],
      [await sign({ iss: ISSUER }, privateKey, { typ: 'at+jwt' }), 'invalid_software_statement'],
      [await sign({ iss: 'https://another.example' }), 'unapproved_software_statement'],
      [await sign({ iss: ISSUER, redirect_uris: ['https://evil.example/'] }), 'invalid_redirect_uri'],
    ])
      expect(errorOf(await register(app, secret, { ...METADATA, software_statement: statement }))).toEqual([
        400,
        error,
      ]);
    expect((await register(app, secret, { ...METADATA, software_statement: await sign({ iss: ISSUER }) })).status).toBe(
      201,
    );
  });
});
