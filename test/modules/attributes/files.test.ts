import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../../support/app.ts';
import { buildUser } from '../../support/builders.ts';
import { until } from '../../support/until.ts';

const app = useApp();
let admin: string;

beforeAll(async () => {
  admin = await app.token('admin');
  const create = `mutation ($input: CreateAttributeDefinitionInput!) {
    createAttributeDefinition(input: $input) { __typename }
  }`;
  for (const input of [
    { name: 'costCenter', type: 'STRING', isUnique: true },
    { name: 'level', type: 'INTEGER', constraints: { minimum: 1 } },
    { name: 'external', type: 'BOOLEAN' },
    { name: 'skills', type: 'STRING', isList: true },
    { name: 'extra', type: 'JSON' },
  ])
    await app.data(admin, create, { input: { subject: 'USER', ...input } });
});

async function imported(format: string, file: string, columns: object[] = []) {
  const create = `mutation ($input: CreateUserImportInput!) { createUserImport(input: $input) { userImport { id } } }`;
  const { createUserImport } = await app.data(admin, create, { input: { format, columns } });
  const { id } = createUserImport.userImport;
  expect((await app.send('PUT', `/imports/${id}/file`, { token: admin, body: file })).status).toBe(202);
  const query = `query ($id: ID!) { userImport(id: $id) {
    state createdCount updatedCount unchangedCount faultyCount ignoredColumns
    faults { edges { node { row path code } } }
  } }`;
  const done = await until(async () => {
    const { userImport } = await app.data(admin, query, { id });
    return userImport.state !== 'RUNNING' && userImport;
  });
  return { ...done, faults: done.faults.edges.map(({ node }: { node: object }) => node) };
}

async function valuesOf(email: string) {
  const query = `query ($email: String!) {
    users(where: { email: { eq: $email } }) { edges { node { attributes { name value } } } }
  }`;
  const { users } = await app.data(admin, query, { email });
  return Object.fromEntries(
    users.edges[0].node.attributes.map(({ name, value }: { name: string; value: unknown }) => [name, value]),
  );
}

const STORED = { costCenter: 'EU-1', level: 3, external: true, skills: ['go', 'sql'], extra: { a: 1 } };

it('an import of CSV reads attributes by the names of columns and by mapping, and tells the faults of cells', async () => {
  const { id } = await buildUser(app, { email: 'known@files.example' });
  const file = [
    'email,Cost center,attributes.level,attributes.external,attributes.skills,attributes.extra',
    'new@files.example,EU-1,3,yes,go;sql,"{""a"":1}"',
    'known@files.example,EU-2,4,,"[""x;y""]",',
    'twice@files.example,EU-1,5,,,',
    'wrong@files.example,EU-3,0,perhaps,,',
  ].join('\n');
  const columns = [{ column: 'Cost center', attribute: 'costCenter' }];
  expect(await imported('CSV', file, columns)).toEqual({
    state: 'DONE',
    createdCount: 1,
    updatedCount: 1,
    unchangedCount: 0,
    faultyCount: 2,
    ignoredColumns: [],
    faults: [
      { row: 4, path: 'attributes.costCenter', code: 'ATTRIBUTE_VALUE_TAKEN' },
      { row: 5, path: 'attributes.external', code: 'INVALID_INPUT' },
      { row: 5, path: 'attributes.level', code: 'INVALID_INPUT' },
    ],
  });
  expect(await valuesOf('new@files.example')).toEqual(STORED);
  expect(await valuesOf('known@files.example')).toEqual({ costCenter: 'EU-2', level: 4, skills: ['x;y'] });
  const { node } = await app.data(
    admin,
    'query ($id: ID!) { node(id: $id) { ... on User { history(first: 1) { edges { node { changes { field } } } } } } }',
    { id },
  );
  expect(node.history.edges[0].node.changes).toContainEqual({ field: 'attributes.level' });
  expect(await imported('CSV', file, columns)).toMatchObject({ createdCount: 0, updatedCount: 0, unchangedCount: 2 });
});

it('an import of JSON lines reads values of all types, and finds attributes that do not exist', async () => {
  const good = { email: 'json@files.example', 'attributes.level': 7, 'attributes.skills': ['a'] };
  expect(await imported('JSON_LINES', JSON.stringify({ ...good, 'attributes.none': 1 }))).toMatchObject({
    faults: [{ row: 1, path: 'attributes.none', code: 'UNKNOWN_ATTRIBUTE' }],
  });
  expect(await imported('JSON_LINES', JSON.stringify(good))).toMatchObject({ createdCount: 1, faults: [] });
  expect(await valuesOf('json@files.example')).toEqual({ level: 7, skills: ['a'] });
});

describe('an export', () => {
  const values = { ...STORED, costCenter: 'EU-9' };
  beforeAll(async () => {
    const attributes = Object.entries(values).map(([name, value]) => ({ name, value }));
    const create = 'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }';
    await app.data(admin, create, { input: { email: 'exported@files.example', attributes } });
  });

  it.each(['CSV', 'JSON_LINES'])('as %s has a column for each attribute, and can be imported again', async (format) => {
    const request = `mutation { requestExport(kind: USERS, format: ${format}) { downloadUrl } }`;
    const { downloadUrl } = (await app.data(admin, request)).requestExport;
    const { text } = await app.send('GET', downloadUrl.slice(app.issuer.length));
    expect(text.split('\n')[0]).toContain('attributes.costCenter');
    expect(text).toContain('EU-9');
    expect(await imported(format, text)).toMatchObject({ createdCount: 0, updatedCount: 0, faultyCount: 0 });
    expect(await valuesOf('exported@files.example')).toEqual(values);
  });
});
