import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp, type Answer } from '../../support/app.ts';
import { buildClient, buildConfidential, buildUser } from '../../support/builders.ts';
import { tokensOf } from '../../support/logins.ts';

const app = useApp();
let admin: string;
let write: string;
let read: string;
let other: string;

beforeAll(async () => {
  [admin, write, read] = await Promise.all([app.token('admin'), app.token('write'), app.token('read')]);
  other = await app.token('admin', await app.newCustomer());
});

const API = `id identifier name description logoUri tokenSeconds signingAlg allowsRefreshTokens isFirstParty requiresRole
  tellsRoles tellsGroups tellsEntitlements version
  scopes { totalCount edges { node { id name description isDefault isOptional translations { language description } } } }`;
const CREATE = `mutation ($input: CreateApiInput!) { createApi(input: $input) { api { ${API} } } }`;
const UPDATE = `mutation ($id: ID!, $input: UpdateApiInput!, $expectedVersion: Int) {
  updateApi(id: $id, input: $input, expectedVersion: $expectedVersion) { api { ${API} } } }`;
const FIND = `query ($id: ID!) { api(id: $id) { ${API} } }`;
const DELETE = `mutation ($id: ID!, $confirm: String, $dryRun: Boolean! = false) {
  deleteApi(id: $id, confirm: $confirm, dryRun: $dryRun) { api { id } ends { clients roles scopes grants } } }`;
const ADD = `mutation ($apiId: ID!, $scopes: [NewApiScopeInput!]!) { addApiScopes(apiId: $apiId, scopes: $scopes) { api { ${API} } } }`;
const CHANGE = `mutation ($id: ID!, $input: UpdateApiScopeInput!) {
  updateApiScope(id: $id, input: $input) { apiScope { name description isDefault isOptional api { version } } } }`;
const REMOVE = `mutation ($id: ID!, $confirm: String, $dryRun: Boolean! = false) {
  removeApiScope(id: $id, confirm: $confirm, dryRun: $dryRun) { apiScope { name } ends { clients roles } } }`;

const uri = (): string => `https://${randomUUID()}.example/`;
const scopesNamed = (...names: string[]) => names.map((name) => ({ name }));
const create = async (input: object = {}, token = admin) =>
  (await app.data(token, CREATE, { input: { identifier: uri(), name: 'Orders', ...input } })).createApi.api;
const namesOf = (api: { scopes: { edges: { node: { name: string } }[] } }): string[] =>
  api.scopes.edges.map(({ node }) => node.name);
const idOf = (api: { scopes: { edges: { node: { id: string; name: string } }[] } }, name: string): string =>
  api.scopes.edges.find(({ node }) => node.name === name)!.node.id;
const reasonOf = ({ body }: Answer): string => body.errors[0].extensions.code;
const faultsOf = ({ body }: Answer): [string, string][] =>
  body.errors[0].extensions.faults.map(({ path, rule }: { path: string; rule: string | null }) => [
    path,
    rule?.toLowerCase() ?? '',
  ]);

