import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { breaksInSchema, undatedInSchema } from '../scripts/contract/graphql.ts';
import { breaksInOpenApi, undatedInOpenApi } from '../scripts/contract/openapi.ts';
import { allowsBreaks } from '../scripts/contract/version.ts';

const TODAY = '2027-07-01';

describe('the GraphQL contract', () => {
  const released = `
    type Query { user(id: ID!): User, old: Old @deprecated(reason: "Removed after 2027-06-30. Use \`user\`.") }
    interface Node { id: ID! }
    type User implements Node { id: ID!, name: String!, phone: String, role: Role! }
    type Old { id: ID! }
    enum Role { MEMBER ADMIN }
    input NewUser { name: String!, phone: String @deprecated(reason: "Removed after 2027-07-01. Use another.") }
    type Mutation { createUser(input: NewUser!): User! }
  `;
  const changed = (from: string, to: string) => {
    expect(released).toContain(from);
    return breaksInSchema(released, released.replace(from, to), TODAY);
  };

  it.each([
    ['phone: String, role', 'role', 'User.phone was removed.'],
    ['name: String!, phone: String,', 'name: String, phone: String,', 'User.name changed type from String! to String.'],
    ['MEMBER ADMIN', 'MEMBER', 'ADMIN was removed from enum type Role.'],
    ['user(id: ID!)', 'user(id: ID!, customerId: ID!)', 'A required arg customerId on Query.user was added.'],
    ['user(id: ID!)', 'user(key: ID!)', 'Query.user arg id was removed.'],
    [
      'input NewUser { name',
      'input NewUser { email: String!, name',
      'A required field email on input type NewUser was added.',
    ],
    ['implements Node ', '', 'User no longer implements interface Node.'],
  ])('is broken by %s → %s', (from, to, expected) => {
    expect(changed(from, to)).toContain(expected);
  });

  it.each([
    ['a field', 'phone: String, role', 'phone: String, birthday: String, role'],
    ['an optional argument', 'user(id: ID!)', 'user(id: ID!, at: String)'],
    ['an optional input field', 'input NewUser {', 'input NewUser { email: String,'],
    ['a value', 'MEMBER ADMIN', 'MEMBER ADMIN GUEST'],
    ['a type', 'type Old', 'type New { id: ID! } type Old'],
    ['a stricter answer', 'phone: String, role', 'phone: String!, role'],
  ])('holds with %s more', (_what, from, to) => {
    expect(changed(from, to)).toEqual([]);
  });

  it('lets go what was deprecated, with its types, when the date has passed', () => {
    const old = ', old: Old @deprecated(reason: "Removed after 2027-06-30. Use `user`.")';
    const without = released.replace(old, '').replace('type Old { id: ID! }', '');
    expect(breaksInSchema(released, without, TODAY)).toEqual([]);
    expect(breaksInSchema(released, without, '2027-06-30')).toEqual(['Old was removed.', 'Query.old was removed.']);
    expect(changed('phone: String @deprecated(reason: "Removed after 2027-07-01. Use another.")', '')).toEqual([
      'NewUser.phone was removed.',
    ]);
  });

  it('wants a date in every deprecation', () => {
    expect(undatedInSchema(released)).toEqual([]);
    const undated = `
      type Query { a: Int @deprecated, b(c: Int @deprecated(reason: "Removed after 2027-02-30.")): Int }
      enum E { ONE @deprecated(reason: "Use TWO.") TWO }
    `;
    expect(undatedInSchema(undated).map((fault) => fault.split(':')[0])).toEqual(['Query.a', 'Query.b.c', 'E.ONE']);
  });
});

