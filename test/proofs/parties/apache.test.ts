import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Client, hashOfGenerated } from '#product';
import { type Place, startApache } from '../../support/apache.ts';
import { useApp } from '../../support/app.ts';
import { BrowserLite } from '../../support/browser-lite.ts';
import { buildClient, buildUser, type BuiltUser } from '../../support/builders.ts';
import { tokensOf } from '../../support/logins.ts';
import { needs } from '../../support/needs.ts';
import { buildParty, joinGroup } from '../../support/parties.ts';
import { freePorts } from '../../support/ports.ts';
import { until } from '../../support/until.ts';

// A configuration file gives some characters a meaning.
const SECRET = 'ghs_of-letters-and-digits-1234567890';
const MODULES = 'mpm_event authn_core authz_core authz_user auth_openidc ssl proxy proxy_http headers include'.split(
  ' ',
);
const PAGES = {
  'who.html': 'user <!--#echo var="REMOTE_USER" -->, groups <!--#echo var="OIDC_CLAIM_groups" -->',
  'admins.html': 'for administrators',
  'api.html': 'for <!--#echo var="REMOTE_USER" -->',
  'out.html': 'signed out',
};

const ports = await freePorts(5);
const [issuer, site, introspecting, verifying, signing] = ports.map((port) => `https://localhost:${port}`) as [
  string,
  string,
  string,
  string,
  string,
];

/** What both relying parties have in common: pages for whoever is signed in, and where that is done. */
const relyingParty = (at: string, { id }: Client): string[] => [
  `OIDCProviderMetadataURL ${issuer}/.well-known/openid-configuration`,
  `OIDCClientID ${id}`,
  `OIDCRedirectURI ${at}/callback`,
  'OIDCCryptoPassphrase of-this-test',
  'OIDCScope "openid email groups"',
  'OIDCPKCEMethod S256',
  'OIDCRemoteUserClaim email',
  // The tests' browser is made of fetch, which says of itself that it is a script's.
  'RequestHeader unset Sec-Fetch-Mode early',
  '<LocationMatch "^/(who.html|callback)$">',
  'AuthType openid-connect',
  'Require valid-user',
  '</LocationMatch>',
];