describe('APIs', () => {
  it('are created with their scopes, changed and deleted, each with its event', async () => {
    const identifier = uri();
    const api = await create({
      identifier,
      name: ' Orders ',
      scopes: [
        {
          name: 'orders:read',
          description: 'See your orders',
          translations: [{ language: 'de-at', description: 'Ihre Bestellungen sehen' }],
          isDefault: true,
        },
        { name: 'orders:write', isOptional: true },
      ],
    });
    expect(api).toMatchObject({
      identifier,
      name: 'Orders',
      description: '',
      logoUri: null,
      tokenSeconds: null,
      signingAlg: 'ES256',
      allowsRefreshTokens: true,
      isFirstParty: false,
      requiresRole: false,
      version: 1,
    });
    expect(api.scopes).toMatchObject({
      totalCount: 2,
      edges: [
        {
          node: {
            name: 'orders:read',
            description: 'See your orders',
            isDefault: true,
            isOptional: false,
            translations: [{ language: 'de-AT', description: 'Ihre Bestellungen sehen' }],
          },
        },
        { node: { name: 'orders:write', isDefault: false, isOptional: true } },
      ],
    });
    const { id } = api;
    const input = { name: 'Shop', tokenSeconds: 60, requiresRole: true, signingAlg: 'PS256' };
    expect((await app.data(admin, UPDATE, { id, input, expectedVersion: 1 })).updateApi.api).toMatchObject({
      ...input,
      version: 2,
    });
    expect(reasonOf(await app.graphql(admin, UPDATE, { id, input, expectedVersion: 1 }))).toBe('VERSION_CONFLICT');
    expect((await app.data(read, FIND, { id })).api).toMatchObject(input);
    expect((await app.data(admin, DELETE, { id })).deleteApi).toEqual({
      api: { id },
      ends: { clients: 0, roles: 0, scopes: 2, grants: 0 },
    });
    expect((await app.data(read, FIND, { id })).api).toBeNull();
    const { rows } = await app.server.database.pool.query(
      'select action, subject_type, details from audit_events where subject_id = $1 order by id',
      [id],
    );
    expect(rows).toMatchObject([
      { action: 'api.created', subject_type: 'api', details: { scopes: ['orders:read', 'orders:write'] } },
      { action: 'api.updated', details: { changes: { name: { from: 'Orders', to: 'Shop' } } } },
      { action: 'api.deleted', details: { identifier, ends: { scopes: 2 } } },
    ]);
  });

  it('tell all that is wrong with them at once', async () => {
    const taken = uri();
    await create({ identifier: taken });
    const input = {
      identifier: taken.slice(0, -1),
      name: '',
      logoUri: 'ftp://logo.example',
      tokenSeconds: 59,
      scopes: [
        { name: 'openid' },
        { name: 'a b' },
        { name: 'x'.repeat(129) },
        { name: 'a', translations: [{ language: '?', description: '' }] },
        { name: 'a' },
      ],
    };
    expect(faultsOf(await app.graphql(admin, CREATE, { input }))).toEqual(
      expect.arrayContaining([
        ['identifier', ''],
        ['name', 'blank'],
        ['logoUri', 'absolute_url'],
        ['tokenSeconds', 'seconds'],
        ['scopes.0.name', 'own_scope'],
        ['scopes.1.name', 'scope_name'],
        ['scopes.2.name', 'scope_name'],
        ['scopes.3.translations.0.language', 'language'],
        ['scopes.3.translations.0.description', 'blank'],
      ]),
    );
    expect(
      faultsOf(
        await app.graphql(admin, CREATE, {
          input: { identifier: uri(), name: 'x', scopes: scopesNamed('a', 'b', 'a') },
        }),
      ),
    ).toEqual([['scopes.2.name', 'repeated']]);
  });

  it.each([
    ['orders', 'absolute_uri'],
    ['https://orders.example/#a', 'fragment'],
    ['https://user@orders.example/', 'user_info'],
    ['https://ORDERS.example/', 'normal_host'],
    ['https://orders.example:443/', 'normal_host'],
  ])('refuse the identifier %s', async (identifier, rule) => {
    expect(faultsOf(await app.graphql(admin, CREATE, { input: { identifier, name: 'x' } }))).toEqual([
      ['identifier', rule],
    ]);
  });

  it('are never this server', async () => {
    for (const path of ['', '/graphql', '/api/users'])
      expect(
        faultsOf(await app.graphql(admin, CREATE, { input: { identifier: app.issuer + path, name: 'x' } })),
      ).toEqual([['identifier', 'this_server']]);
  });

  it('have identifiers of their own within the customer, however they are written', async () => {
    const identifier = `https://${randomUUID()}.example`;
    const { id } = await create({ identifier });
    await create({ identifier }, other);
    for (const same of [identifier, `${identifier}/`])
      expect(reasonOf(await app.graphql(admin, CREATE, { input: { identifier: same, name: 'x' } }))).toBe(
        'API_IDENTIFIER_TAKEN',
      );
    const changed = await app.data(admin, UPDATE, { id, input: { identifier: `${identifier}/` } });
    expect(changed.updateApi.api.identifier).toBe(`${identifier}/`);
    const { id: second } = await create();
    expect(reasonOf(await app.graphql(admin, UPDATE, { id: second, input: { identifier } }))).toBe(
      'API_IDENTIFIER_TAKEN',
    );
  });

  it('are listed, filtered and searched', async () => {
    const token = await app.token('admin', await app.newCustomer());
    for (const name of ['Warehouse', 'Archive']) await create({ name, description: `the ${name}` }, token);
    const LIST = `query ($where: ApiWhere, $orderBy: ApiOrder) { apis(where: $where, orderBy: $orderBy) { totalCount edges { node { name } } } }`;
    const list = async (args: object) =>
      (await app.data(token, LIST, args)).apis.edges.map(({ node }: { node: { name: string } }) => node.name);
    expect(await list({})).toEqual(['Guildhall', 'Warehouse', 'Archive']);
    expect(await list({ where: { description: { contains: 'THE WARE' } } })).toEqual(['Warehouse']);
    expect(await list({ orderBy: { field: 'NAME', direction: 'ASC' } })).toEqual(['Archive', 'Guildhall', 'Warehouse']);
  });

  it('are changed with the scope admin and read with read; members see none', async () => {
    const input = { identifier: uri(), name: 'x' };
    expect(reasonOf(await app.graphql(write, CREATE, { input }))).toBe('INSUFFICIENT_SCOPE');
    const { id } = await create();
    const { access_token: member } = await tokensOf(app, await buildClient(app), await buildUser(app), 'openid');
    expect(reasonOf(await app.graphql(member, FIND, { id }))).toBe('FORBIDDEN');
    expect((await app.data(other, FIND, { id })).api).toBeNull();
    expect(reasonOf(await app.graphql(other, UPDATE, { id, input: { name: 'y' } }))).toBe('API_NOT_FOUND');
    expect(reasonOf(await app.graphql(other, DELETE, { id }))).toBe('API_NOT_FOUND');
  });

  it('in use are deleted only by who names them', async () => {
    const api = await create({ scopes: scopesNamed('a', 'b') });
    const { id, identifier } = api;
    await give(await newClient(), [idOf(api, 'a'), idOf(api, 'b')]);
    const ends = { clients: 1, roles: 0, scopes: 2, grants: 0 };
    expect((await app.data(admin, DELETE, { id, dryRun: true })).deleteApi.ends).toEqual(ends);
    const refused = await app.graphql(admin, DELETE, { id, confirm: 'x' });
    expect([reasonOf(refused), refused.body.errors[0].message]).toEqual([
      'API_IN_USE',
      expect.stringContaining('1 clients'),
    ]);
    expect((await app.data(admin, FIND, { id })).api).not.toBeNull();
    expect((await app.data(admin, DELETE, { id, confirm: identifier })).deleteApi.ends).toEqual(ends);
  });
});

