import { beforeAll, describe, expect, it } from '@jest/globals';
import { getNamedType, isListType, isNonNullType, type GraphQLField, type GraphQLInputObjectType } from 'graphql';
import { useApp } from '../support/app.ts';
import { buildClient, buildUser } from '../support/builders.ts';
import { operationOn } from '../support/documents.ts';
import { tokensOf } from '../support/logins.ts';
import { committedSchema } from '../support/schema.ts';

const app = useApp();
const schema = committedSchema();
let admin: string;

beforeAll(async () => {
  const administrator = await buildUser(app, { role: 'admin' });
  admin = (await tokensOf(app, await buildClient(app), administrator, 'openid admin')).access_token;
});

const isId = ({ type }: GraphQLField<unknown, unknown>['args'][number]): boolean => getNamedType(type).name === 'ID';
const needsIds = ({ args }: GraphQLField<unknown, unknown>): boolean =>
  args.some((arg) => isId(arg) && isNonNullType(arg.type) && isListType(arg.type.ofType));

const fieldsOf = (kind: 'query' | 'mutation') =>
  Object.values((kind === 'query' ? schema.getQueryType()! : schema.getMutationType()!).getFields())
    .filter(({ args }) => args.some(isId))
    .map((field) => ({ name: field.name, field: field as GraphQLField<unknown, unknown> }));

const ask = (kind: 'query' | 'mutation', field: GraphQLField<unknown, unknown>) => {
  const { query, variables } = operationOn(schema, kind, field, 'none', 0);
  // An input without changes is refused, whatever the id is.
  const type = field.args.find(({ name }) => name === 'input')?.type;
  const fields = type ? (getNamedType(type) as GraphQLInputObjectType).getFields() : {};
  const change = Object.entries({ name: 'Another', description: 'Another', selfDeletion: true, color: '#0b7a75' }).find(
    ([key]) => key in fields,
  );
  const input = 'input' in variables && {
    input: { ...(variables['input'] as object), ...(change && { [change[0]]: change[1] }) },
  };
  return app.graphql(admin, query, { ...variables, ...input });
};

describe('a text that is no id', () => {
  it.each(fieldsOf('query').filter(({ field }) => field.args.some(({ name }) => name === 'id')))(
    'finds nothing: $name',
    async ({ name, field }) => {
      const { body } = await ask('query', field);
      expect([body.data, body.errors]).toEqual([{ [name]: null }, undefined]);
    },
  );

  it.each(fieldsOf('mutation'))(
    'is nothing that could be changed, and bad input in a list: $name',
    async ({ field }) => {
      const { body } = await ask('mutation', field);
      expect(body.errors[0].extensions.kind).toBe(needsIds(field) ? 'INVALID' : 'NOT_FOUND');
    },
  );

  it.each([
    ['{ users(where: { organizationId: { eq: "none" } }) { totalCount } }', 'where.organizationId.eq'],
    ['{ groups(where: { id: { in: ["none"] } }) { totalCount } }', 'where.id.in[0]'],
    ['mutation { createGroup(input: { name: "a", organizationId: "none" }) { group { id } } }', 'organizationId'],
    ['mutation { createGroup(input: { name: "a", memberIds: ["none"] }) { group { id } } }', 'memberIds.0'],
    [
      'mutation { createUser(input: { email: "a@b.example", organizationId: "none" }) { user { id } } }',
      'organizationId',
    ],
    [
      'mutation { createUser(input: { email: "a@b.example", defaultGroupId: "none" }) { user { id } } }',
      'defaultGroupId',
    ],
    ['mutation ($id: ID!) { addGroupMembers(id: $id, userIds: ["none"]) { results { outcome } } }', 'userIds.0'],
    ['mutation ($id: ID!) { removeGroupMembers(id: $id, userIds: ["none"]) { results { outcome } } }', 'userIds.0'],
    ['mutation ($id: ID!) { revokeUserSessions(userId: $id, ids: ["none"]) { count } }', 'ids.0'],
  ])('is bad input where something else refers to it: %s', async (query, field) => {
    const { body } = await app.graphql(admin, query, { id: app.customer.customerId });
    expect(body.errors[0].extensions).toMatchObject({ code: 'INVALID_INPUT', field });
  });
});
