import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { serverErrors, declaredErrors } from '#product';
import { ANSWERS, OWN_ANSWERS } from '../../src/ground/http/error-answer.ts';
import { useApp } from '../support/app.ts';
import { expectError } from '../support/answers.ts';
import { buildUser } from '../support/builders.ts';

const app = useApp();
let admin: string;
// oxlint-disable-next-line typescript/no-explicit-any -- the description is looked into at many places
let description: any;

beforeAll(async () => {
  admin = await app.token('admin');
  description = (await app.send('GET', '/openapi.json')).body;
});

interface Shape {
  readonly type?: string;
  readonly anyOf?: Shape[];
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly enum?: string[];
  readonly items?: Shape;
}

interface Operation {
  readonly parameters?: { readonly name: string; readonly schema: Shape }[];
  readonly responses: Readonly<Record<string, unknown>>;
}

const operations = () =>
  Object.entries<Record<string, Operation>>(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
const bodyOf = (path: string, method: string): Record<string, Shape> =>
  description.paths[path][method].requestBody.content['application/json'].schema.properties;
const plain = (shape: Shape): Shape => shape.anyOf?.[0] ?? shape;

describe('openapi.json', () => {
  it('says of every operation how it fails', () => {
    for (const { path, operation } of operations()) {
      const statuses = Object.keys(operation.responses);
      expect([path, statuses]).toEqual([path, expect.arrayContaining(['401', '429', '500', '503'])]);
    }
    expect(Object.keys(description.paths['/api/users/{user_id}'].delete.responses)).toContain('400');
    expect(description.components.responses.RateLimited.headers).toHaveProperty('Retry-After');
  });

  it('does not promise that a user’s token needs no scope: to list users it does', () => {
    const { description: told } = description.paths['/api/users'].get;
    expect(told).toBe('A client token needs the scope `read`. A user’s token needs it only for administration.');
  });

  it('describes parameters by what they are read as', () => {
    const parameters = operations().flatMap(({ operation }) => operation.parameters ?? []);
    const schemas = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]));
    expect(schemas).toMatchObject({
      page: { type: 'integer', minimum: 1, maximum: 2 ** 31 - 1 },
      limit: { type: 'integer', minimum: 1 },
      email_verified: { type: 'boolean' },
    });
    for (const schema of Object.values<Shape>(schemas))
      if (schema.type !== 'string') expect([schema.pattern, schema.enum]).toEqual([undefined, undefined]);
  });

  it('has next_cursor in the answers that can be asked for in parts', () => {
    for (const path of ['/groups', '/groups/{group_id}/members', '/api/clients']) {
      const { schema } = description.paths[path].get.responses['200'].content['application/json'];
      expect([path, Object.keys(schema.properties)]).toEqual([path, expect.arrayContaining(['next_cursor'])]);
    }
  });

  it('says where tokens come from, at this very issuer', () => {
    const { flows } = description.components.securitySchemes.oauth2;
    expect(flows.clientCredentials.tokenUrl).toBe(`${app.issuer}/oauth2/token`);
    expect(Object.keys(flows.clientCredentials.scopes)).toEqual(['read', 'write', 'admin']);
    expect(flows.authorizationCode.authorizationUrl).toBe(`${app.issuer}/oauth2/authorize`);
    expect(description.paths['/oauth2/token'].post.responses).toHaveProperty('400');
    expect(JSON.stringify(description)).not.toContain('guildhall.example');
  });

  it('describes an access token once, whatever scope an operation needs', () => {
    const schemes = Object.entries<{ type: string }>(description.components.securitySchemes);
    expect(schemes.map(([name, { type }]) => [name, type])).toEqual([
      ['oauth2', 'oauth2'],
      // What clients present at the token endpoint is no token.
      ['clientBasic', 'http'],
    ]);
    const { get, post } = description.paths['/api/users'];
    expect(get.security).toEqual([{ oauth2: ['read'] }, { oauth2: [] }]);
    expect(post.security).toEqual([{}, { oauth2: ['write'] }, { oauth2: [] }]);
    expect(description.paths['/api/sessions'].get.security).toEqual([{ oauth2: [] }]);
  });

  it.each([
    ['User', '/api/users/{user_id}', 'get', ''],
    ['ListedUser', '/api/users', 'get', 'users'],
    ['CreatedUser', '/api/users', 'post', 'user'],
    ['UpdatedUser', '/api/users/{user_id}', 'patch', ''],
    ['Client', '/api/clients/{client}', 'get', ''],
    ['ListedClient', '/api/clients', 'get', 'clients'],
    ['CreatedClient', '/api/clients', 'post', ''],
    ['UpdatedClient', '/api/clients/{client}', 'put', ''],
    ['Group', '/groups/{group_id}', 'get', ''],
    ['ListedGroup', '/groups', 'get', 'groups'],
    ['CreatedGroup', '/groups', 'post', ''],
    ['UpdatedGroup', '/groups/{group_id}', 'put', ''],
    ['Session', '/api/sessions', 'get', 'sessions'],
  ])('names the schema %s, which the answer of %s %s refers to', (name, path, method, field) => {
    const { responses } = description.paths[path][method];
    const { schema } = responses[method === 'post' ? '201' : '200'].content['application/json'];
    const part = field === '' ? schema : (schema.properties[field].items ?? schema.properties[field]);
    expect(part).toEqual({ $ref: `#/components/schemas/${name}` });
    expect(description.components.schemas[name].additionalProperties).toBe(false);
  });

  it('links what is made to what can be done with it', () => {
    const { links } = description.paths['/api/users'].post.responses['201'];
    expect(links.getUser).toEqual({ operationId: 'getUser', parameters: { user_id: '$response.body#/user/id' } });
    expect(Object.keys(links)).toEqual(['getUser', 'updateUser', 'patchUser', 'deleteUser']);
  });

  it('lists what clients can be registered with, as the metadata does', async () => {
    const fields = bodyOf('/api/clients', 'post');
    const { body: metadata } = await app.send('GET', '/.well-known/openid-configuration');
    expect(plain(fields['grant_types']!).items!.enum).toEqual(metadata.grant_types_supported);
    expect(plain(fields['scopes']!).items!.enum).toEqual(expect.arrayContaining(metadata.scopes_supported));
    const methods = plain(fields['token_endpoint_auth_method']!).enum!;
    // Certificates do not reach this server, so it offers no method with them (RFC 8705).
    const offered = methods.filter((method) => !method.includes('tls_client_auth'));
    expect(offered.toSorted()).toEqual(metadata.token_endpoint_auth_methods_supported.toSorted());
  });

  it('says that a change has at least one field, and an empty one is refused', async () => {
    const ids = {
      '/groups/{group_id}': (await app.send('POST', '/groups', { token: admin, body: { name: 'Empty' } })).body.id,
      '/api/users/{user_id}': (await buildUser(app)).id,
      '/api/clients/{client}': app.customer.clientId,
    };
    const changes = operations().filter(({ method }) => method === 'put' || method === 'patch');
    expect(changes.map(({ path }) => path)).toEqual(Object.keys(ids).flatMap((path) => [path, path]));
    for (const { path, method } of changes) {
      const { schema } = description.paths[path][method].requestBody.content['application/json'];
      expect([path, schema.minProperties]).toEqual([path, 1]);
      const one = path.replace(/\{.*\}/, ids[path as keyof typeof ids]);
      expectError(await app.send(method.toUpperCase(), one, { token: admin, body: {} }), 400, 'invalid_request');
    }
  });

  it.each([
    ['*', true],
    ['"1.kYp"', true],
    ['W/"1.kYp"', true],
    ['"", "a" ,\t"b!#~"', true],
    ['', false],
    ['1.kYp', false],
    ['"a" "b"', false],
    ['"a",', false],
    ['*, "a"', false],
    ['"a b"', false],
    ['w/"a"', false],
  ])('has a pattern of If-Match that the server keeps to: %j', async (tags, isAccepted) => {
    const conditional = operations().filter(({ operation }) =>
      operation.parameters?.some(({ name }) => name === 'If-Match'),
    );
    expect(conditional.length).toBeGreaterThan(0);
    for (const { path, method, operation } of conditional) {
      const { schema } = operation.parameters!.find(({ name }) => name === 'If-Match')!;
      expect([path, new RegExp(schema.pattern!).test(tags)]).toEqual([path, isAccepted]);
      const options = {
        token: admin,
        headers: { 'if-match': tags },
        ...(method !== 'delete' && { body: { name: 'a', client_name: 'a' } }),
      };
      const { status } = await app.send(method.toUpperCase(), path.replace(/\{.*\}/, randomUUID()), options);
      // Nothing has such an id.
      expect([path, method, status]).toEqual([path, method, isAccepted ? 404 : 400]);
    }
  });

  it.each([
    ['/groups', 'post', { name: 'Long' }],
    ['/api/users', 'post', { email: 'long@example.com' }],
    ['/api/clients', 'post', { client_name: 'Long', redirect_uris: ['https://app.example/'] }],
  ])('tells the length that the texts of %s %s may have', async (path, method, body) => {
    for (const [name, shape] of Object.entries(bodyOf(path, method))) {
      const { maxLength } = plain(shape);
      // A password is measured in bytes, and is nobody's to give here.
      if (maxLength === undefined || name === 'password') continue;
      const token = admin;
      const answer = await app.send(method.toUpperCase(), path, {
        token,
        body: { ...body, [name]: 'x'.repeat(maxLength + 1) },
      });
      expectError(answer, 400, 'invalid_request', name);
      // These are more than a text of some length.
      if (['email', 'phone', 'tls_client_subject'].includes(name)) continue;
      const fits = { ...body, email: `${name}@example.com`, name: `fits ${name}`, [name]: 'x'.repeat(maxLength) };
      expect([name, (await app.send(method.toUpperCase(), path, { token, body: fits })).status]).toEqual([name, 201]);
    }
  });
});

