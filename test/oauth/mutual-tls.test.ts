import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { JWK } from 'jose';
import { type Client, hashOfGenerated } from '#product';
import { type Answer, type TestApp, useApp } from '../support/app.ts';
import { authorizePath, buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { EXCHANGE } from '../support/exchanges.ts';
import { type Certified, Certificates, WRITTEN } from '../support/certificates.ts';
import { Prover } from '../support/dpop.ts';
import { askForTokens, claimsIn, codeOf, redemption } from '../support/logins.ts';
import { queriesOf } from '../support/queries.ts';

const SECRET = 'ghs_a secret of more than enough letters';
const NAMES = 'DNS:client.example.com,URI:https://client.example.com/a,IP:192.0.2.7,email:a@example.com';
const SUBJECT = '/O=Acme/CN=client';
const forClients = 'extendedKeyUsage=clientAuth';

const certificates = await Certificates.open();
const authority = await certificates.authority();
const ON = {
  CLIENT_CERTIFICATE_HEADER: 'X-Client-Certificate',
  CLIENT_CERTIFICATE_FORMAT: 'haproxy',
  CLIENT_CERTIFICATE_AUTHORITIES: authority.certificate,
  PROTECTED_RESOURCE_METADATA: 'on',
};
const app = useApp({ ...ON, TRUST_PROXY: 'loopback', MTLS_BASE_URL: 'https://mtls.example' });
/** The same, but for its proxies, which are elsewhere. */
const distant = useApp({ ...ON, TRUST_PROXY: '192.0.2.1' });
const without = useApp();

let user: BuiltUser;
let plain: Client;
let mine: Certified;
let own: Certified;
let others: Certified;
beforeAll(async () => {
  user = await buildUser(app);
  plain = await buildClient(app);
  mine = await certificates.make({ subject: SUBJECT, names: NAMES, by: authority, extensions: [forClients] });
  own = await certificates.make({ subject: SUBJECT, names: NAMES });
  others = await certificates.make({ subject: '/CN=another', names: 'DNS:another.example', by: authority });
});
afterAll(() => certificates.close());

/** What the proxy adds to a request on a connection with this certificate. */
const on = (certified: Certified): Record<string, string> => ({ 'x-client-certificate': WRITTEN.haproxy(certified) });

const named = (given: Partial<Client> = {}, at: TestApp = app): Promise<Client> =>
  buildClient(at, {
    type: 'confidential',
    customerId: at.customer.customerId,
    tokenEndpointAuthMethod: 'tls_client_auth',
    tlsClientSubject: 'dns:client.example.com',
    grantTypes: ['client_credentials', 'authorization_code', 'refresh_token', EXCHANGE],
    ...given,
  });
const registered = (given: Partial<Client> = {}, at: TestApp = app): Promise<Client> =>
  named(
    {
      tokenEndpointAuthMethod: 'self_signed_tls_client_auth',
      tlsClientSubject: null,
      jwks: { keys: [own.jwk] },
      ...given,
    },
    at,
  );
const bound = (): Promise<Client> => named({ tlsClientCertificateBoundAccessTokens: true });

const ask = ({ id }: Client, headers: Record<string, string> = {}, more: Record<string, string> = {}, at = app) =>
  askForTokens(at, { grant_type: 'client_credentials', client_id: id, scope: 'read', ...more }, headers);
const outcome = ({ status, body }: Answer) => [status, body?.error];
const GOOD = [200, undefined];
const REFUSED = [401, 'invalid_client'];

describe('a client with a certificate for its name', () => {
  it.each([
    'dn:CN=client,O=Acme',
    'dns:client.example.com',
    'uri:https://client.example.com/a',
    'ip:192.0.2.7',
    'email:a@example.com',
  ])('RFC 8705 §2.1: authenticates by %s', async (tlsClientSubject) => {
    const client = await named({ tlsClientSubject });
    expect(outcome(await ask(client, on(mine)))).toEqual(GOOD);
    expect(outcome(await ask(client, on(others)))).toEqual(REFUSED);
  });

  it('RFC 8705 §2.1: is refused with a certificate of nobody that is trusted, for servers, or none', async () => {
    const client = await named();
    const strange = await certificates.authority('/CN=An Authority');
    const wrong = [
      await certificates.make({ subject: SUBJECT, names: NAMES, by: strange }),
      await certificates.make({ subject: SUBJECT, names: NAMES, by: mine }),
      await certificates.make({
        subject: SUBJECT,
        names: NAMES,
        by: authority,
        extensions: ['extendedKeyUsage=serverAuth'],
      }),
      own,
      authority,
    ];
    for (const each of wrong) expect(outcome(await ask(client, on(each)))).toEqual(REFUSED);
    for (const text of ['', 'nonsense', `${WRITTEN.haproxy(mine)}, ${WRITTEN.haproxy(mine)}`, WRITTEN.apache(mine)])
      expect(outcome(await ask(client, { 'x-client-certificate': text }))).toEqual(REFUSED);
    expect(outcome(await ask(client))).toEqual(REFUSED);
  });

  it('RFC 8705 §2: has no other way to authenticate, and no other client has this one', async () => {
    const client = await named({ secretHash: hashOfGenerated(SECRET) });
    expect(outcome(await ask(client, {}, { client_secret: SECRET }))).toEqual(REFUSED);
    expect(outcome(await ask(client, on(mine), { client_secret: SECRET }))).toEqual(REFUSED);
    const secretive = await named({
      tokenEndpointAuthMethod: 'client_secret_post',
      tlsClientSubject: null,
      secretHash: hashOfGenerated(SECRET),
    });
    expect(outcome(await ask(secretive, on(mine)))).toEqual(REFUSED);
  });

  it('RFC 8705 §2: authenticates at every endpoint', async () => {
    const client = await named();
    const at = (path: string, fields: object, headers = {}) =>
      app.send('POST', path, { body: new URLSearchParams({ client_id: client.id, ...fields }), headers });
    const request = Object.fromEntries(new URLSearchParams(authorizePath(client).split('?')[1]));
    const token: string = (await ask(client, on(mine))).body.access_token;
    for (const [path, fields, status] of [
      ['/oauth2/par', request, 201],
      ['/oauth2/introspect', { token }, 200],
      ['/oauth2/revoke', { token }, 200],
    ] as const) {
      expect([path, outcome(await at(path, fields))]).toEqual([path, REFUSED]);
      expect([path, (await at(path, fields, on(mine))).status]).toEqual([path, status]);
    }
  });
});

describe('a client with a certificate that is registered', () => {
  it('RFC 8705 §2.2: authenticates with this certificate alone', async () => {
    const client = await registered();
    expect(outcome(await ask(client, on(own)))).toEqual(GOOD);
    const again = await certificates.make({ subject: SUBJECT, names: NAMES });
    for (const each of [again, mine]) expect(outcome(await ask(client, on(each)))).toEqual(REFUSED);
    expect(outcome(await ask(client))).toEqual(REFUSED);
  });

  it('RFC 8705 §2.2: needs the certificate, and not the key alone', async () => {
    const key = { ...own.jwk, x5c: undefined };
    expect(outcome(await ask(await registered({ jwks: { keys: [key] } }), on(own)))).toEqual(REFUSED);
  });
});

describe('a client whose certificates are at an address', () => {
  let keys: JWK[] = [];
  let server: Server;
  let jwksUri: string;
  beforeAll(async () => {
    server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ keys }));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    jwksUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`;
  });
  afterAll(() => void server.close());

  it('RFC 8705 §2.2.2: authenticates with one of them, and with a new one as soon as it is there', async () => {
    keys = [own.jwk];
    const client = await registered({ jwks: null, jwksUri });
    const next = await certificates.make({ subject: SUBJECT, names: NAMES });
    expect(outcome(await ask(client, on(own)))).toEqual(GOOD);
    for (const each of [next, mine]) expect(outcome(await ask(client, on(each)))).toEqual(REFUSED);
    keys = [next.jwk];
    // The address is read again once a minute at most.
    app.clock.advance(61);
    expect(outcome(await ask(client, on(next)))).toEqual(GOOD);
    expect(outcome(await ask(client, on(own)))).toEqual(REFUSED);
  });

  it('is refused where the address has keys without certificates, or cannot be read', async () => {
    keys = [{ ...own.jwk, x5c: [] }];
    expect(outcome(await ask(await registered({ jwks: null, jwksUri: `${jwksUri}?bare` }), on(own)))).toEqual(REFUSED);
    const nowhere = await registered({ jwks: null, jwksUri: 'https://169.254.169.254/jwks' });
    expect(outcome(await ask(nowhere, on(own)))).toEqual(REFUSED);
  });
});

describe('a header that no proxy has sent', () => {
  it('RFC 8705 §6.5: is not believed, whichever certificate is in it', async () => {
    const client = await named({}, distant);
    const self = await registered({}, distant);
    expect(outcome(await ask(client, on(mine), {}, distant))).toEqual(REFUSED);
    expect(outcome(await ask(self, on(own), {}, distant))).toEqual(REFUSED);
    const forwarded = { ...on(mine), 'x-forwarded-for': '192.0.2.1', forwarded: 'for=192.0.2.1' };
    expect(outcome(await ask(client, forwarded, {}, distant))).toEqual(REFUSED);
  });

  it('is nothing to a server that is not set up for it', async () => {
    const client = await named({}, without);
    expect(outcome(await ask(client, { ...on(mine), 'client-cert': WRITTEN.rfc9440(mine) }, {}, without))).toEqual(
      REFUSED,
    );
  });
});

describe('an access token of a certificate', () => {
  const doors: [string, string, string, unknown][] = [
    ['userinfo', 'GET', '/oauth2/userinfo', undefined],
    ['REST', 'GET', '/groups', undefined],
    ['GraphQL', 'POST', '/graphql', { query: '{ viewer { __typename } }' }],
  ];

  it('RFC 8705 §3.1: has the thumbprint of the certificate, by every grant type', async () => {
    const client = await bound();
    const first = (await ask(client, on(mine))).body;
    expect([first.token_type, claimsIn(first.access_token).cnf]).toEqual(['Bearer', { 'x5t#S256': mine.thumbprint }]);
    const tokens = await askForTokens(app, redemption(client, await codeOf(app, client, user)), on(mine));
    expect(claimsIn(tokens.body.access_token).cnf).toEqual({ 'x5t#S256': mine.thumbprint });
    const renewed = await certificates.make({ subject: SUBJECT, names: NAMES, by: authority });
    const form = { grant_type: 'refresh_token', client_id: client.id, refresh_token: tokens.body.refresh_token };
    expect(outcome(await askForTokens(app, form, on(others)))).toEqual(REFUSED);
    const next = await askForTokens(app, form, on(renewed));
    expect(claimsIn(next.body.access_token).cnf).toEqual({ 'x5t#S256': renewed.thumbprint });
  });

  it('RFC 8705 §3.4: is the only one for a client that is registered so', async () => {
    const client = await named({
      tokenEndpointAuthMethod: 'client_secret_post',
      tlsClientSubject: null,
      secretHash: hashOfGenerated(SECRET),
      tlsClientCertificateBoundAccessTokens: true,
    });
    const secret = { client_secret: SECRET };
    expect(outcome(await ask(client, {}, secret))).toEqual([400, 'invalid_request']);
    const { body } = await ask(client, on(others), secret);
    expect(claimsIn(body.access_token).cnf).toEqual({ 'x5t#S256': others.thumbprint });
    expect(claimsIn((await ask(await named(), on(mine))).body.access_token)).not.toHaveProperty('cnf');
  });

  describe.each(doors)('at %s', (_name, method, path, body) => {
    let token: string;
    beforeAll(async () => {
      const client = await bound();
      const code = await codeOf(app, client, user, { scope: 'openid read' });
      token = (await askForTokens(app, redemption(client, code), on(mine))).body.access_token;
    });
    const send = (headers: Record<string, string> = {}) =>
      app.send(method, path, { token, headers, ...(body !== undefined && { body }) });

    it('RFC 8705 §3: works on a connection with the certificate alone', async () => {
      expect((await send(on(mine))).status).toBe(200);
      for (const headers of [{}, on(others), on(own)]) {
        const { status, headers: answered } = await send(headers);
        expect([status, answered.get('www-authenticate')]).toEqual([
          401,
          expect.stringMatching(/^Bearer error="invalid_token"/),
        ]);
      }
    });

    it('takes no query more', async () => {
      const { access_token: usual } = (
        await askForTokens(app, redemption(plain, await codeOf(app, plain, user, { scope: 'openid read' })))
      ).body;
      const unbound = await queriesOf(() =>
        app.send(method, path, { token: usual, ...(body !== undefined && { body }) }),
      );
      expect(await queriesOf(() => send(on(mine)))).toHaveLength(unbound.length);
    });
  });

  it('RFC 8705 §3.2: is introspected with its certificate', async () => {
    const client = await bound();
    const { access_token: token } = (await ask(client, on(mine))).body;
    const body = new URLSearchParams({ client_id: client.id, token });
    const { body: facts } = await app.send('POST', '/oauth2/introspect', { body, headers: on(mine) });
    expect(facts).toMatchObject({ active: true, token_type: 'Bearer', cnf: { 'x5t#S256': mine.thumbprint } });
  });

  it('is bound to a key as well if the request proves one, and then needs both', async () => {
    const client = await bound();
    const prover = await Prover.new(app);
    const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: client.id, scope: 'read' });
    const get = async () =>
      app.send('POST', '/oauth2/token', {
        body: form,
        headers: { ...on(mine), dpop: await prover.proof('POST', '/oauth2/token') },
      });
    prover.nonce = (await get()).headers.get('dpop-nonce')!;
    const { access_token: token } = (await get()).body;
    expect(claimsIn(token).cnf).toEqual({ jkt: prover.jkt, 'x5t#S256': mine.thumbprint });
    const use = async (headers: Record<string, string>) => (await app.send('GET', '/groups', { headers })).status;
    expect(await use(await prover.headers('GET', '/groups', token))).toBe(401);
    expect(await use({ ...on(mine), authorization: `Bearer ${token}` })).toBe(401);
    expect(await use({ ...on(mine), ...(await prover.headers('GET', '/groups', token)) })).toBe(200);
    // RFC 8705 §5: the proof is for the address that the client knows.
    const there = await prover.headers('GET', '/groups', token, { htu: 'https://mtls.example/groups' });
    expect(await use({ ...on(mine), ...there })).toBe(200);
  });

  it('is exchanged with its certificate alone, for one that is bound to it', async () => {
    const client = await registered({
      tlsClientCertificateBoundAccessTokens: true,
      jwks: { keys: [own.jwk, mine.jwk] },
    });
    const { access_token: token } = (await ask(client, on(own))).body;
    const type = 'urn:ietf:params:oauth:token-type:access_token';
    const exchange = (by: Certified) =>
      ask(client, on(by), { grant_type: EXCHANGE, subject_token: token, subject_token_type: type });
    expect(outcome(await exchange(mine))).toEqual([400, 'invalid_request']);
    expect(claimsIn((await exchange(own)).body.access_token).cnf).toEqual({ 'x5t#S256': own.thumbprint });
  });
});

describe('round trips', () => {
  it('are one for a token by a certificate, and the same as ever for everybody else', async () => {
    const client = await bound();
    const self = await registered();
    expect(await queriesOf(() => ask(client, on(mine)))).toHaveLength(1);
    expect(await queriesOf(() => ask(self, on(own)))).toHaveLength(1);
    expect(await queriesOf(() => app.token('read'))).toHaveLength(1);
  });
});

describe('the metadata', () => {
  const read = async (at: TestApp) => (await at.send('GET', '/.well-known/openid-configuration')).body;

  it('RFC 8705 §3.3, §5: tells of certificates where they reach the server', async () => {
    const known = await read(app);
    expect(known.tls_client_certificate_bound_access_tokens).toBe(true);
    const ofApi = await app.send('GET', '/.well-known/oauth-protected-resource/api');
    expect(ofApi.body.tls_client_certificate_bound_access_tokens).toBe(true);
    for (const endpoint of ['token', 'introspection', 'revocation'])
      expect(known[`${endpoint}_endpoint_auth_methods_supported`]).toEqual(
        expect.arrayContaining(['tls_client_auth', 'self_signed_tls_client_auth']),
      );
    expect(known.mtls_endpoint_aliases).toMatchObject({ token_endpoint: 'https://mtls.example/oauth2/token' });
    expect((await read(distant)).mtls_endpoint_aliases).toBeUndefined();
  });

  it('says nothing of them anywhere else', async () => {
    const text = JSON.stringify(await read(without));
    for (const word of ['tls_client', 'mtls']) expect(text).not.toContain(word);
  });
});

describe('registering', () => {
  const CREATE = `mutation ($input: CreateClientInput!) { createClient(input: $input) {
    clientSecret client { id tokenEndpointAuthMethod tlsClientSubject tlsClientCertificateBoundAccessTokens } } }`;
  const input = { name: 'Certified', redirectUris: ['https://a.example/'], tokenEndpointAuthMethod: 'TLS_CLIENT_AUTH' };
  const create = async (at: TestApp, more: object) =>
    (await at.graphql(await at.token('admin'), CREATE, { input: { ...input, ...more } })).body;
  const faultsOf = (body: Answer['body']) => body.errors[0].extensions.faults.map(({ path }: { path: string }) => path);

  it('over GraphQL and REST, without a secret', async () => {
    const more = { tlsClientSubject: 'dn:CN=client,O=Acme', tlsClientCertificateBoundAccessTokens: true };
    const { createClient } = (await create(app, more)).data;
    expect(createClient).toEqual({
      clientSecret: null,
      client: { id: expect.any(String), tokenEndpointAuthMethod: 'TLS_CLIENT_AUTH', ...more },
    });
    const body = {
      client_name: 'Certified',
      redirect_uris: ['https://a.example/'],
      token_endpoint_auth_method: 'self_signed_tls_client_auth',
      jwks: { keys: [own.jwk] },
      tls_client_certificate_bound_access_tokens: true,
    };
    const token = await app.token('admin');
    const answer = await app.send('POST', '/api/clients', { token, body });
    expect([answer.status, answer.body.client_secret]).toEqual([201, null]);
  });

  it('refuses what cannot work', async () => {
    const key = { ...own.jwk, x5c: undefined };
    for (const [more, path] of [
      [{}, 'tlsClientSubject'],
      [{ tlsClientSubject: 'client.example.com' }, 'tlsClientSubject'],
      [{ tlsClientSubject: 'dns:a.example', tokenEndpointAuthMethod: 'CLIENT_SECRET_BASIC' }, 'tlsClientSubject'],
      [{ tokenEndpointAuthMethod: 'SELF_SIGNED_TLS_CLIENT_AUTH' }, 'jwks'],
      [{ tokenEndpointAuthMethod: 'SELF_SIGNED_TLS_CLIENT_AUTH', jwks: { keys: [key] } }, 'jwks'],
      [
        { tokenEndpointAuthMethod: 'SELF_SIGNED_TLS_CLIENT_AUTH', jwks: { keys: [{ ...key, x5c: mine.jwk['x5c'] }] } },
        'jwks.keys.0',
      ],
      [
        { type: 'PUBLIC', tokenEndpointAuthMethod: 'NONE', tlsClientCertificateBoundAccessTokens: true },
        'tlsClientCertificateBoundAccessTokens',
      ],
    ] as const)
      expect([more, faultsOf(await create(app, more))]).toEqual([more, expect.arrayContaining([path])]);
  });

  it('is refused where no certificate reaches the server', async () => {
    expect(faultsOf(await create(without, { tlsClientSubject: 'dns:a.example' }))).toContain('tokenEndpointAuthMethod');
    const more = { tokenEndpointAuthMethod: 'CLIENT_SECRET_BASIC', tlsClientCertificateBoundAccessTokens: true };
    expect(faultsOf(await create(without, more))).toContain('tlsClientCertificateBoundAccessTokens');
  });
});
