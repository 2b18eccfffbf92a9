import { request } from 'node:https';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import * as oauth from 'oauth4webapi';
import * as client from 'openid-client';
import type { Client } from '#product';
import { startApache } from '../../support/apache.ts';
import { useApp } from '../../support/app.ts';
import { buildClient, buildUser, type BuiltUser } from '../../support/builders.ts';
import { type Certified, Certificates } from '../../support/certificates.ts';
import { claimsIn } from '../../support/logins.ts';
import { needs } from '../../support/needs.ts';
import { signIn } from '../../support/parties.ts';
import { freePorts } from '../../support/ports.ts';

const MODULES = 'mpm_event authn_core authz_core ssl proxy proxy_http headers'.split(' ');
const REDIRECT_URI = 'https://rp.example/callback';
const NAMES = 'DNS:client.example.com';

const ports = await freePorts(2);
const [issuer, mtls] = ports.map((port) => `https://localhost:${port}`) as [string, string];
const certificates = await Certificates.open();
const authority = await certificates.authority();

/** A `fetch` whose connections have the certificate. */
async function fetchWith({ certificate, key }: Certified): Promise<typeof fetch> {
  const identity = { cert: await readFile(certificate), key: await readFile(key) };
  return (url, { method = 'GET', headers, body } = {}) =>
    new Promise((resolve, reject) => {
      const sent = Object.fromEntries(new Headers(headers));
      request(url as string, { method, headers: sent, agent: false, ...identity }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => {
          const told = Object.entries(answer.headers).flatMap(([name, value]) =>
            [value ?? []].flat().map((each): [string, string] => [name, each]),
          );
          resolve(new Response(Buffer.concat(chunks), { status: answer.statusCode!, headers: told }));
        });
      })
        .on('error', reject)
        .end(body === undefined || body === null ? undefined : (body as URLSearchParams | string).toString());
    });
}

needs('apache')('behind Apache, which asks clients for certificates', () => {
  const app = useApp({
    BASE_URL: issuer,
    TRUST_PROXY: 'loopback',
    CLIENT_CERTIFICATE_HEADER: 'X-Client-Certificate',
    CLIENT_CERTIFICATE_FORMAT: 'apache',
    CLIENT_CERTIFICATE_AUTHORITIES: authority.certificate,
    MTLS_BASE_URL: mtls,
  });
  let user: BuiltUser;
  let apache: Awaited<ReturnType<typeof startApache>>;
  let certified: Certified;
  let own: Certified;

  beforeAll(async () => {
    certified = await certificates.make({ subject: '/O=Acme/CN=client', names: NAMES, by: authority });
    own = await certificates.make({ subject: '/CN=on my own' });
    const host = (at: number, lines: readonly string[], place: { certificate: string; key: string }) =>
      [
        `<VirtualHost 127.0.0.1:${ports[at]}>`,
        `ServerName https://localhost:${ports[at]}`,
        'SSLEngine on',
        `SSLCertificateFile ${place.certificate}`,
        `SSLCertificateKeyFile ${place.key}`,
        ...lines,
        'ProxyPreserveHost On',
        'RequestHeader set X-Forwarded-Proto https',
        `ProxyPass / http://127.0.0.1:${app.server.port}/`,
        '</VirtualHost>',
      ].join('\n');
    apache = await startApache(
      MODULES,
      ports,
      (place) =>
        [
          'SSLSessionCache none',
          host(0, ['RequestHeader unset X-Client-Certificate'], place),
          host(
            1,
            ['SSLVerifyClient optional_no_ca', 'RequestHeader set X-Client-Certificate "%{SSL_CLIENT_CERT}s"'],
            place,
          ),
        ].join('\n'),
      {},
    );
    user = await buildUser(app);
  });
  afterAll(async () => {
    await apache?.stop();
    await certificates.close();
  });

  const register = (given: Partial<Client>): Promise<Client> =>
    buildClient(app, {
      type: 'confidential',
      redirectUris: [REDIRECT_URI],
      grantTypes: ['authorization_code', 'refresh_token', 'client_credentials'],
      tlsClientCertificateBoundAccessTokens: true,
      ...given,
    });
  const named = (): Promise<Client> =>
    register({ tokenEndpointAuthMethod: 'tls_client_auth', tlsClientSubject: 'dns:client.example.com' });

  it('openid-client signs a user in by its certificate, and gets tokens that are bound to it', async () => {
    const { id } = await named();
    const config = await client.discovery(
      new URL(issuer),
      id,
      { use_mtls_endpoint_aliases: true },
      client.TlsClientAuth(),
      {
        [client.customFetch]: (await fetchWith(certified)) as client.CustomFetch,
      },
    );
    const verifier = client.randomPKCECodeVerifier();
    const pushed = await client.buildAuthorizationUrlWithPAR(config, {
      redirect_uri: REDIRECT_URI,
      scope: 'openid read',
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    const { url } = await signIn(app, pushed, user);
    const tokens = await client.authorizationCodeGrant(config, new URL(url), { pkceCodeVerifier: verifier });
    expect(claimsIn(tokens.access_token).cnf).toEqual({ 'x5t#S256': certified.thumbprint });
    expect((await client.fetchUserInfo(config, tokens.access_token, user.id)).sub).toBe(user.id);
    const next = await client.refreshTokenGrant(config, tokens.refresh_token!);
    const facts = await client.tokenIntrospection(config, next.access_token);
    expect(facts).toMatchObject({ active: true, cnf: { 'x5t#S256': certified.thumbprint } });
    const groups = async (by: typeof fetch, at: string) =>
      (await by(`${at}/groups`, { headers: { authorization: `Bearer ${next.access_token}` } })).status;
    expect(await groups(await fetchWith(certified), mtls)).toBe(200);
    // Whoever steals the token has no such certificate.
    expect(await groups(await fetchWith(own), mtls)).toBe(401);
    expect(await groups(fetch, mtls)).toBe(401);
    expect(await groups(await fetchWith(certified), issuer)).toBe(401);
  });

  it('oauth4webapi gets a token by the certificate that is registered', async () => {
    const { id } = await register({
      tokenEndpointAuthMethod: 'self_signed_tls_client_auth',
      jwks: { keys: [own.jwk] },
    });
    const as = await oauth.processDiscoveryResponse(new URL(issuer), await oauth.discoveryRequest(new URL(issuer)));
    const party: oauth.Client = { client_id: id, use_mtls_endpoint_aliases: true };
    const ask = async (by: Certified) => {
      const options = { [oauth.customFetch]: (await fetchWith(by)) as never };
      const scope = new URLSearchParams({ scope: 'read' });
      return oauth.clientCredentialsGrantRequest(as, party, oauth.TlsClientAuth(), scope, options);
    };
    const tokens = await oauth.processClientCredentialsResponse(as, party, await ask(own));
    expect(claimsIn(tokens.access_token).cnf).toEqual({ 'x5t#S256': own.thumbprint });
    expect((await ask(certified)).status).toBe(401);
  });

  it('a client cannot send the header in place of the proxy', async () => {
    const { id } = await named();
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: id, scope: 'read' });
    const headers = { 'x-client-certificate': certified.x509.toString().replaceAll('\n', ' ') };
    for (const at of [issuer, mtls])
      expect((await fetch(`${at}/oauth2/token`, { method: 'POST', body, headers })).status).toBe(401);
    const answer = await (
      await fetchWith(own)
    )(`${mtls}/oauth2/token`, {
      method: 'POST',
      body: String(body),
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(answer.status).toBe(401);
  });
});