needs('apache')('Apache’s mod_auth_openidc, behind TLS', () => {
  const app = useApp({ BASE_URL: issuer, TRUST_PROXY: '1' });
  let user: BuiltUser;
  let other: BuiltUser;
  let application: Client;
  let apache: Awaited<ReturnType<typeof startApache>>;

  beforeAll(async () => {
    const given = { secretHash: hashOfGenerated(SECRET) };
    const client = await buildParty(app, {
      ...given,
      redirectUris: [`${site}/callback`],
      postLogoutRedirectUris: [`${site}/out.html`],
      backchannelLogoutUri: `${site}/callback?logout=backchannel`,
    });
    const signer = await buildParty(app, {
      secretHash: null,
      tokenEndpointAuthMethod: 'private_key_jwt',
      jwksUri: `${signing}/callback?jwks=rsa`,
      redirectUris: [`${signing}/callback`],
    });
    const api = await buildParty(app, { ...given, grantTypes: ['client_credentials'], scopes: ['read'] });
    application = await buildClient(app);
    const host = (at: number, lines: readonly string[]) => (place: Place) =>
      [
        `<VirtualHost 127.0.0.1:${ports[at]}>`,
        `ServerName https://localhost:${ports[at]}`,
        'SSLEngine on',
        `SSLCertificateFile ${place.certificate}`,
        `SSLCertificateKeyFile ${place.key}`,
        ...lines,
        '</VirtualHost>',
      ].join('\n');
    const hosts = [
      host(0, [
        'ProxyPreserveHost On',
        'RequestHeader set X-Forwarded-Proto https',
        `ProxyPass / http://127.0.0.1:${app.server.port}/`,
      ]),
      host(1, [
        ...relyingParty(site, client),
        `OIDCClientSecret ${SECRET}`,
        '<Location "/admins.html">',
        'AuthType openid-connect',
        'Require claim groups:northwind_admin',
        '</Location>',
      ]),
      host(2, [
        `OIDCOAuthIntrospectionEndpoint ${issuer}/oauth2/introspect`,
        'OIDCOAuthIntrospectionEndpointAuth client_secret_basic',
        `OIDCOAuthClientID ${api.id}`,
        `OIDCOAuthClientSecret ${SECRET}`,
        // Every request asks anew.
        'OIDCOAuthTokenIntrospectionInterval -1',
        '<Location "/">',
        'AuthType oauth20',
        'Require valid-user',
        '</Location>',
      ]),
      host(3, [
        `OIDCOAuthVerifyJwksUri ${issuer}/oauth2/jwks`,
        '<Location "/">',
        'AuthType oauth20',
        `Require claim iss:${issuer}`,
        '</Location>',
      ]),
      (place: Place) =>
        host(4, [
          ...relyingParty(signing, signer),
          `OIDCPrivateKeyFiles ${place.key}`,
          `OIDCPublicKeyFiles ${place.certificate}`,
          'OIDCProviderTokenEndpointAuth private_key_jwt',
          'OIDCResponseMode form_post',
        ])(place),
    ];
    apache = await startApache(
      MODULES,
      ports,
      (place) =>
        [
          `DocumentRoot ${place.folder}/pages`,
          'SSLSessionCache none',
          `OIDCCABundlePath ${place.certificate}`,
          `<Directory ${place.folder}/pages>`,
          'Options +Includes',
          'ForceType text/html',
          'SetOutputFilter INCLUDES',
          'Require all granted',
          '</Directory>',
          ...hosts.map((make) => make(place)),
        ].join('\n'),
      PAGES,
    );
    user = await buildUser(app);
    other = await buildUser(app);
    await joinGroup(app, 'northwind_admin', user);
    await joinGroup(app, 'northwind_read', user);
  });
  afterAll(() => apache?.stop());

  /** Opens a protected page, signs in where it leads, and gives the party's browser on the page, and the server's. */
  async function logIn(who: BuiltUser, path = '/who.html') {
    const here = new BrowserLite(site);
    const there = new BrowserLite(issuer);
    await there.open((await here.open(path)).url);
    const { url } = await there.logIn(who);
    await here.open(url);
    return { here, there };
  }

  it('signs a user in, and tells the page who it is and the groups', async () => {
    const { here } = await logIn(user);
    expect([here.page.status, here.page.html]).toEqual([
      200,
      expect.stringContaining(`user ${user.email}, groups northwind_admin,northwind_read`),
    ]);
  });

  it('authenticates with a key of its own, published behind TLS, and reads the answer as a form', async () => {
    const here = new BrowserLite(signing);
    const there = new BrowserLite(issuer);
    await there.open((await here.open('/who.html')).url);
    await there.logIn(user);
    here.page = there.page;
    await here.submit();
    expect([here.page.status, here.page.html]).toEqual([200, expect.stringContaining(`user ${user.email}`)]);
  });

  it('lets a page be for one group alone', async () => {
    expect((await logIn(user, '/admins.html')).here.page.html).toContain('for administrators');
    expect((await logIn(other, '/admins.html')).here.page.status).toBe(401);
  });

  it('signs the user out of both, and comes back', async () => {
    const { here, there } = await logIn(user);
    await here.open(`/callback?logout=${encodeURIComponent(`${site}/out.html`)}`);
    await there.open(here.page.url);
    expect(there.page.url).toBe(`${site}/out.html`);
    expect((await here.open('/who.html')).url).toMatch(`${issuer}/oauth2/authorize`);
    expect((await there.open(here.page.url)).html).toContain('name="password"');
  });

  it('is told when the user signs out elsewhere', async () => {
    const { here, there } = await logIn(user);
    const signedIn = async () => (await here.open('/who.html')).url.startsWith(site);
    expect(await signedIn()).toBe(true);
    await there.open('/logout');
    await there.submit({ decision: 'logout' });
    await until(async () => !(await signedIn()));
  });

  const ask = (server: string, token: string) =>
    fetch(`${server}/api.html`, { headers: { authorization: `Bearer ${token}` } });

  it('asks about every token it is sent, and takes none that was revoked', async () => {
    const { access_token: token, refresh_token } = await tokensOf(app, application, user, 'openid');
    const answer = await ask(introspecting, token);
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining(`for ${user.id}`)]);
    const body = new URLSearchParams({ token: refresh_token, client_id: application.id });
    expect((await app.send('POST', '/oauth2/revoke', { body })).status).toBe(200);
    expect((await ask(introspecting, token)).status).toBe(401);
  });

  it('asks about a service account’s token, and takes no token of a stranger', async () => {
    expect((await ask(introspecting, await app.token('read'))).status).toBe(200);
    expect((await ask(introspecting, 'nonsense')).status).toBe(401);
    expect((await fetch(`${introspecting}/api.html`)).status).toBe(401);
  });

  it('verifies tokens by the keys that are published', async () => {
    const { access_token: token, id_token } = await tokensOf(app, application, user, 'openid');
    const answer = await ask(verifying, token);
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining(`for ${user.id}`)]);
    const [header, , signature] = token.split('.');
    expect((await ask(verifying, [header, id_token.split('.')[1], signature].join('.'))).status).toBe(401);
  });
});
