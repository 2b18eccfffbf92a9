import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Client, hashOfGenerated } from '#product';
import { type Answer, useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, buildUser, type BuiltUser, VERIFIER } from '../support/builders.ts';
import { claimsIn } from '../support/logins.ts';

const app = useApp();
const SECRET = 'ghs_secret';
const A = 'https://a.example/api';
const B = 'https://b.example/';
let client: Client;
let user: BuiltUser;
beforeAll(async () => {
  client = await registered([A, B]);
  user = await buildUser(app);
});

const registered = (resources: string[]): Promise<Client> =>
  buildClient(app, {
    type: 'confidential',
    secretHash: hashOfGenerated(SECRET),
    tokenEndpointAuthMethod: 'client_secret_post',
    grantTypes: ['authorization_code', 'refresh_token', 'client_credentials'],
    scopes: ['openid', 'profile', 'offline_access', 'read'],
    resources,
  });

const rows = async (text: string, ...values: unknown[]) => (await app.server.database.pool.query(text, values)).rows;
const withResources = (fields: Record<string, string>, resources: readonly string[]): URLSearchParams =>
  new URLSearchParams([
    ...Object.entries(fields),
    ...resources.map((resource): [string, string] => ['resource', resource]),
  ]);

const token = (fields: Record<string, string>, resources: readonly string[], of = client): Promise<Answer> =>
  app.send('POST', '/oauth2/token', {
    body: withResources({ client_id: of.id, client_secret: SECRET, ...fields }, resources),
  });

/** What the browser comes back with from an authorization request for these resources. */
async function authorized(resources: readonly string[], of = client): Promise<Record<string, string>> {
  const browser = new BrowserLite(app.issuer);
  const asked = withResources({}, resources).toString();
  await browser.open(`${authorizePath(of, { scope: 'openid offline_access' })}&${asked}`);
  return answerOf(await browser.logIn(user));
}

const redeem = (code: string, resources: readonly string[] = [], of = client) =>
  token(
    { grant_type: 'authorization_code', code, redirect_uri: of.redirectUris[0]!, code_verifier: VERIFIER },
    resources,
    of,
  );
const refresh = (refresh_token: string, resources: readonly string[] = [], of = client) =>
  token({ grant_type: 'refresh_token', refresh_token }, resources, of);
const own = (resources: readonly string[], of = client) =>
  token({ grant_type: 'client_credentials', scope: 'read' }, resources, of);
const audience = ({ body }: Answer) => claimsIn(body.access_token).aud;
const ask = async (access: string, of = client) =>
  (
    await app.send('POST', '/oauth2/introspect', {
      body: new URLSearchParams({ token: access, client_id: of.id, client_secret: SECRET }),
    })
  ).body;

