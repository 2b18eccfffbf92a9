/** Limits of what a customer, an API or a user has, which hold when many requests come at once. */
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from '@jest/globals';
import { useApp } from './support/app.ts';
import { buildClient, buildUser } from './support/builders.ts';
import { tokensOf } from './support/logins.ts';
import { insertApi } from './support/roles.ts';

const GROUPS_MAX = 3;
const app = useApp({ MEMBER_GROUPS_MAX: `${GROUPS_MAX}` });
const AT_ONCE = 20;
let admin: string;

const run = (text: string, ...values: unknown[]) => app.server.database.pool.query(text, values);
const fill = (text: string, most: number, ...values: unknown[]) =>
  run(`${text} from generate_series(1, $2::int - 1) n`, app.customer.customerId, most, ...values);

/** The codes of the answers to so many equal requests at once, each once with its number. `null` is a success. */
async function codesOf(document: string, variables: () => object, token = admin) {
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => app.graphql(token, document, variables())));
  const codes = answers.map(({ body }): string => body.errors?.[0].extensions.code ?? 'created');
  return Object.fromEntries([...new Set(codes)].map((code) => [code, codes.filter((each) => each === code).length]));
}

beforeAll(async () => {
  admin = await app.token('admin');
});

it('1,000 scopes of an API', async () => {
  const { id } = await insertApi(app, []);
  await fill(
    `insert into api_scopes (id, customer_id, api_id, name, created_at)
     select gen_random_uuid(), $1, $3, 'scope:' || n, now()`,
    1000,
    id,
  );
  const add =
    'mutation ($id: ID!, $scopes: [NewApiScopeInput!]!) { addApiScopes(apiId: $id, scopes: $scopes) { api { id } } }';
  const codes = await codesOf(add, () => ({ id, scopes: [{ name: randomUUID() }] }));
  expect(codes).toEqual({ created: 1, TOO_MANY_API_SCOPES: AT_ONCE - 1 });
});

it('1,000 roles of a customer', async () => {
  await fill(
    `insert into roles (id, customer_id, kind, name, created_at, updated_at)
     select gen_random_uuid(), $1, 'customer', 'role ' || n, now(), now()`,
    1000,
  );
  const create = 'mutation ($input: CreateAccessRoleInput!) { createAccessRole(input: $input) { accessRole { id } } }';
  const codes = await codesOf(create, () => ({ input: { kind: 'CUSTOMER', name: randomUUID() } }));
  expect(codes).toEqual({ created: 1, TOO_MANY_ROLES: AT_ONCE - 1 });
});

it('100 attributes of a subject', async () => {
  await fill(
    `insert into attribute_definitions (id, customer_id, subject, name, type, visible_to, editable_by, created_at, updated_at)
     select gen_random_uuid(), $1, 'group', 'filled_' || n, 'string', 'administrators', 'administrators', now(), now()`,
    100,
  );
  const create = `mutation ($input: CreateAttributeDefinitionInput!) {
    createAttributeDefinition(input: $input) { attributeDefinition { id } } }`;
  let n = 0;
  const codes = await codesOf(create, () => ({
    input: { subject: 'GROUP', name: `made_${(n += 1)}`, type: 'STRING' },
  }));
  expect(codes).toEqual({ created: 1, TOO_MANY_ATTRIBUTES: AT_ONCE - 1 });
});

it('five unfinished imports of a customer', async () => {
  const create = 'mutation ($input: CreateUserImportInput!) { createUserImport(input: $input) { userImport { id } } }';
  const codes = await codesOf(create, () => ({ input: { format: 'CSV' } }));
  expect(codes).toEqual({ created: 5, TOO_MANY_IMPORTS: AT_ONCE - 5 });
});

it('the groups that a user has created', async () => {
  const { access_token: token } = await tokensOf(app, await buildClient(app), await buildUser(app), 'openid');
  const one = 'mutation ($name: String!) { createGroup(input: { name: $name }) { group { id } } }';
  const named = () => ({ name: randomUUID() });
  expect(await codesOf(one, named, token)).toEqual({ created: GROUPS_MAX, TOO_MANY_OWN_GROUPS: AT_ONCE - GROUPS_MAX });
  const other = (await tokensOf(app, await buildClient(app), await buildUser(app), 'openid')).access_token;
  const many = 'mutation ($inputs: [NewGroupInput!]!) { createGroups(inputs: $inputs) { results { group { id } } } }';
  expect(await codesOf(many, () => ({ inputs: [named(), named()] }), other)).toEqual({
    created: 1,
    TOO_MANY_OWN_GROUPS: AT_ONCE - 1,
  });
});

it('1,000 APIs of a customer, which has one', async () => {
  await fill(
    `insert into apis (id, customer_id, identifier, name, created_at, updated_at)
     select gen_random_uuid(), $1, 'https://' || n || '.filled.example', 'API', now(), now()`,
    1000 - 1,
  );
  const create = 'mutation ($input: CreateApiInput!) { createApi(input: $input) { api { id } } }';
  const codes = await codesOf(create, () => ({
    input: { name: 'API', identifier: `https://${randomUUID()}.example` },
  }));
  expect(codes).toEqual({ created: 1, TOO_MANY_APIS: AT_ONCE - 1 });
});
