import { beforeAll, describe, expect, it } from '@jest/globals';
import { hashOfGenerated } from '#product';
import { useApp } from '../support/app.ts';
import { buildClient } from '../support/builders.ts';
import { PRODUCTION } from '../support/production.ts';

const app = useApp({ PROTECTED_RESOURCE_METADATA: 'on' });
const prefixed = useApp({
  ...PRODUCTION,
  BASE_URL: 'https://id.example.com/some/path',
  PROTECTED_RESOURCE_METADATA: 'on',
});
const closed = useApp();
const WELL_KNOWN = '/.well-known/oauth-protected-resource';
const APIS = ['/api', '/groups', '/graphql'];
const REQUESTS = [
  ['GET', '/groups', '/groups'],
  ['GET', '/api/users', '/api'],
  ['POST', '/graphql', '/graphql'],
] as const;

describe('the metadata of the APIs', () => {
  it.each(['', ...APIS])('RFC 9728 §2, §3.3: names the resource %s and its authorization server', async (api) => {
    const { status, headers, body } = await app.send('GET', WELL_KNOWN + api);
    expect([status, headers.get('content-type'), headers.get('access-control-allow-origin')]).toEqual([
      200,
      'application/json; charset=utf-8',
      '*',
    ]);
    expect(body).toMatchObject({
      resource: app.issuer + api,
      authorization_servers: [app.issuer],
      bearer_methods_supported: ['header'],
      scopes_supported: ['read', 'write', 'admin'],
    });
  });

  it('RFC 9728 §3.1: is at the host, before the path of a resource with a prefix', async () => {
    const get = (path: string, headers = {}) => fetch(`http://127.0.0.1:${prefixed.server.port}${path}`, { headers });
    const answer = await get(`${WELL_KNOWN}/some/path/graphql`);
    expect(await answer.json()).toMatchObject({ resource: 'https://id.example.com/some/path/graphql' });
    expect((await get(`/some/path${WELL_KNOWN}/graphql`)).status).toBe(404);
    expect((await get(`${WELL_KNOWN}/graphql`)).status).toBe(404);
    const refused = await get('/some/path/groups', { authorization: 'Bearer x' });
    expect(refused.headers.get('www-authenticate')).toBe(
      `Bearer error="invalid_token", resource_metadata="https://id.example.com${WELL_KNOWN}/some/path/groups"`,
    );
  });

  it.each(REQUESTS)('RFC 9728 §5.1: is named in the challenge: %s %s', async (method, path, api) => {
    const body = method === 'POST' ? { query: '{ viewer { kind } }' } : undefined;
    const metadata = `resource_metadata="${app.issuer}${WELL_KNOWN}${api}"`;
    // GraphQL answers who sends no token, with an error for each field that needs one.
    const missing = await app.send(method, path, { body });
    if (api !== '/graphql')
      expect([missing.status, missing.headers.get('www-authenticate')]).toEqual([401, `Bearer ${metadata}`]);
    const bad = await app.send(method, path, { body, token: 'x' });
    expect([bad.status, bad.headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer error="invalid_token", ${metadata}`,
    ]);
    const bound = await app.send(method, path, { body, headers: { authorization: 'DPoP x' } });
    expect(bound.headers.get('www-authenticate')).toMatch(
      /^DPoP error="\w+", algs="[^"]+", resource_metadata="[^"]+"$/,
    );
  });

  it('is not named where a token was enough, nor where it lacks a scope', async () => {
    const read = await app.token('read');
    const answer = await app.send('POST', '/groups', { token: read, body: { name: 'x' } });
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
      403,
      'Bearer error="insufficient_scope", scope="write"',
    ]);
    const missing = await app.send('GET', '/nowhere');
    expect(missing.headers.get('www-authenticate')).toBeNull();
  });
});

describe('a token for one of the APIs', () => {
  const secret = 'ghs_secret';
  let clientId: string;
  beforeAll(async () => {
    const client = await buildClient(app, {
      type: 'confidential',
      secretHash: hashOfGenerated(secret),
      tokenEndpointAuthMethod: 'client_secret_post',
      grantTypes: ['client_credentials'],
      scopes: ['read'],
      resources: APIS.map((api) => app.issuer + api),
    });
    clientId = client.id;
  });
  const tokenFor = (resource: string, at = app) =>
    at.send('POST', '/oauth2/token', {
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: secret,
        resource,
      }),
    });

  it('is for this server', async () => {
    const { body } = await tokenFor(`${app.issuer}/graphql`);
    const token = body.access_token;
    expect((await app.send('POST', '/graphql', { token, body: { query: '{ viewer { kind } }' } })).status).toBe(200);
    expect((await app.send('GET', '/groups', { token })).status).toBe(200);
  });

  it('is refused to a client that is not registered for it, and for anything else below the issuer', async () => {
    const answer = await tokenFor(`${app.issuer}/oauth2/userinfo`);
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_target']);
  });
});

describe('a server without the metadata, as by default', () => {
  it('has none, and challenges as documented', async () => {
    for (const api of ['', ...APIS]) expect((await closed.send('GET', WELL_KNOWN + api)).status).toBe(404);
    for (const [method, path] of REQUESTS) {
      const body = method === 'POST' ? { query: '{ viewer { kind } }' } : undefined;
      const { headers } = await closed.send(method, path, { body, token: 'x' });
      expect(headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    }
  });

  it('takes no token for an API that it does not name', async () => {
    const resource = `${closed.issuer}/graphql`;
    const client = await buildClient(closed, {
      type: 'confidential',
      secretHash: hashOfGenerated('ghs_secret'),
      tokenEndpointAuthMethod: 'client_secret_post',
      grantTypes: ['client_credentials'],
      scopes: ['read'],
      resources: [resource],
    });
    const { body } = await closed.send('POST', '/oauth2/token', {
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: client.id,
        client_secret: 'ghs_secret',
        resource,
      }),
    });
    expect((await closed.send('GET', '/groups', { token: body.access_token })).status).toBe(401);
  });
});