describe('the scopes of an API', () => {
  it('are added, changed and removed, each a change of the API', async () => {
    const { id } = await create({ scopes: scopesNamed('a') });
    const { api } = (await app.data(admin, ADD, { apiId: id, scopes: scopesNamed('c', 'b') })).addApiScopes;
    expect([namesOf(api), api.version]).toEqual([['a', 'b', 'c'], 2]);
    const input = { name: 'd', description: 'Do it', isDefault: true, isOptional: true };
    expect((await app.data(admin, CHANGE, { id: idOf(api, 'b'), input })).updateApiScope.apiScope).toEqual({
      ...input,
      api: { version: 3 },
    });
    expect((await app.data(admin, REMOVE, { id: idOf(api, 'c') })).removeApiScope).toEqual({
      apiScope: { name: 'c' },
      ends: { clients: 0, roles: 0 },
    });
    expect(namesOf((await app.data(read, FIND, { id })).api)).toEqual(['a', 'd']);
    const { rows } = await app.server.database.pool.query(
      'select action, details from audit_events where subject_id = $1 order by id',
      [id],
    );
    expect(rows.slice(1)).toMatchObject([
      { action: 'api.scopes_added', details: { scopes: ['c', 'b'] } },
      { action: 'api.scope_updated', details: { scope: 'd', changes: { name: { from: 'b', to: 'd' } } } },
      { action: 'api.scope_removed', details: { scope: 'c' } },
    ]);
  });

  it('have names of their own within it, which are told for each', async () => {
    const { id } = await create({ scopes: scopesNamed('a', 'b') });
    const refused = await app.graphql(admin, ADD, { apiId: id, scopes: scopesNamed('c', 'b', 'a') });
    expect([reasonOf(refused), ...faultsOf(refused).map(([path]) => path)]).toEqual([
      'API_SCOPE_NAME_TAKEN',
      'scopes.1.name',
      'scopes.2.name',
    ]);
    const { api } = await app.data(admin, FIND, { id });
    expect(reasonOf(await app.graphql(admin, CHANGE, { id: idOf(api, 'a'), input: { name: 'b' } }))).toBe(
      'API_SCOPE_NAME_TAKEN',
    );
    expect(namesOf(api)).toEqual(['a', 'b']);
  });

  it('are 1,000 at most', async () => {
    const many = Array.from({ length: 1000 }, (_, n) => ({ name: `s${n}` }));
    const { id, scopes } = await create({ scopes: many });
    expect(scopes.totalCount).toBe(1000);
    expect(reasonOf(await app.graphql(admin, ADD, { apiId: id, scopes: scopesNamed('x') }))).toBe(
      'TOO_MANY_API_SCOPES',
    );
  });

  it('in use are removed only by who names them, and from their clients', async () => {
    const api = await create({ scopes: scopesNamed('a') });
    const id = idOf(api, 'a');
    const clientId = await newClient();
    await give(clientId, [id]);
    expect(reasonOf(await app.graphql(admin, REMOVE, { id }))).toBe('API_SCOPE_IN_USE');
    expect((await app.data(admin, REMOVE, { id, dryRun: true })).removeApiScope.ends).toEqual({ clients: 1, roles: 0 });
    expect(await held(clientId)).toEqual(['a']);
    await app.data(admin, REMOVE, { id, confirm: 'a' });
    expect(await held(clientId)).toEqual([]);
  });

  it('are another customer’s secret', async () => {
    const id = idOf(await create({ scopes: scopesNamed('a') }), 'a');
    expect(reasonOf(await app.graphql(other, CHANGE, { id, input: { name: 'x' } }))).toBe('API_SCOPE_NOT_FOUND');
    expect(reasonOf(await app.graphql(other, REMOVE, { id }))).toBe('API_SCOPE_NOT_FOUND');
    expect((await app.data(other, 'query ($id: ID!) { node(id: $id) { id } }', { id })).node).toBeNull();
    expect(
      (await app.data(read, 'query ($id: ID!) { node(id: $id) { ... on ApiScope { name } } }', { id })).node,
    ).toEqual({
      name: 'a',
    });
  });
});

