/** What each document of the console tells whom: everybody their own, and nobody anything of another customer. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { buildClient, buildUser } from '../support/builders.ts';
import { consoleDocuments } from '../support/console.ts';
import { ConsoleData, type Kind } from '../support/console-data.ts';
import { CREATIONS, MUTATIONS, QUERIES } from '../support/console-variables.ts';
import { pageHeaders } from '../support/logins.ts';

const app = useApp();
const documents = consoleDocuments();
const named = (given: 'query' | 'mutation') => documents.filter(({ kind }) => kind === given).map(({ name }) => name);
type Headers = Record<string, string>;
let data: ConsoleData;
let administrator: Headers;
let auditor: Headers;
let member: Headers;
let foreigner: Headers;
let stranger: Headers;

beforeAll(async () => {
  const { customerId } = await app.newCustomer();
  data = new ConsoleData(app, app.customer);
  await data.create();
  await data.add(2);
  const client = await buildClient(app);
  administrator = await pageHeaders(app, client, await buildUser(app, { role: 'admin' }));
  auditor = await pageHeaders(app, client, await buildUser(app, { administration: 'auditor' }));
  member = await pageHeaders(app, client, await buildUser(app));
  const through = await buildClient(app, { customerId });
  foreigner = await pageHeaders(app, through, await buildUser(app, { role: 'admin', customerId }));
  stranger = Object.fromEntries(Object.entries(member).filter(([name]) => name !== 'cookie'));
});

/** What the customer's administrator sees, and what a member does: an error, or which of the customer's things. */
const SEEN: Readonly<Record<string, readonly [administrator: readonly Kind[], member: readonly Kind[] | 'FORBIDDEN']>> =
  {
    Viewer: [[], []],
    Settings: [[], []],
    Keys: [[], 'FORBIDDEN'],
    Overview: [['client'], 'FORBIDDEN'],
    Events: [['attribute', 'client', 'event', 'user'], 'FORBIDDEN'],
    Logins: [['user'], 'FORBIDDEN'],
    History: [['attribute', 'client', 'event', 'group', 'user'], []],
    Deliveries: [['client', 'user'], 'FORBIDDEN'],
    Mails: [['user'], 'FORBIDDEN'],
    MailTemplates: [[], 'FORBIDDEN'],
    MailPreview: [[], 'FORBIDDEN'],
    Branding: [[], 'FORBIDDEN'],
    Invitations: [['user'], 'FORBIDDEN'],
    Import: [['fault'], 'FORBIDDEN'],
    Imports: [[], 'FORBIDDEN'],
    ImportAttributes: [['attribute'], []],
    InitialAccessToken: [['client'], 'FORBIDDEN'],
    InitialAccessTokens: [[], 'FORBIDDEN'],
    Apis: [['api'], 'FORBIDDEN'],
    Api: [['api'], 'FORBIDDEN'],
    ApiScopeNames: [['api'], 'FORBIDDEN'],
    ApiScopes: [['api'], 'FORBIDDEN'],
    ApiClients: [['client'], 'FORBIDDEN'],
    ClientApiScopes: [['api'], []],
    FindScopes: [['api'], 'FORBIDDEN'],
    FindRoles: [['api', 'role'], 'FORBIDDEN'],
    FindApisAndRoles: [['api', 'role'], 'FORBIDDEN'],
    FindApis: [['api'], 'FORBIDDEN'],
    AskedApi: [['api'], 'FORBIDDEN'],
    AskedOrganization: [['organization'], ['organization']],
    PreviewedClient: [['api', 'client'], []],
    PreviewedUser: [['user'], 'FORBIDDEN'],
    WhoCan: [['role', 'user'], []],
    EffectivePermissions: [['api', 'role'], []],
    ExplainAccess: [['api', 'role', 'user'], 'FORBIDDEN'],
    Roles: [['api', 'role'], 'FORBIDDEN'],
    Role: [['api', 'role'], 'FORBIDDEN'],
    RoleHolders: [['organization', 'role', 'user'], 'FORBIDDEN'],
    HeldRoles: [['role', 'user'], []],
    // A member has their own clients only.
    Clients: [['client', 'user'], []],
    Client: [['attribute', 'client'], []],
    ClientConsents: [['user'], []],
    // Groups and their members are the customer's, for all of its users.
    Group: [
      ['attribute', 'group', 'organization'],
      ['group', 'organization'],
    ],
    Groups: [
      ['group', 'organization'],
      ['group', 'organization'],
    ],
    GroupsTotal: [[], []],
    Members: [['user'], ['user']],
    SecondFactorPolicy: [[], []],
    SeenBy: [['client'], []],
    Organization: [['organization'], ['organization']],
    Organizations: [['organization'], ['organization']],
    OrganizationRoles: [['organization', 'role', 'user'], []],
    OrganizationMembers: [['user'], 'FORBIDDEN'],
    OrganizationsOf: [[], 'FORBIDDEN'],
    User: [['attribute', 'user'], 'FORBIDDEN'],
    Users: [['organization', 'user'], 'FORBIDDEN'],
    UsersTotal: [[], 'FORBIDDEN'],
    UserConsents: [['client'], 'FORBIDDEN'],
    UserGroups: [['group'], 'FORBIDDEN'],
    UserSessions: [[], 'FORBIDDEN'],
    UserDevices: [['device'], 'FORBIDDEN'],
    FindAddresses: [[], 'FORBIDDEN'],
    Find: [['user'], 'FORBIDDEN'],
    // Members do not hear of attributes that only administrators see.
    Defaults: [[], []],
    Definitions: [['attribute'], []],
    Attributes: [['attribute'], []],
    Attribute: [['attribute'], []],
  };

