import { describe, expect, it } from '@jest/globals';
import { getNamedType, isInputObjectType, isListType, getNullableType } from 'graphql';
import { useApp } from '../support/app.ts';
import { committedSchema } from '../support/schema.ts';

const app = useApp({ CLIENT_REGISTRATION: 'on' });
const schema = committedSchema();

interface Constraint {
  readonly input: string;
  readonly field: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly isList: boolean;
  readonly values: string[] | null;
  readonly minLength: number | null;
  readonly maxLength: number | null;
  readonly pattern: string | null;
  readonly format: string | null;
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly maxItems: number | null;
  readonly defaultValue: unknown;
}

const FIELDS =
  'input field type isRequired isList values minLength maxLength pattern format minimum maximum maxItems defaultValue';
const read = async (input?: string): Promise<Constraint[]> =>
  (await app.data(undefined, `query ($input: String) { inputConstraints(input: $input) { ${FIELDS} } }`, { input }))
    .inputConstraints;

/** Cursors are the server's own texts, and names of inputs the schema's. */
const OWN = new Set(['after', 'before', 'input']);

describe('inputConstraints', () => {
  it('tells every field of every input of changes, also to somebody who signs up', async () => {
    const told = (await read()).map(({ input, field }) => `${input}.${field}`);
    const fields = Object.values(schema.getTypeMap())
      .filter(isInputObjectType)
      .flatMap((type) => Object.keys(type.getFields()).map((field) => `${type.name}.${field}`));
    expect(told).toEqual(expect.arrayContaining(fields));
    expect(new Set(told).size).toBe(told.length);
  });

  it('has a limit of every text and list, in every input and argument', async () => {
    const all = await read();
    const operations = [schema.getQueryType()!, schema.getMutationType()!].flatMap((type) =>
      Object.values(type.getFields()).flatMap(({ name, args }) => args.map((field) => ({ type: name, field }))),
    );
    const bare = Object.values(schema.getTypeMap())
      .filter(isInputObjectType)
      .flatMap((type) => Object.values(type.getFields()).map((field) => ({ type: type.name, field })))
      .concat(operations as never)
      .filter(({ field }) => getNamedType(field.type).name === 'String' || isListType(getNullableType(field.type)))
      .filter(({ type, field }) => {
        const rule = all.find((each) => each.input === type && each.field === field.name)!;
        const isLimited = [rule.minLength, rule.maxLength, rule.maxItems, rule.format, rule.values].some(
          (each) => each !== null,
        );
        return !isLimited && !OWN.has(field.name);
      });
    expect(bare.map(({ type, field }) => `${type}.${field.name}`)).toEqual([]);
  });

  it('has the values of enums, the patterns as browsers compile them, and what this server is set to', async () => {
    const constraints = await read('CreateUserInput');
    const of = (field: string) => constraints.find((each) => each.field === field)!;
    expect(of('role')).toMatchObject({ type: 'Role', isRequired: false, values: ['MEMBER', 'ADMIN'] });
    expect(of('email')).toMatchObject({ isRequired: true, maxLength: 254, format: 'EMAIL' });
    expect(of('password').minLength).toEqual(expect.any(Number));
    const username = new RegExp(`^(?:${of('username').pattern})$`, 'v');
    expect([username.test('ada.l-1'), username.test('@ada')]).toEqual([true, false]);
    expect((await read('disableUsers')).length + (await read('createUsers')).length).toBeGreaterThan(0);
    expect(await read('NoSuchInput')).toEqual([]);
  });

  it('tells what the server enforces: one character more is refused', async () => {
    const token = await app.token('admin');
    const constraints = [...(await read('UpdateUserInput')), ...(await read('CreateGroupInput'))];
    const { createUser } = await app.data(
      token,
      'mutation { createUser(input: { email: "a@example.com" }) { user { id } } }',
    );
    for (const { input, field, maxLength, format } of constraints) {
      if (maxLength === null || format !== null) continue;
      const attempt = (length: number) =>
        input === 'UpdateUserInput'
          ? app.graphql(
              token,
              `mutation ($id: ID!, $in: UpdateUserInput!) { updateUser(id: $id, input: $in) { user { id } } }`,
              {
                id: createUser.user.id,
                in: { [field]: 'x'.repeat(length) },
              },
            )
          : app.graphql(token, `mutation ($in: CreateGroupInput!) { createGroup(input: $in) { group { id } } }`, {
              in: { name: `Group ${field} ${length}`, [field]: 'x'.repeat(length) },
            });
      expect([field, (await attempt(maxLength)).body.errors]).toEqual([field, undefined]);
      const { body } = await attempt(maxLength + 1);
      expect([field, body.errors?.[0].extensions.field]).toEqual([field, field]);
    }
  });

  const types: [type: string, input: object, apart: string[]][] = [
    ['Client', { name: 'Plain' }, ['grantTypes', 'trustedIssuers']],
    ['InitialAccessToken', { name: 'Plain', redirectHosts: ['plain.example'] }, ['lifetime']],
    ['AttributeDefinition', { name: 'plain', subject: 'USER', type: 'STRING' }, []],
    ['User', { email: 'plain@example.com' }, ['sendInvitation']],
  ];
  it.each(types)('tells what is stored of what is left out: %s', async (type, input, apart) => {
    const token = await app.token('admin');
    const known = (await read(`Create${type}Input`)).filter(({ defaultValue }) => defaultValue !== null);
    const defaults = Object.fromEntries(
      known.filter(({ field }) => !apart.includes(field)).map(({ field, defaultValue }) => [field, defaultValue]),
    );
    expect(known.length).toBeGreaterThan(3);
    const given = type === 'Client' ? { ...input, grantTypes: ['CLIENT_CREDENTIALS'] } : input;
    const object = type.charAt(0).toLowerCase() + type.slice(1);
    const made = await app.data(
      token,
      `mutation ($input: Create${type}Input!) { made: create${type}(input: $input) { ${object} { ${Object.keys(defaults).join(' ')} } } }`,
      { input: given },
    );
    expect(made.made[object]).toEqual(defaults);
  });
});