const newClient = async (): Promise<string> =>
  (await buildConfidential(app, { grantTypes: ['client_credentials'], scopes: ['read'], requireConsent: true })).id;
const GIVE = `mutation ($id: ID!, $apiScopeIds: [ID!]!) { updateClient(id: $id, input: { apiScopeIds: $apiScopeIds }) { client { id version } } }`;
const give = (id: string, apiScopeIds: string[], token = admin) => app.data(token, GIVE, { id, apiScopeIds });
const HELD = 'query ($id: ID!) { client(id: $id) { apiScopes { edges { node { name } } } } }';
const held = async (id: string): Promise<string[]> =>
  (await app.data(read, HELD, { id })).client.apiScopes.edges.map(({ node }: { node: { name: string } }) => node.name);

describe('a client’s scopes of APIs', () => {
  it('are given at its creation and replaced later, with the names in its events', async () => {
    const api = await create({ scopes: scopesNamed('a', 'b', 'c') });
    const CREATE_CLIENT = `mutation ($input: CreateClientInput!) { createClient(input: $input) { client { id apiScopes { totalCount } } } }`;
    const input = { name: 'Robot', grantTypes: ['CLIENT_CREDENTIALS'], scopes: ['READ'] };
    const ids = (...names: string[]) => names.map((name) => idOf(api, name));
    const { client } = (await app.data(admin, CREATE_CLIENT, { input: { ...input, apiScopeIds: ids('a', 'b') } }))
      .createClient;
    expect(client.apiScopes.totalCount).toBe(2);
    await give(client.id, ids('b', 'c'));
    expect(await held(client.id)).toEqual(['b', 'c']);
    const { rows } = await app.server.database.pool.query(
      'select details from audit_events where subject_id = $1 order by id',
      [client.id],
    );
    const name = (scope: string) => `${api.identifier} ${scope}`;
    expect(rows.map(({ details }: { details: object }) => details)).toMatchObject([
      { apiScopes: [name('a'), name('b')] },
      { fields: ['apiScopes'], changes: { apiScopes: { from: [name('a'), name('b')], to: [name('b'), name('c')] } } },
    ]);
    const CLIENTS = `query ($id: ID!) { api(id: $id) { clients { totalCount edges { node { id } } } scopes { edges { node { name clients { totalCount } } } } } }`;
    const found = (await app.data(read, CLIENTS, { id: api.id })).api;
    expect(found.clients).toEqual({ totalCount: 1, edges: [{ node: { id: client.id } }] });
    expect(
      found.scopes.edges.map(({ node }: { node: { name: string; clients: { totalCount: number } } }) => [
        node.name,
        node.clients.totalCount,
      ]),
    ).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 1],
    ]);
    await give(client.id, []);
    expect(await held(client.id)).toEqual([]);
  });

  it('are given to many clients at once', async () => {
    const api = await create({ scopes: scopesNamed('a') });
    const ids = [await newClient(), await newClient()];
    const MANY = `mutation ($ids: [ID!]!, $apiScopeIds: [ID!]!) { updateClients(select: { ids: $ids }, input: { apiScopeIds: $apiScopeIds }) { changedCount } }`;
    expect((await app.data(admin, MANY, { ids, apiScopeIds: [idOf(api, 'a')] })).updateClients.changedCount).toBe(2);
    for (const id of ids) expect(await held(id)).toEqual(['a']);
  });

  it('are those of the customer’s own APIs', async () => {
    const foreign = idOf(await create({ scopes: scopesNamed('a') }, other), 'a');
    const refused = await app.graphql(admin, GIVE, { id: await newClient(), apiScopeIds: [foreign] });
    expect([reasonOf(refused), faultsOf(refused)]).toEqual(['UNKNOWN_API_SCOPE', [['apiScopeIds.0', 'no_api_scope']]]);
  });

  it('take the scope admin to give, and to change a client that has some', async () => {
    const api = await create({ scopes: scopesNamed('a') });
    const id = await newClient();
    const apiScopeIds = [idOf(api, 'a')];
    expect(reasonOf(await app.graphql(write, GIVE, { id, apiScopeIds }))).toBe('BEYOND_OWN_RIGHTS');
    await give(id, apiScopeIds);
    const RENAME = `mutation ($id: ID!) { updateClient(id: $id, input: { name: "x" }) { client { id } } }`;
    expect(reasonOf(await app.graphql(write, RENAME, { id }))).toBe('BEYOND_OWN_RIGHTS');
    const ROTATE = `mutation ($id: ID!) { rotateClientSecret(id: $id) { client { id } } }`;
    expect(reasonOf(await app.graphql(write, ROTATE, { id }))).toBe('BEYOND_OWN_RIGHTS');
    const CAN = 'query ($id: ID!) { client(id: $id) { viewerCan { updateClient rotateClientSecret } } }';
    expect((await app.data(write, CAN, { id })).client.viewerCan).toEqual({
      updateClient: false,
      rotateClientSecret: false,
    });
    expect((await app.data(admin, CAN, { id })).client.viewerCan).toEqual({
      updateClient: true,
      rotateClientSecret: true,
    });
  });

  it('are none for a member’s own client', async () => {
    const { access_token: member } = await tokensOf(app, await buildClient(app), await buildUser(app), 'openid');
    const CREATE_CLIENT = `mutation ($input: CreateClientInput!) { createClient(input: $input) { client { id apiScopes { totalCount } } } }`;
    const input = { name: 'Mine', redirectUris: ['https://mine.example/cb'] };
    const { client } = (await app.data(member, CREATE_CLIENT, { input })).createClient;
    expect(client.apiScopes).toBeNull();
    const api = await create({ scopes: scopesNamed('a') });
    expect(reasonOf(await app.graphql(member, GIVE, { id: client.id, apiScopeIds: [idOf(api, 'a')] }))).toBe(
      'BEYOND_OWN_RIGHTS',
    );
    const refused = await app.graphql(admin, GIVE, { id: client.id, apiScopeIds: [idOf(api, 'a')] });
    expect(faultsOf(refused)).toEqual([['apiScopeIds', 'logins_only']]);
  });
});