describe('the REST contract', () => {
  const user = {
    type: 'object',
    properties: { id: { type: 'string' }, phone: { type: ['string', 'null'] } },
    required: ['id', 'phone'],
  };
  const description = () => ({
    paths: {
      '/users/{id}': {
        get: {
          parameters: [{ in: 'query', name: 'limit', schema: { type: 'integer', maximum: 100 } }],
          security: [{ oauth2: ['read'] }],
          responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/User' } } } } },
        },
        patch: {
          requestBody: {
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: {
                    name: { type: 'string', maxLength: 255 },
                    role: { type: 'string', enum: ['member', 'admin'] },
                  },
                  required: ['name'],
                },
              },
            },
          },
          responses: { 204: {} },
        },
      },
    },
    components: { schemas: { User: structuredClone(user) } },
  });
  // oxlint-disable-next-line typescript/no-explicit-any -- changes reach into every part
  const changed = (change: (description: any) => void, today = TODAY, before: object = description()) => {
    const after = structuredClone(before);
    change(after);
    return breaksInOpenApi(JSON.stringify(before), JSON.stringify(after), today);
  };
  // oxlint-disable-next-line typescript/no-explicit-any
  const patchOf = (after: any) => after.paths['/users/{id}'].patch.requestBody.content['application/json'].schema;
  // oxlint-disable-next-line typescript/no-explicit-any
  const getOf = (after: any) => after.paths['/users/{id}'].get;

  it('is broken by what takes something away', () => {
    const get = 'GET /users/{id}';
    expect(changed((after) => delete after.paths['/users/{id}'].get)).toEqual([`${get} was removed.`]);
    expect(changed((after) => (getOf(after).security = [{ oauth2: ['admin'] }]))).toEqual([
      `${get} needs other authorization.`,
    ]);
    expect(changed((after) => (getOf(after).parameters = []))).toEqual([`${get} query parameter limit was removed.`]);
    expect(changed((after) => (getOf(after).parameters[0].schema.maximum = 50))).toEqual([
      `${get} query parameter limit has a lower maximum.`,
    ]);
    expect(changed((after) => (getOf(after).parameters[0].required = true))).toEqual([
      `${get} query parameter limit is required.`,
    ]);
    expect(changed((after) => delete after.components.schemas.User.properties.phone)).toEqual([
      `${get} 200.phone was removed.`,
    ]);
    expect(changed((after) => (after.components.schemas.User.required = ['id']))).toEqual([
      `${get} 200 may lack phone.`,
    ]);
    expect(changed((after) => (after.components.schemas.User.properties.id.type = ['string', 'null']))).toEqual([
      `${get} 200.id was string, and is string or null.`,
    ]);
    expect(changed((after) => (getOf(after).responses = { 201: {} }))).toEqual([`${get} does not answer 200.`]);
    const body = 'PATCH /users/{id} body';
    expect(changed((after) => patchOf(after).required.push('role'))).toEqual([`${body} requires role.`]);
    expect(changed((after) => patchOf(after).properties.role.enum.pop())).toEqual([
      `${body}.role does not accept admin.`,
    ]);
    expect(changed((after) => delete patchOf(after).properties.role)).toEqual([`${body}.role was removed.`]);
    expect(changed((after) => (patchOf(after).additionalProperties = false))).toEqual([
      `${body} accepts no other properties.`,
    ]);
  });

  it('is about what callers present, not about the names of schemes and schemas', () => {
    const schemes = {
      bearer: { type: 'http', scheme: 'bearer' },
      oauth2: { type: 'oauth2', flows: {} },
      basic: { type: 'http', scheme: 'Basic' },
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
    };
    const before = Object.assign(description(), {
      components: { ...description().components, securitySchemes: schemes },
    });
    getOf(before).security = [{ oauth2: ['read'] }, { bearer: [] }];
    const secured = (security: object[], had = before) =>
      // oxlint-disable-next-line typescript/no-explicit-any
      changed((after: any) => (getOf(after).security = security), TODAY, had);
    const broken = ['GET /users/{id} needs other authorization.'];
    expect(secured([{ oauth2: ['read'] }, { oauth2: [] }])).toEqual([]);
    expect(secured([{ bearer: [] }])).toEqual([]);
    expect(secured([])).toEqual([]);
    expect(secured([{ oauth2: ['read'] }])).toEqual(broken);
    expect(secured([{ basic: [] }])).toEqual(broken);
    expect(secured([{ bearer: [], key: [] }])).toEqual(broken);
    const open = structuredClone(before);
    getOf(open).security = [{}, { key: [] }];
    expect(secured([{ key: [] }], open)).toEqual(broken);
    const named = changed(
      // oxlint-disable-next-line typescript/no-explicit-any
      (after: any) => {
        const { schema } = getOf(after).responses[200].content['application/json'];
        after.components.schemas = { Person: after.components.schemas.User };
        schema.$ref = '#/components/schemas/Person';
        after.paths['/users/{id}'].patch.requestBody.content['application/json'].schema = {
          $ref: '#/components/schemas/Change',
        };
        after.components.schemas.Change = patchOf(before);
      },
      TODAY,
      before,
    );
    expect(named).toEqual([]);
  });

  it('holds with more paths, parameters, properties and values, and wider limits', () => {
    const additions = changed((after) => {
      after.paths['/groups'] = { get: {} };
      getOf(after).parameters.push({ in: 'query', name: 'search', schema: { type: 'string' } });
      getOf(after).parameters[0].schema.maximum = 1000;
      after.components.schemas.User.properties.name = { type: 'string' };
      after.components.schemas.User.properties.phone.type = 'string';
      patchOf(after).properties.nickname = { type: 'string' };
      patchOf(after).properties.role.enum.push('guest');
      patchOf(after).required = [];
    });
    expect(additions).toEqual([]);
  });

  it('lets go what was deprecated when the date has passed, and wants a date', () => {
    const before = description();
    Object.assign(getOf(before), { deprecated: true, description: 'Removed after 2027-06-30. Use /people.' });
    // oxlint-disable-next-line typescript/no-explicit-any
    const remove = (after: any) => delete after.paths['/users/{id}'].get;
    expect(changed(remove, TODAY, before)).toEqual([]);
    expect(changed(remove, '2027-06-30', before)).toEqual(['GET /users/{id} was removed.']);
    expect(undatedInOpenApi(JSON.stringify(before))).toEqual([]);
    getOf(before).description = 'Use /people.';
    expect(undatedInOpenApi(JSON.stringify(before))).toHaveLength(1);
  });
});