it('docs/reference/rest.md gives the type of every field, and what holds for it in a change too', () => {
  const page = readFileSync('docs/reference/rest.md', 'utf8');
  expect(page.match(/^\|.*\| any\b.*$/gm)).toBeNull();
  const [, change] = /### PATCH \/groups.*?Body:(.*?)Success/s.exec(page)!;
  expect(change).toContain('1 to 255 characters. Unique within the customer.');
});

describe('a fault in the input', () => {
  it.each([
    ['POST', '/groups', {}, 'name is required.'],
    ['POST', '/groups', { name: 1 }, 'name must be a text.'],
    ['POST', '/groups', { name: 'a', member_ids: 'b' }, 'member_ids must be a list.'],
    ['POST', '/groups', { name: 'a', member_ids: [1] }, 'member_ids[0] must be a text.'],
    ['POST', '/groups', [], 'body must be an object.'],
    ['POST', '/api/users', { email: 'a@example.com', is_active: 'yes' }, 'is_active must be true or false.'],
    ['POST', '/api/clients', { client_name: 'a', client_type: 'b' }, 'client_type must be confidential or public.'],
    ['GET', '/api/users?page=x', undefined, 'page must be a whole number from 1.'],
    ['GET', '/api/users?email_verified=1', undefined, 'email_verified must be true or false.'],
  ])('is told in plain words (%s %s %j)', async (method, path, body, words) => {
    const answer = await app.send(method, path, { token: admin, body });
    const documentation = `${app.issuer}/docs/errors#INVALID_INPUT`;
    expect([answer.status, answer.body]).toEqual([
      400,
      {
        error: 'invalid_request',
        error_description: words,
        code: 'INVALID_INPUT',
        documentation,
        faults: [
          {
            path: words.split(' ')[0]!.replace(/\[(\d)\]/, '.$1'),
            code: 'INVALID_INPUT',
            rule: expect.any(String),
            parameters: expect.any(Object),
            message: words,
            documentation,
          },
        ],
      },
    ]);
  });
});

