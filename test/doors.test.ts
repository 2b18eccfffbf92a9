import { readFileSync, globSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { PATHS } from '../src/doors/oauth/paths.ts';
import { routes } from '../src/doors/rest/routes/index.ts';
import { useApp } from './support/app.ts';
import { PRODUCTION } from './support/production.ts';

const app = useApp();
const secure = useApp({ ...PRODUCTION, BASE_URL: 'https://id.example' });
const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

const pages = globSync('src/doors/pages/**/*.page.ts').flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/(?:on\('get', |path: )'(\/[^']*)'/g)].map(([, path]) => path!),
);

/** A request for every path there is, and for some that are not. */
const everywhere: [method: string, path: string][] = [
  ...routes.map(({ method, path }): [string, string] => [method.toUpperCase(), path.replaceAll(/:\w+/g, 'x')]),
  ...Object.values(PATHS).flatMap((path): [string, string][] => [
    ['GET', path],
    ['POST', path],
    ['DELETE', path],
  ]),
  ...pages.map((path): [string, string] => ['GET', path]),
  ...['/', '/healthz', '/readyz', '/openapi.json', '/schema.graphql', '/graphql'].map((path): [string, string] => [
    'GET',
    path,
  ]),
  ['POST', '/graphql'],
  ['GET', '/nowhere'],
  ['GET', '/%zz'],
  ['PATCH', '/groups'],
];

const CACHEABLE = new Set<string>([
  PATHS.jwks,
  PATHS.openidConfiguration,
  PATHS.authorizationServer,
  '/branding/:customer.css',
]);

describe('every answer', () => {
  it('finds the pages it walks', () => {
    expect(pages.length).toBeGreaterThan(12);
  });

  it.each(everywhere)(
    'is kept by nobody, has a type not to be guessed at and a request id (%s %s)',
    async (method, path) => {
      const { headers } = await app.send(method, path);
      if (!(method === 'GET' && CACHEABLE.has(path))) expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-request-id')).toMatch(/^[\w-]{22}$/);
      expect(headers.get('strict-transport-security')).toBeNull();
    },
  );

  it.each(everywhere)('has browsers use https alone where the issuer does (%s %s)', async (method, path) => {
    const { port } = secure.server;
    const { headers } = await fetch(`http://127.0.0.1:${port}${path}`, { method, redirect: 'manual' });
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
  });

  it('of an error names the request as its header does', async () => {
    const { headers, text } = await app.send('GET', '/nowhere', { headers: BROWSER });
    expect(text).toContain(headers.get('x-request-id'));
  });
});

describe('a path', () => {
  it.each([
    '/GraphQL',
    '/graphql/',
    '/graphql/x',
    '/Groups',
    '/groups/',
    '/API/users',
    '/api/users/',
    '/oauth2/Token',
    '/oauth2/token/',
    '/OAuth2/userinfo',
    '/login/',
    '/Login',
    '/healthz/',
    '/openapi.json/',
    '/.well-known/openid-configuration/',
  ])('is exact: %s is 404', async (path) => {
    const token = await app.token('admin');
    expect((await app.send('GET', path, { token })).status).toBe(404);
    expect((await app.send('POST', path, { token, body: { query: '{ viewer { kind } }' } })).status).toBe(404);
  });
});

describe('another method', () => {
  const known = pages
    .filter((path) => !path.includes(':'))
    .concat('/healthz', '/readyz', '/openapi.json', '/schema.graphql', '/oauth2/authorize', '/oauth2/logout')
    .concat(
      '/oauth2/authorize/continue',
      '/console',
      '/console/assets/app.js',
      '/groups',
      '/api/users',
      '/device/done',
    );

  it.each(known)('of %s is 405 with Allow, whatever it is', async (path) => {
    for (const method of ['OPTIONS', 'PATCH']) {
      const { status, headers, body } = await app.send(method, path);
      expect([path, status, body.error, body.code]).toEqual([path, 405, 'method_not_allowed', 'METHOD_NOT_ALLOWED']);
      expect(headers.get('allow')?.split(', ')).toEqual(expect.arrayContaining(['GET', 'HEAD']));
    }
  });

  it('is one that a page has no form for, and of what is not there 404', async () => {
    for (const path of [
      '/healthz',
      '/readyz',
      '/openapi.json',
      '/device/done',
      '/oauth2/authorize/continue',
      '/console',
    ])
      expect((await app.send('POST', path)).headers.get('allow')).toBe('GET, HEAD');
    expect((await app.send('PUT', '/login')).headers.get('allow')).toBe('GET, POST, HEAD');
    for (const method of ['POST', 'OPTIONS']) expect((await app.send(method, '/nowhere')).status).toBe(404);
  });
});

describe('a browser', () => {
  it.each(['/nowhere', '/admin', '/api/nowhere', '/groups/x/y/z', '/%zz'])(
    'gets a page with a way on where there is nothing (%s)',
    async (path) => {
      const { status, headers, text } = await app.send('GET', path, { headers: BROWSER });
      expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(text).toContain('Page not found');
      expect(text).toContain('<a href="/account"');
    },
  );

  it('is told that /graphql is for programs', async () => {
    const { status, headers, text } = await app.send('GET', '/graphql', { headers: BROWSER });
    expect([status, headers.get('content-type')]).toEqual([406, 'text/html; charset=utf-8']);
    expect(text).toContain('This address is for programs');
    expect(text).toContain('<a href="/account"');
  });
});

describe('a program', () => {
  it.each([{}, { accept: '*/*' }, { accept: 'application/json' }])(
    'gets JSON where there is nothing (%j)',
    async (headers) => {
      const { status, body } = await app.send('GET', '/nowhere', { headers });
      expect([status, body]).toEqual([404, expect.objectContaining({ error: 'not_found' })]);
    },
  );

  it('asks /graphql by GET', async () => {
    const path = `/graphql?query=${encodeURIComponent('{ viewer { kind } }')}`;
    const headers = { accept: 'application/graphql-response+json', 'apollo-require-preflight': '1' };
    const { status, body } = await app.send('GET', path, { token: await app.token('read'), headers });
    expect([status, body.data]).toEqual([200, { viewer: { kind: 'CLIENT' } }]);
  });
});