describe('a token for a resource', () => {
  it('RFC 8707 §2.2: names the resource asked for as its audience, several as a list, and this server without any', async () => {
    expect(audience(await own([A]))).toBe(A);
    expect(audience(await own([A, B]))).toEqual([A, B]);
    expect(audience(await own([A, A]))).toBe(A);
    expect(audience(await own([]))).toBe(app.issuer);
    expect(audience(await own(['']))).toBe(app.issuer);
  });

  it('RFC 3986 §6.2.3: is asked for in another spelling, and named as it is registered', async () => {
    const [a, b] = ['HTTPS://A.Example:443/api', 'https://B.example'];
    const { code } = await authorized([a, b]);
    const first = await redeem(code!, [b]);
    expect(audience(first)).toBe(B);
    expect(audience(await refresh(first.body.refresh_token, [a]))).toBe(A);
    expect(audience(await own([b, 'https://b.example:443/']))).toBe(B);
    expect((await own([`${A}/`])).body.error).toBe('invalid_target');
    const { headers } = await app.send('GET', `${authorizePath(client)}&${withResources({}, [`${A}/`])}`);
    expect(headers.get('location')).toContain('error=invalid_target');
  });

  it('RFC 8707 §2.2: is for all that was authorized, or for less on request, and less does not last', async () => {
    const { code } = await authorized([A, B]);
    const first = await redeem(code!, [A]);
    expect(audience(first)).toBe(A);
    const second = await refresh(first.body.refresh_token);
    expect(audience(second)).toEqual([A, B]);
    const third = await refresh(second.body.refresh_token, [B]);
    expect(audience(third)).toBe(B);
    expect(audience(await redeem((await authorized([A, B])).code!))).toEqual([A, B]);
  });

  it('RFC 8707 §2.2: is refused for more than was authorized, and nothing is used up by asking', async () => {
    const { code } = await authorized([A]);
    const refused = await redeem(code!, [B]);
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_target']);
    const first = await redeem(code!);
    expect(audience(first)).toBe(A);
    expect((await refresh(first.body.refresh_token, [A, B])).body.error).toBe('invalid_target');
    const second = await refresh(first.body.refresh_token, [A]);
    expect(audience(second)).toBe(A);
    const plain = await redeem((await authorized([])).code!);
    expect(audience(plain)).toBe(app.issuer);
    expect((await refresh(plain.body.refresh_token, [A])).body.error).toBe('invalid_target');
  });

  it('RFC 9068 §4: is no good at this server, neither for its interfaces nor at userinfo', async () => {
    const { body } = await redeem((await authorized([A])).code!);
    for (const bad of [body.access_token, (await own([A])).body.access_token]) {
      const { status, headers } = await app.send('GET', '/groups', { token: bad });
      expect(status).toBe(401);
      expect(headers.get('www-authenticate')).toMatch(/error="invalid_token"/);
      expect((await app.graphql(bad, '{ viewer { __typename } }')).body.errors[0].extensions.kind).toBe(
        'UNAUTHENTICATED',
      );
      expect((await app.send('GET', '/oauth2/userinfo', { token: bad })).status).toBe(401);
    }
  });

  it('is good here too where this server is one of the resources', async () => {
    const both = await registered([A, app.issuer]);
    const { body } = await redeem((await authorized([A, app.issuer], both)).code!, [], both);
    expect(claimsIn(body.access_token).aud).toEqual([A, app.issuer]);
    expect((await app.send('GET', '/oauth2/userinfo', { token: body.access_token })).status).toBe(200);
  });

  it('RFC 7662 §2.2: is told with its audience by introspection, while the client is registered for it', async () => {
    const losing = await registered([A, B]);
    const single = (await own([A], losing)).body.access_token;
    const both = (await own([A, B], losing)).body.access_token;
    const users = (await redeem((await authorized([A], losing)).code!, [], losing)).body;
    expect(await ask(single)).toMatchObject({ active: true, aud: A });
    expect(await ask(both)).toMatchObject({ active: true, aud: [A, B] });
    expect(await ask(users.access_token, losing)).toMatchObject({ active: true, aud: A, sub: user.id });
    const { code } = await authorized([A], losing);
    await rows('update clients set resources = $2 where id = $1', losing.id, [B]);
    expect(await ask(single)).toEqual({ active: false });
    expect(await ask(both)).toMatchObject({ active: true, aud: B });
    expect(await ask(users.access_token)).toEqual({ active: false });
    expect((await redeem(code!, [], losing)).body.error).toBe('invalid_grant');
    expect((await refresh(users.refresh_token, [], losing)).body.error).toBe('invalid_grant');
    expect((await refresh(users.refresh_token, [A], losing)).body.error).toBe('invalid_target');
  });
});

describe('resources in a pushed request', () => {
  it('are as many as were pushed, and nothing else', async () => {
    const fields = Object.fromEntries(new URL(app.issuer + authorizePath(client)).searchParams);
    const push = (resources: readonly string[]) =>
      app.send('POST', '/oauth2/par', { body: withResources({ ...fields, client_secret: SECRET }, resources) });
    expect((await push([A, 'https://other.example/'])).body.error).toBe('invalid_target');
    const { request_uri } = (await push([A, B])).body;
    const browser = new BrowserLite(app.issuer);
    await browser.open(`/oauth2/authorize?${new URLSearchParams({ client_id: client.id, request_uri }).toString()}`);
    const { code } = answerOf(await browser.logIn(user));
    expect(audience(await redeem(code!))).toEqual([A, B]);
  });
});

describe('a resource that is no good', () => {
  it.each(['https://other.example/', `${A}/`, `${A}#part`, '/api', 'nonsense', 'https://a.example/api\0'])(
    'RFC 8707 §2: is invalid_target at the token endpoint: %j',
    async (resource) => {
      const { status, body } = await own([resource]);
      expect([status, body.error]).toEqual([400, 'invalid_target']);
      expect((await own([A, resource])).body.error).toBe('invalid_target');
    },
  );

  it.each(['https://other.example/', `${A}#part`, '/api', `${A} ${B}`])(
    'RFC 8707 §2.1: is invalid_target at authorization, told to the client: %j',
    async (resource) => {
      const browser = new BrowserLite(app.issuer);
      const page = await browser.open(`${authorizePath(client)}&${withResources({}, [A, resource]).toString()}`);
      expect(answerOf(page)).toMatchObject({ error: 'invalid_target', state: 'a state', iss: app.issuer });
    },
  );
});