it.each([
  ['0.1.0', '0.1.9', false],
  ['0.1.0', '0.2.0', true],
  ['1.4.0', '1.5.0', false],
  ['1.4.0', '2.0.0', true],
  ['0.9.0', '1.0.0', true],
])('a version after %s may break callers: %s %s', (last, next, expected) => {
  expect(allowsBreaks(last, next)).toBe(expected);
});

describe('npm run contract', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'contract-'));
    await mkdir(join(folder, 'contract'));
    for (const file of ['schema.graphql', 'openapi.json'])
      for (const to of [file, `contract/${file}`]) await cp(file, join(folder, to));
    await writeFile(join(folder, 'contract/breaks.json'), '[]');
  });
  afterAll(() => rm(folder, { recursive: true }));

  const change = async (file: string, from: string | RegExp, to: string) => {
    const text = await readFile(file, 'utf8');
    expect(text).toMatch(from);
    await writeFile(join(folder, file), text.replace(from, to));
  };
  const contract = async (...args: string[]) => {
    const script = [resolve('scripts/run.mjs'), 'scripts/contract.ts', '--folder', folder, ...args];
    const { stdout, code } = await promisify(execFile)(process.execPath, script).then(
      (output) => ({ ...output, code: 0 }),
      (error: { stdout: string; code: number }) => error,
    );
    return [code, stdout] as const;
  };

  it('succeeds when something is added', async () => {
    await change('schema.graphql', 'type Query {', 'type Query {\n  added: Int\n');
    await change('openapi.json', '"paths": {', '"paths": { "/added": { "get": {} },');
    expect(await contract()).toEqual([0, expect.stringMatching(/^The contract of \d+\.\d+\.\d+ holds\.\n$/)]);
  });

  it('fails when something is removed, and names it', async () => {
    await change('schema.graphql', 'customerId: ID!', 'tenantId: ID!');
    await change('openapi.json', '"/api/users": {', '"/api/people": {');
    const [code, output] = await contract();
    expect(code).toBe(1);
    expect(output).toMatch(/^GraphQL: \w+\.customerId was removed\.$/m);
    expect(output).toMatch(/^REST: GET \/api\/users was removed\.$/m);
  });

  it('lets a version that may break callers do so', async () => {
    await change('schema.graphql', 'customerId: ID!', 'tenantId: ID!');
    await change('openapi.json', /"version": "[^"]+"/, '"version": "9.0.0"');
    expect((await contract())[0]).toBe(0);
  });

  it('lets a decided break pass with its reason, until the next release has it', async () => {
    await change('schema.graphql', 'customerId: ID!', 'customerId: ID');
    expect((await contract())[0]).toBe(1);
    const decision = { change: 'GraphQL: \\w+\\.customerId changed type from ID! to ID\\.', why: 'Some have none.' };
    await writeFile(join(folder, 'contract/breaks.json'), JSON.stringify([decision]));
    expect(await contract()).toEqual([0, expect.stringMatching(/^Changed on purpose: Some have none\.$/m)]);
    await change('schema.graphql', 'type Query {', 'type Query {\n  added: Int\n');
    expect((await contract('--publish'))[0]).toBe(0);
    expect(await readFile(join(folder, 'contract/breaks.json'), 'utf8')).toBe('[]\n');
  });

  it('fails for a deprecation without a date', async () => {
    await change('schema.graphql', 'customerId: ID!', 'customerId: ID! @deprecated(reason: "Use another.")');
    expect(await contract()).toEqual([1, expect.stringMatching(/customerId: the deprecation has no date of removal/)]);
  });

  it('takes over the present contract', async () => {
    await change('schema.graphql', 'type Query {', 'type Query {\n  added: Int\n');
    expect((await contract('--publish'))[0]).toBe(0);
    expect(await readFile(join(folder, 'contract/schema.graphql'), 'utf8')).toContain('added: Int');
  });
});