describe('limit', () => {
  it.each(['/groups', '/api/clients', '/api/users'])(
    'above the most that %s can hold is as many as it can hold',
    async (path) => {
      const { status, body } = await app.send('GET', `${path}?limit=100000`, { token: admin });
      expect(status).toBe(200);
      if (path === '/api/users') expect(body.pagination.limit).toBe(100);
    },
  );
});

describe('docs/reference/errors.md', () => {
  const page = readFileSync('docs/reference/errors.md', 'utf8');

  it('has every code that the server declares, with its kind', () => {
    const declared = serverErrors();
    expect(declared.length).toBeGreaterThan(50);
    expect(
      declared.filter(({ code, kind }) => !page.includes(`- <a id="${code}"></a>\`${code}\` (\`${kind}\`): `)),
    ).toEqual([]);
  });

  it('has every room that declares codes', () => {
    const rooms = new Set(declaredErrors().map(({ room }) => room));
    const files = globSync('src/**/errors.ts').map((file) => readFileSync(file, 'utf8'));
    const all = files.flatMap((text) => [...text.matchAll(/= errors\('(\w+)', codes\)/g)].map(([, room]) => room!));
    rooms.add('cli');
    expect([...rooms].toSorted()).toEqual(all.toSorted());
  });

  it('has every `error` of the REST paths', () => {
    const names = [...Object.values(ANSWERS), ...Object.values(OWN_ANSWERS)].map(([, name]) => name);
    expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});
