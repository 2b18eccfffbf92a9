import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isRequiredInputField,
  isScalarType,
  type GraphQLField,
  type GraphQLInputType,
} from 'graphql';
import { useApp } from '../support/app.ts';
import { buildConfidential } from '../support/builders.ts';
import { committedSchema } from '../support/schema.ts';

const app = useApp();
const schema = committedSchema();
const mutations = Object.values(schema.getMutationType()!.getFields());
const queries = Object.values(schema.getQueryType()!.getFields());

/** A value of the type that the schema allows and that no mutation can do anything with. */
function uselessValue(type: GraphQLInputType): string {
  if (isNonNullType(type)) return uselessValue(type.ofType);
  if (isListType(type)) return '[]';
  if (isEnumType(type)) return type.getValues()[0]!.name;
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter(isRequiredInputField);
    return `{ ${fields.map((field) => `${field.name}: ${uselessValue(field.type)}`).join(', ')} }`;
  }
  if (isScalarType(type) && type.name === 'ID') return `"${randomUUID()}"`;
  return { Int: '-1', Float: '-1', Boolean: 'true' }[type.name] ?? '""';
}

/** Arguments of those that would do something with useless ones. Of `$tooMany` there are more than are allowed. */
const REFUSED: Readonly<Record<string, string>> = {
  createClients: '(inputs: $tooMany)',
  createGroups: '(inputs: $tooMany)',
  createUsers: '(inputs: $tooMany)',
  createUserImport: '(input: { format: CSV, dryRun: true, delimiter: "x" })',
  requestExport: '(format: CSV, kind: MEMBERSHIPS, where: { users: { isActive: true } })',
};

/** A call of the field under a name that is refused, for its arguments or for the caller. */
function refusedCall({ name, args, type }: GraphQLField<unknown, unknown>): string {
  if (REFUSED[name]) return `refused: ${name}${REFUSED[name]} { __typename }`;
  const given = args.filter(isRequiredArgument).map((arg) => `${arg.name}: ${uselessValue(arg.type)}`);
  const part = isScalarType(getNamedType(type)) ? '' : ' { __typename }';
  return `refused: ${name}${given.length > 0 ? `(${given.join(', ')})` : ''}${part}`;
}

const creating = (alias: string, name: string) =>
  `${alias}: createGroup(input: { name: "${name}" }) { group { name } }`;

describe('a mutation that is refused', () => {
  it.each(mutations.map((field) => [field.name, field] as const))(
    'leaves those before and behind it their answers: %s',
    async (_name, field) => {
      const [before, behind] = [randomUUID(), randomUUID()];
      const call = refusedCall(field);
      const variable = call.includes('$tooMany') ? `($tooMany: ${String(field.args[0]!.type)})` : '';
      const tooMany = Array.from({ length: 1001 }, () => (field.name === 'createUsers' ? { email: '' } : { name: '' }));
      const document = `mutation ${variable} { ${creating('before', before)} ${call} ${creating('behind', behind)} }`;
      const { status, body } = await app.graphql(await app.token('admin'), document, { tooMany });
      expect(status).toBe(200);
      expect(body.errors.map(({ path }: { path: string[] }) => path[0])).toEqual(['refused']);
      expect(body.errors[0].extensions.code).toMatch(/^[A-Z_]+$/);
      expect(body.data).toEqual({
        before: { group: { name: before } },
        refused: null,
        behind: { group: { name: behind } },
      });
    },
  );

  it('does not take a new secret with it', async () => {
    const token = await app.token('admin');
    const { id } = await buildConfidential(app);
    const name = randomUUID();
    await app.data(token, `mutation { ${creating('first', name)} }`);
    const { body } = await app.graphql(
      token,
      `mutation { rotateClientSecret(id: "${id}") { clientSecret } ${creating('taken', name)} }`,
    );
    expect(body.errors[0].extensions.code).toBe('GROUP_NAME_TAKEN');
    expect(body.data).toEqual({ rotateClientSecret: { clientSecret: expect.any(String) }, taken: null });
  });

  it('is repeated with the others, if the request has an Idempotency-Key', async () => {
    const token = await app.token('admin');
    const [name, other] = [randomUUID(), randomUUID()];
    await app.data(token, `mutation { ${creating('first', name)} }`);
    const document = `mutation { ${creating('made', other)} ${creating('taken', name)} }`;
    const headers = { 'idempotency-key': randomUUID() };
    const first = await app.graphql(token, document, {}, headers);
    expect(first.body.data).toEqual({ made: { group: { name: other } }, taken: null });
    const again = await app.graphql(token, document, {}, headers);
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
  });
});

it('answers the queries beside one that is refused', async () => {
  const { body } = await app.graphql(
    await app.token('read'),
    '{ clients(first: -1) { totalCount } organizations(first: 1) { edges { node { id } } } settings { __typename } }',
  );
  expect(body.errors.map(({ path }: { path: string[] }) => path)).toEqual([['clients']]);
  expect(body.data).toEqual({ clients: null, organizations: { edges: [] }, settings: { __typename: 'Settings' } });
});

it('has no root field that must not be null', () => {
  const strict = [...queries, ...mutations].filter(({ type }) => isNonNullType(type));
  expect(strict.map(({ name }) => name)).toEqual([]);
});