async function ask(name: string, variables: object, headers: Headers) {
  const { id } = documents.find((document) => document.name === name)!;
  const { body, text } = await app.send('POST', '/graphql', { headers, body: { documentId: id, variables } });
  const told = { kinds: data.kindsIn(text), ids: data.all.filter((each) => text.includes(each)) };
  return { ...told, code: body.errors?.[0]?.extensions.code as string | undefined };
}
const nothing = (code?: string) => ({ kinds: [], ids: [], code });

describe('a query of the console', () => {
  it('has its line here', () => {
    expect([Object.keys(SEEN).toSorted(), Object.keys(QUERIES).toSorted()]).toEqual([
      named('query').toSorted(),
      named('query').toSorted(),
    ]);
  });

  it.each(Object.entries(SEEN))('%s shows each only their own', async (name, [ofAdministrator, ofMember]) => {
    const variables = QUERIES[name]!(data.ids);
    const { kinds, code } = await ask(name, variables, administrator);
    expect([kinds, code]).toEqual([ofAdministrator, undefined]);
    // An auditor reads everything.
    const audited = await ask(name, variables, auditor);
    expect([audited.kinds, audited.code]).toEqual([ofAdministrator, undefined]);
    const seen = await ask(name, variables, member);
    if (ofMember === 'FORBIDDEN') expect(seen).toEqual(nothing('FORBIDDEN'));
    else expect([seen.kinds, seen.code]).toEqual([ofMember, undefined]);
    expect(await ask(name, variables, foreigner)).toEqual(nothing());
    expect(await ask(name, variables, stranger)).toEqual(nothing('UNAUTHENTICATED'));
  });
});

describe('a mutation of the console', () => {
  it('has its line here', () => {
    expect([...Object.keys(MUTATIONS), ...CREATIONS].toSorted()).toEqual(named('mutation').toSorted());
  });

  it('changes nothing of another customer, and nothing for auditors and strangers', async () => {
    const before = await data.state();
    const done: string[] = [];
    for (const [name, variables] of Object.entries(MUTATIONS)) {
      const refused = await ask(name, variables(data.ids), foreigner);
      // Changes of many users tell of each that there is no such user.
      const isOfMany = 'select' in variables(data.ids);
      expect([name, refused.kinds, typeof refused.code]).toEqual([name, [], isOfMany ? 'undefined' : 'string']);
      expect([name, await ask(name, variables(data.ids), stranger)]).toEqual([name, nothing('UNAUTHENTICATED')]);
      if ((await ask(name, variables(data.ids), auditor)).code === undefined) done.push(name);
    }
    // It only reads.
    expect(done).toEqual(['PreviewTokens']);
    expect(await data.state()).toEqual(before);
  });
});
