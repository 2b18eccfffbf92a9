import { describe, expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { PRODUCTION } from '../support/production.ts';

const app = useApp();
const prefixed = useApp({ ...PRODUCTION, BASE_URL: 'https://id.example.com/some/path' });

describe('GET /.well-known/openid-configuration', () => {
  it('OIDC Discovery §3, §4.2, §4.3, RFC 8414 §3.2, §3.3, RFC 9207 §2.3, RFC 9700 §2.1.1: tells in its metadata where everything is, below the issuer', async () => {
    const { status, headers, body } = await app.send('GET', '/.well-known/openid-configuration');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch('application/json');
    expect(body).toMatchObject({
      issuer: app.issuer,
      authorization_endpoint: `${app.issuer}/oauth2/authorize`,
      token_endpoint: `${app.issuer}/oauth2/token`,
      userinfo_endpoint: `${app.issuer}/oauth2/userinfo`,
      jwks_uri: `${app.issuer}/oauth2/jwks`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      request_uri_parameter_supported: false,
    });
  });

  it('RFC 8414 §2: advertises only addresses that answer', async () => {
    const { body } = await app.send('GET', '/.well-known/openid-configuration');
    for (const [name, value] of Object.entries<string>(body))
      if (/_(endpoint|uri)$/.test(name))
        expect((await app.send('GET', value.slice(app.issuer.length))).status).not.toBe(404);
  });

  it('RFC 8414 §3: says the same to those who speak plain OAuth', async () => {
    const openid = await app.send('GET', '/.well-known/openid-configuration');
    const oauth = await app.send('GET', '/.well-known/oauth-authorization-server');
    expect(oauth.body).toEqual(openid.body);
  });

  it('RFC 8414 §3.1: answers GET, HEAD without a body, and other methods with 405', async () => {
    const head = await fetch(`${app.issuer}/.well-known/openid-configuration`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const post = await app.send('POST', '/.well-known/openid-configuration');
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

describe('an issuer with a path', () => {
  const get = (path: string) => fetch(`http://127.0.0.1:${prefixed.server.port}${path}`);

  it('OIDC Discovery §4.1, RFC 8414 §3.1: has OpenID’s document behind its path, and OAuth’s before it', async () => {
    for (const path of [
      '/some/path/.well-known/openid-configuration',
      '/.well-known/oauth-authorization-server/some/path',
    ]) {
      const answer = await get(path);
      expect(answer.status).toBe(200);
      expect(await answer.json()).toMatchObject({
        issuer: 'https://id.example.com/some/path',
        token_endpoint: 'https://id.example.com/some/path/oauth2/token',
      });
    }
    expect((await get('/some/path/oauth2/jwks')).status).toBe(200);
    expect((await get('/oauth2/jwks')).status).toBe(404);
    expect((await get('/.well-known/openid-configuration')).status).toBe(404);
  });
});
