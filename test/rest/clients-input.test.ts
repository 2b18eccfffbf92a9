import { generateKeyPairSync } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { expectError } from '../support/answers.ts';
import { useApp, type Answer } from '../support/app.ts';

const app = useApp();
let write: string;

beforeAll(async () => {
  write = await app.token('write');
});

const LOGIN = { client_name: 'Shop', redirect_uris: ['https://shop.example/callback'] };

const post = (body: unknown) => app.send('POST', '/api/clients', { token: write, body });

const newClient = async (): Promise<{ client_id: string }> => (await post(LOGIN)).body;

const detail = async (id: string) => (await app.send('GET', `/api/clients/${id}`, { token: write })).body;

const expectFault = (answer: Answer, naming = ''): void => expectError(answer, 400, 'invalid_request', naming);

const KEY = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
const weakKey = () => generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ format: 'jwk' });

describe('POST /api/clients', () => {
  const faults: [string, unknown][] = [
    ['client_name', undefined],
    ['client_name', null],
    ['client_name', 7],
    ['client_name', ['Shop']],
    ['client_name', ''],
    ['client_name', ' \t'],
    ['client_name', 'a\0b'],
    ['client_name', '\ud800'],
    ['client_name', 'x'.repeat(256)],
    ['client_type', 'secret'],
    ['client_type', 1],
    ['redirect_uris', undefined],
    ['redirect_uris', []],
    ['redirect_uris', 'https://a.example/cb'],
    ['redirect_uris', [1]],
    ['redirect_uris', [null]],
    ['redirect_uris', ['https://a.example/cb#f']],
    ['redirect_uris', ['javascript:alert(1)']],
    ['redirect_uris', ['https://a.example/\0']],
    ['redirect_uris', ['https://a.example/', 'https://a.example/']],
    ['redirect_uris', Array.from({ length: 51 }, (_, n) => `https://a.example/${n}`)],
    ['grant_types', []],
    ['grant_types', 'authorization_code'],
    ['grant_types', ['password']],
    ['grant_types', ['implicit']],
    ['grant_types', ['refresh_token']],
    ['grant_types', [['authorization_code']]],
    ['scopes', []],
    ['scopes', 'openid'],
    ['scopes', ['openid', 'everything']],
    ['scopes', [{}]],
    ['token_endpoint_auth_method', 'none'],
    ['token_endpoint_auth_method', 'client_secret_jwt'],
    ['token_endpoint_auth_method', ''],
    ['token_endpoint_auth_method', 1],
    ['logo_uri', 'javascript:alert(1)'],
    ['logo_uri', 'logo.png'],
    ['logo_uri', ''],
    ['logo_uri', 'http://a.example/logo.png'],
    ['logo_uri', 1],
    ['tos_uri', 'data:text/plain,x'],
    ['policy_uri', 'https://u:p@a.example/'],
    ['jwks_uri', 'http://a.example/jwks'],
    ['jwks_uri', 'file:///etc/passwd'],
    ['post_logout_redirect_uris', ['https://a.example/*']],
    ['post_logout_redirect_uris', {}],
    ['require_pkce', 'no'],
    ['require_consent', 0],
    ['id_token_claims', 'all'],
    ['jwks', {}],
    ['jwks', []],
    ['jwks', { keys: [] }],
    ['jwks', { keys: ['key'] }],
    ['jwks', { keys: Array.from({ length: 11 }, () => KEY) }],
    ['jwks', { keys: [{ ...KEY, x: 'short' }] }],
    ['jwks', { keys: [{ ...KEY, kid: 1 }] }],
    ['jwks', { keys: [{ ...KEY, kid: 'a\0b' }] }],
    ['jwks', { keys: [{ ...KEY, 'a\0b': ['x'] }] }],
    ['jwks', { keys: [{ ...KEY, use: 'enc' }] }],
    [
      'jwks',
      {
        keys: [
          { ...KEY, kid: 'a' },
          { ...KEY, kid: 'a' },
        ],
      },
    ],
    ['jwks', { keys: [{ ...KEY, d: KEY.x }] }],
    ['jwks', { keys: [{ kty: 'oct', k: 'c2VjcmV0' }] }],
    ['jwks', { keys: [weakKey()] }],
    ['id_token_signed_response_alg', 'none'],
    ['id_token_signed_response_alg', 'HS256'],
    ['userinfo_signed_response_alg', 'rs256'],
    ['resources', 'https://api.example'],
    ['resources', ['api']],
    ['resources', ['https://api.example/#a']],
    ['resources', ['https://u:p@api.example/']],
    ['resources', ['https://api.example', 'https://api.example']],
    ['refresh_token_policy', 'never'],
    ['require_pushed_authorization_requests', 'yes'],
    ['backchannel_logout_uri', 'http://a.example/logout'],
    ['backchannel_logout_uri', 'https://a.example/logout#a'],
  ];
  it.each(faults)('refuses a %s of %j, naming it', async (field, value) => {
    expectFault(await post({ ...LOGIN, [field]: value }), field);
  });

  it('refuses private_key_jwt without a key, and a key beside the address of keys', async () => {
    const jwt = { ...LOGIN, token_endpoint_auth_method: 'private_key_jwt' };
    expectFault(await post(jwt), 'jwks');
    expectFault(await post({ ...jwt, jwks: { keys: [KEY] }, jwks_uri: 'https://a.example/jwks' }), 'jwks');
  });

  it.each([
    ['grant_types', ['client_credentials']],
    ['require_pkce', false],
    ['token_endpoint_auth_method', 'client_secret_basic'],
  ])('refuses a %s of %j for a public client', async (field, value) => {
    expectFault(await post({ ...LOGIN, client_type: 'public', [field]: value }), field);
  });

  it.each([['not json'], ['[]'], ['"Shop"'], ['null']])('refuses the body %s', async (body) =>
    expectFault(await post(body)),
  );
});

describe.each(['PUT', 'PATCH'])('%s /api/clients/:id', (method) => {
  const update = (id: string, body: unknown) => app.send(method, `/api/clients/${id}`, { token: write, body });

  it.each([
    [{}, ''],
    [{ client_type: 'public' }, ''],
    [{ client_name: null }, ''],
    [{ client_name: '' }, 'client_name'],
    [{ client_name: 1 }, 'client_name'],
    [{ redirect_uris: [] }, 'redirect_uris'],
    [{ redirect_uris: ['http://shop.example/cb'] }, 'redirect_uris'],
    [{ grant_types: ['refresh_token'] }, 'grant_types'],
    [{ scopes: ['root'] }, 'scopes'],
    [{ token_endpoint_auth_method: 'none' }, 'token_endpoint_auth_method'],
    [{ logo_uri: 'ftp://a.example' }, 'logo_uri'],
    [{ tos_uri: '' }, 'tos_uri'],
    [{ policy_uri: 'nowhere' }, 'policy_uri'],
    [{ jwks_uri: 'http://a.example' }, 'jwks_uri'],
    [{ require_pkce: 'yes' }, 'require_pkce'],
  ])('refuses %j', async (body, field) => {
    const { client_id: id } = await newClient();
    const before = await detail(id);
    expectFault(await update(id, body), field);
    expect(await detail(id)).toEqual(before);
  });
});

it('answers other methods of the paths with 405', async () => {
  expect((await app.send('DELETE', '/api/clients', { token: write })).status).toBe(405);
  const answer = await app.send('POST', '/api/clients/x', { token: write });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, PUT, PATCH, DELETE, HEAD']);
});
