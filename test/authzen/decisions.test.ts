import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { Authority } from '../support/authority.ts';
import { buildConfidential, buildUser, SECRET } from '../support/builders.ts';

const app = useApp();
const OWN_API = '00000000-0000-7000-8000-000000000001';
let token: string;
let authority: Authority;
const orders = 'https://orders.example';

beforeAll(async () => {
  authority = new Authority(app);
  const { id } = await buildConfidential(app, { grantTypes: ['client_credentials'], scopes: ['authz'] });
  token = await app.token('authz', { clientId: id, clientSecret: SECRET });
});

interface Asked {
  readonly organization?: string;
  readonly resource?: object;
}

async function ask(
  subject: object,
  name: string,
  { organization, resource = { type: 'api', id: orders } }: Asked = {},
) {
  const context = organization === undefined ? {} : { context: { organization } };
  const body = { subject, action: { name }, resource, ...context };
  const answer = await app.send('POST', '/access/v1/evaluation', { token, body });
  expect(answer.status).toBe(200);
  expect(answer.body.decision).toBe(['everybody', 'role', 'given', 'administrator'].includes(answer.body.context.code));
  return answer.body.context.code as string;
}

async function search(path: string, body: object): Promise<string[]> {
  const answer = await app.send('POST', `/access/v1/search/${path}`, { token, body });
  expect(answer.status).toBe(200);
  return answer.body.results.map((each: { id?: string; name?: string }) => each.id ?? each.name);
}

const user = (id: string) => ({ type: 'user', id });

