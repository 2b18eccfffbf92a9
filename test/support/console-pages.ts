import type { TestApp } from './app.ts';
import { buildClient } from './builders.ts';

export interface ConsolePages {
  /** The group that has a member. */
  readonly group: string;
  readonly all: readonly [path: string, heading: string][];
}

/** Every page of the console, with something to show on each. */
export async function buildConsolePages(app: TestApp): Promise<ConsolePages> {
  const ids: Record<string, string> = {};
  const token = await app.token('admin');
  const { created } = await app.data(
    token,
    `mutation ($inputs: [CreateUserInput!]!) {
      created: createUsers(inputs: $inputs) { results { user { id } } }
    }`,
    {
      inputs: ['Ada', 'Grace', 'Alan'].map((givenName) => ({
        email: `${givenName.toLowerCase()}@northwind.example`,
        givenName,
        familyName: 'Northwind',
      })),
    },
  );
  ids['user'] = created.results[0].user.id;
  const { organization } = await app.data(
    token,
    'mutation { organization: createOrganization(input: { name: "Northwind" }) { organization { id } } }',
  );
  ids['organization'] = organization.organization.id;
  const { group } = await app.data(
    token,
    'mutation ($input: CreateGroupInput!) { group: createGroup(input: $input) { group { id } } }',
    { input: { name: 'northwind_sales', memberIds: [ids['user']], organizationId: ids['organization'] } },
  );
  ids['group'] = group.group.id;
  const { client } = await app.data(token, 'query ($id: ID!) { client(id: $id) { name } }', {
    id: app.customer.clientId,
  });
  ids['service'] = client.name;
  ids['web'] = (await buildClient(app, { name: 'Web' })).id;
  const { api } = await app.data(
    token,
    'mutation ($input: CreateApiInput!) { api: createApi(input: $input) { api { id scopes { nodes { id } } } } }',
    { input: { identifier: 'https://orders.northwind.example/', name: 'Orders', scopes: [{ name: 'orders:read' }] } },
  );
  ids['api'] = api.api.id;
  const { role } = await app.data(
    token,
    'mutation ($input: CreateAccessRoleInput!) { role: createAccessRole(input: $input) { accessRole { id } } }',
    { input: { kind: 'API', apiId: ids['api'], name: 'Clerk', scopeIds: [api.api.scopes.nodes[0].id] } },
  );
  ids['role'] = role.accessRole.id;
  await app.data(
    token,
    'mutation ($id: ID!, $input: AssignRoleInput!) { assignRole(id: $id, input: $input) { changedCount } }',
    { id: ids['role'], input: { userIds: [ids['user']], groupIds: [ids['group']] } },
  );
  const all: [path: string, heading: string][] = [
    ['/', 'Overview'],
    ['/users', 'Users'],
    ['/users/new', 'Create user'],
    [`/users/${ids['user']}`, 'Ada Northwind'],
    [`/users/${ids['user']}?tab=groups`, 'Ada Northwind'],
    [`/users/${ids['user']}?tab=roles`, 'Ada Northwind'],
    [`/users/${ids['user']}?tab=access`, 'Ada Northwind'],
    [`/users/${ids['user']}?tab=access&api=${ids['api']}&scope=orders%3Aread`, 'Ada Northwind'],
    [`/users/${ids['user']}?tab=preview&client=${ids['web']}`, 'Ada Northwind'],
    [`/users/${ids['user']}?tab=history`, 'Ada Northwind'],
    ['/groups', 'Groups'],
    [`/groups/${ids['group']}`, 'northwind_sales'],
    [`/groups/${ids['group']}?tab=profile`, 'northwind_sales'],
    ['/organizations', 'Organizations'],
    [`/organizations/${ids['organization']}`, 'Northwind'],
    [`/organizations/${ids['organization']}?tab=roles`, 'Northwind'],
    ['/applications', 'Applications'],
    ['/applications/new?kind=web', 'Register application'],
    [`/applications/${app.customer.clientId}`, ids['service']!],
    [`/applications/${app.customer.clientId}?tab=secret`, ids['service']!],
    [`/applications/${ids['web']}?tab=logins`, 'Web'],
    ['/services', 'Service accounts'],
    [`/applications/${app.customer.clientId}?tab=apis`, ids['service']!],
    ['/apis', 'APIs'],
    [`/apis/${ids['api']}`, 'Orders'],
    [`/apis/${ids['api']}?tab=who`, 'Orders'],
    [`/apis/${ids['api']}?tab=verify`, 'Orders'],
    [`/apis/${ids['api']}?tab=try`, 'Orders'],
    [`/apis/${ids['api']}?tab=settings`, 'Orders'],
    [`/apis/${ids['api']}?tab=roles`, 'Orders'],
    ['/roles', 'Roles'],
    [`/roles/${ids['role']}`, 'Clerk'],
    [`/roles/${ids['role']}?tab=permissions`, 'Clerk'],
    ['/invitations', 'Invitations'],
    ['/mails', 'Mails'],
    ['/deliveries', 'Logout deliveries'],
    ['/audit', 'Audit trail'],
    ['/imports', 'Import and export'],
    ['/attributes', 'Attributes'],
    ['/attributes/new?type=ENUM', 'Define attribute'],
    ['/settings', 'Settings'],
    ['/keys', 'Signing keys'],
    ['/explorer', 'Explorer'],
    ['/reference', 'API reference'],
    ['/reference?operation=createUser', 'API reference'],
    ['/reference?schema=Client', 'API reference'],
  ];
  return { group: ids['group']!, all };
}