describe('a decision', () => {
  let roleId: string;
  let apiId: string;
  let scopeId: string;

  beforeAll(async () => {
    const api = await authority.api(orders, ['orders:read', 'orders:write']);
    [apiId, scopeId] = [api.id, api.scope('orders:write')];
    roleId = await authority.role('clerk', [scopeId]);
  });

  it('follows groups in groups', async () => {
    const [outer, inner] = [await authority.group('outer'), await authority.group('inner')];
    await authority.nest(outer, inner);
    await authority.assign(roleId, { group: outer });
    const member = await buildUser(app);
    expect(await ask(user(member.id), 'orders:write')).toBe('no_role');
    await authority.join(inner, member.id);
    expect(await ask(user(member.id), 'orders:write')).toBe('role');
    expect(await ask(user(member.email), 'orders:write')).toBe('role');
    expect(await ask(user(member.id), 'orders:write', { resource: { type: 'api', id: apiId } })).toBe('role');
    expect(await ask(user(member.id), 'orders:read')).toBe('no_role');
    expect(await ask({ type: 'group', id: inner }, 'orders:write')).toBe('role');
    const found = {
      subject: { type: 'user' },
      action: { name: 'orders:write' },
      resource: { type: 'api', id: orders },
    };
    expect(await search('subject', found)).toContain(member.id);
    const groups = await search('subject', { ...found, subject: { type: 'group' } });
    expect(groups).toEqual(expect.arrayContaining([outer, inner]));
  });

  it('ends with the assignment, to the millisecond', async () => {
    const { id } = await buildUser(app);
    await authority.assign(roleId, { user: id }, { until: new Date(app.clock.now().getTime() + 1000) });
    expect(await ask(user(id), 'orders:write')).toBe('role');
    app.clock.advance(1);
    expect(await ask(user(id), 'orders:write')).toBe('no_role');
  });

  it('is about an organization that the user can act for', async () => {
    const [acme, other] = [await authority.organization('acme'), await authority.organization('other')];
    const { id } = await buildUser(app, { organizationId: acme });
    await authority.assign(roleId, { user: id }, { organization: acme });
    expect(await ask(user(id), 'orders:write')).toBe('no_role');
    expect(await ask(user(id), 'orders:write', { organization: acme })).toBe('role');
    expect(await ask(user(id), 'orders:write', { organization: other })).toBe('not_in_organization');
    expect(await ask(user(id), 'orders:write', { organization: id })).toBe('unknown_organization');
    const asked = { subject: user(id), resource: { type: 'api', id: orders } };
    expect(await search('action', asked)).toEqual([]);
    expect(await search('action', { ...asked, context: { organization: acme } })).toEqual(['orders:write']);
  });

  it('lets service accounts do what they were given, and what their roles allow', async () => {
    const { id } = await buildConfidential(app, { grantTypes: ['client_credentials'], scopes: ['read'] });
    const client = { type: 'client', id };
    expect(await ask(client, 'orders:write')).toBe('no_role');
    await authority.give(id, scopeId);
    expect(await ask(client, 'orders:write')).toBe('given');
    const asked = {
      subject: { type: 'client' },
      action: { name: 'orders:write' },
      resource: { type: 'api', id: orders },
    };
    expect(await search('subject', asked)).toEqual([id]);
    const resources = { subject: client, action: { name: 'orders:write' }, resource: { type: 'api' } };
    expect(await search('resource', resources)).toEqual([orders]);
    const application = await buildConfidential(app, { grantTypes: ['authorization_code'] });
    await authority.give(application.id, scopeId);
    expect(await ask({ type: 'client', id: application.id }, 'orders:write')).toBe('unknown_subject');
    expect(await search('subject', asked)).toEqual([id]);
  });

  it('lets every active user use an API that wants no role', async () => {
    await authority.api('https://open.example', ['see'], false);
    const resource = { type: 'api', id: 'https://open.example' };
    const [active, inactive] = [await buildUser(app), await buildUser(app, { isActive: false })];
    expect(await ask(user(active.id), 'see', { resource })).toBe('everybody');
    expect(await ask(user(inactive.id), 'see', { resource })).toBe('inactive_subject');
    const found = await search('subject', { subject: { type: 'user' }, action: { name: 'see' }, resource });
    expect(found).toContain(active.id);
    expect(found).not.toContain(inactive.id);
  });

  it('is about a type of the customer’s, by scopes that begin with it or do not', async () => {
    const api = await authority.api('printer:1', ['printer:read', 'print', 'printer:', 'printer:print:color']);
    const { id } = await buildUser(app);
    const role = await authority.role('printing', ['printer:read', 'print', 'printer:'].map(api.scope));
    await authority.assign(role, { user: id });
    const resource = { type: 'printer', id: '1' };
    for (const name of ['read', 'printer:read', 'print', 'printer:'])
      expect(await ask(user(id), name, { resource })).toBe('role');
    expect(await ask(user(id), 'print:color', { resource })).toBe('no_role');
    expect(await ask(user(id), '', { resource })).toBe('unknown_action');
    // Named as an API, it has scopes and no actions.
    expect(await ask(user(id), 'read', { resource: { type: 'api', id: 'printer:1' } })).toBe('unknown_action');
    expect(await search('action', { subject: user(id), resource })).toEqual(['print', 'printer:', 'read']);
    const asked = { subject: { type: 'user' }, action: { name: 'read' }, resource };
    expect(await search('subject', asked)).toEqual([id]);
    expect(await search('resource', { ...asked, subject: user(id), resource: { type: 'printer' } })).toEqual(['1']);
  });

  it('tells administrators of Guildhall and of its objects', async () => {
    const [admin, member] = [await buildUser(app, { role: 'admin' }), await buildUser(app)];
    const group = { type: 'group', id: await authority.group('seen') };
    const apis = [app.issuer, `${app.issuer}/`, OWN_API].map((id) => ({ type: 'api', id }));
    for (const resource of [...apis, group]) {
      expect(await ask(user(admin.id), 'write', { resource })).toBe('administrator');
      expect(await ask(user(member.id), 'write', { resource })).toBe('not_administrator');
      expect(await ask(user(admin.id), 'authz', { resource })).toBe('unknown_action');
    }
    expect(await ask(user(admin.id), 'read', { resource: { type: 'group', id: admin.id } })).toBe('unknown_resource');
    expect(await search('action', { subject: user(admin.id), resource: group })).toEqual(['admin', 'read', 'write']);
    const asked = { action: { name: 'read' }, resource: group };
    expect(await search('subject', { ...asked, subject: { type: 'user' } })).toContain(admin.id);
    expect(await search('subject', { ...asked, subject: { type: 'client' } })).toContain(app.customer.clientId);
    const groups = { subject: user(admin.id), action: { name: 'read' }, resource: { type: 'group' } };
    expect(await search('resource', groups)).toContain(group.id);
  });

  it('tells that auditors read all of it, and of no whole scope of the help desk', async () => {
    const auditor = await buildUser(app, { administration: 'auditor' });
    const desk = await buildUser(app, { administration: 'help_desk' });
    const resource = { type: 'group', id: await authority.group('audited') };
    expect(await ask(user(auditor.id), 'read', { resource })).toBe('administrator');
    expect(await ask(user(auditor.id), 'write', { resource })).toBe('not_administrator');
    expect(await ask(user(desk.id), 'read', { resource })).toBe('not_administrator');
    const found = (name: string) => search('subject', { action: { name }, resource, subject: { type: 'user' } });
    expect(await found('read')).toContain(auditor.id);
    expect(await found('read')).not.toContain(desk.id);
    expect(await found('write')).not.toContain(auditor.id);
  });

  it('finds Guildhall among the APIs, before all others', async () => {
    const { id } = await buildUser(app, { role: 'admin' });
    await authority.api('https://read.example', ['read:all'], false);
    const asked = { subject: user(id), resource: { type: 'api' } };
    expect(await search('resource', { ...asked, action: { name: 'read' } })).toEqual([app.issuer]);
    const action = { name: 'read', properties: { all: true } };
    const both = [app.issuer, 'https://read.example'];
    expect(await search('resource', { ...asked, action })).toEqual(both);
    const pages: string[][] = [];
    for (let page: object | null = { limit: 1 }; page;) {
      const { body } = await app.send('POST', '/access/v1/search/resource', {
        token,
        body: { ...asked, action, page },
      });
      pages.push(body.results.map((each: { id: string }) => each.id));
      page = body.page.next_token === '' ? null : { token: body.page.next_token };
    }
    expect(pages).toEqual(both.map((each) => [each]));
    const member = await buildUser(app);
    expect(await search('resource', { ...asked, subject: user(member.id), action })).toEqual(both.slice(1));
    const of = { ...asked, resource: { type: 'http' }, action: { name: 'read' } };
    expect(await search('resource', of)).toEqual([app.issuer.slice('http:'.length)]);
    const resource = { type: 'api', id: app.issuer };
    expect(await search('action', { subject: user(id), resource })).toEqual(['admin', 'read', 'write']);
    expect(await search('subject', { subject: { type: 'user' }, action: { name: 'admin' }, resource })).toContain(id);
  });

  it('knows nothing of another customer', async () => {
    const other = await app.newCustomer();
    const theirs = new Authority(app, other.customerId);
    const { id } = await buildUser(app, { customerId: other.customerId, username: 'mallory' });
    const api = await theirs.api(orders, ['orders:write']);
    await theirs.assign(await theirs.role('clerk', [api.scope('orders:write')]), { user: id });
    expect(await ask(user(id), 'orders:write')).toBe('unknown_subject');
    expect(await ask(user('mallory'), 'orders:write')).toBe('unknown_subject');
    const { id: own } = await buildUser(app);
    expect(await ask(user(own), 'orders:write', { resource: { type: 'api', id: api.id } })).toBe('unknown_resource');
    expect(await ask(user(own), 'read', { resource: { type: 'user', id } })).toBe('unknown_resource');
    const asked = {
      subject: { type: 'user' },
      action: { name: 'orders:write' },
      resource: { type: 'api', id: api.id },
    };
    expect(await search('subject', asked)).toEqual([]);
  });

  it('takes no NUL, which PostgreSQL does not store', async () => {
    const whole = { subject: user('a'), action: { name: 'a' }, resource: { type: 'record', id: 'a' } };
    for (const body of [
      { ...whole, subject: user('a\0b') },
      { ...whole, action: { name: 'a\0' } },
      { ...whole, resource: { type: 'x\0', id: 'a' } },
    ]) {
      const { status } = await app.send('POST', '/access/v1/evaluation', { token, body });
      expect(status).toBe(400);
    }
    const { id } = await buildUser(app);
    const action = { name: 'a', properties: { 'b\0 c': true } };
    const body = { ...whole, subject: user(id), action, resource: { type: 'api', id: orders } };
    const answer = await app.send('POST', '/access/v1/evaluation', { token, body });
    expect(answer.body.context.code).toBe('unknown_action');
  });
});

describe('the scope authz', () => {
  it('is for service accounts, and gives nothing else', async () => {
    expect((await app.send('GET', '/groups', { token })).status).toBe(403);
    const { body } = await app.send('GET', '/.well-known/openid-configuration');
    expect(body.scopes_supported).toContain('authz');
  });
});
