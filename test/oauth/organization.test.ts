import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '#product';
import { useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import {
  answerOf,
  authorizePath,
  buildClient,
  buildConfidential,
  buildUser,
  type BuiltUser,
  SECRET,
} from '../support/builders.ts';
import { buildDeviceClient, codesOf, poll, toDecision } from '../support/devices.ts';
import { EXCHANGE } from '../support/exchanges.ts';
import { newKey, signed } from '../support/keys.ts';
import { askForTokens, claimsIn, codeOf, redeem, refresh, type Tokens } from '../support/logins.ts';
import { roundTripsOf } from '../support/queries.ts';

const app = useApp();
const SCOPE = 'openid organization offline_access';
const SCOPES = SCOPE.split(' ');
const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token';

interface Organization {
  readonly id: string;
  readonly name: string;
}

let client: Client;
/** Belongs to one, to two, and to none. */
let employee: BuiltUser;
let agent: BuiltUser;
let nobody: BuiltUser;
let north: Organization;
let south: Organization;
let west: Organization;

const run = async (text: string, ...values: unknown[]) => (await app.server.database.pool.query(text, values)).rows;

async function organization(name: string, customerId = app.customer.customerId): Promise<Organization> {
  const id = randomUUID();
  await run(
    'insert into organizations (id, customer_id, name, created_at, updated_at) values ($1, $2, $3, now(), now())',
    id,
    customerId,
    name,
  );
  return { id, name };
}

/** The user is in a group of the organization from now on. Returns the group’s id. */
async function join(user: BuiltUser, { id, name }: Organization): Promise<string> {
  const group = randomUUID();
  await run(
    `insert into groups (id, customer_id, organization_id, name, created_at, updated_at) values ($1, $2, $3, $4, now(), now())`,
    group,
    app.customer.customerId,
    id,
    `${name} ${group}`,
  );
  await run(
    'insert into memberships (group_id, user_id, customer_id, joined_at) values ($1, $2, $3, now())',
    group,
    user.id,
    app.customer.customerId,
  );
  return group;
}

beforeAll(async () => {
  client = await buildClient(app, { scopes: [...SCOPES, 'profile'] });
  [north, south, west] = [await organization('North'), await organization('South'), await organization('West')];
  employee = await buildUser(app, { organizationId: north.id });
  agent = await buildUser(app, { organizationId: north.id });
  await join(agent, south);
  nobody = await buildUser(app);
});

const userinfo = async (token: string) => (await app.send('GET', '/oauth2/userinfo', { token })).body;
const pathOf = (browser: BrowserLite) => new URL(browser.page.url).pathname;
const asking = (given: Record<string, string | undefined> = {}, by = client) =>
  authorizePath(by, { scope: SCOPE, ...given });

async function signedIn(user: BuiltUser, path: string): Promise<BrowserLite> {
  const browser = new BrowserLite(app.issuer);
  await browser.open(path);
  await browser.logIn(user);
  return browser;
}

async function tokens(user: BuiltUser, given: Record<string, string | undefined> = {}, by = client): Promise<Tokens> {
  const { status, body, text } = await redeem(app, by, await codeOf(app, by, user, { scope: SCOPE, ...given }));
  expect([status, text]).toEqual([200, expect.any(String)]);
  return body;
}

/** What every place that knows says about the organization. */
async function told({ access_token: token, id_token: idToken }: Tokens) {
  const asker = await buildConfidential(app, { grantTypes: ['client_credentials'], scopes: ['read'] });
  const body = new URLSearchParams({ token, client_id: asker.id, client_secret: SECRET });
  const introspected = (await app.send('POST', '/oauth2/introspect', { body })).body;
  return [claimsIn(idToken), claimsIn(token), await userinfo(token), introspected].map((each) => each.organization);
}

const everywhere = (one: Organization | undefined) => [one, one, one, one];

describe('the organization that a user acts for', () => {
  it('is the only one, without asking, in the ID token, the access token, userinfo and introspection', async () => {
    const found = await tokens(employee);
    expect(await told(found)).toEqual(everywhere(north));
    const { body } = await refresh(app, client, found.refresh_token);
    expect(await told(body)).toEqual(everywhere(north));
  });

  it('can be that of a group', async () => {
    const guest = await buildUser(app);
    await join(guest, west);
    await join(guest, west);
    expect(await told(await tokens(guest))).toEqual(everywhere(west));
  });

  it('is none for a user without any, who is not asked', async () => {
    expect(await told(await tokens(nobody))).toEqual(everywhere(undefined));
  });

  it('is not told without the scope, and takes no query then', async () => {
    const plain = await tokens(employee, { scope: 'openid profile' });
    expect(await told(plain)).toEqual(everywhere(undefined));
    const browser = await signedIn(employee, authorizePath(client));
    const without = await roundTripsOf(() => browser.open(authorizePath(client)));
    expect(await roundTripsOf(() => browser.open(asking()))).toHaveLength(without.length + 1);
    const { access_token: token } = await tokens(employee);
    expect(await roundTripsOf(() => userinfo(token))).toHaveLength(1);
  });

  it('is not in a token with a narrower scope', async () => {
    const { refresh_token: token } = await tokens(employee);
    const { body } = await refresh(app, client, token, { scope: 'openid' });
    expect(await told(body)).toEqual(everywhere(undefined));
  });

  it('ends with the membership, at once, and the login goes on', async () => {
    const guest = await buildUser(app, { organizationId: north.id });
    const group = await join(guest, south);
    const found = await tokens(guest, { organization: 'South' });
    expect(await userinfo(found.access_token)).toMatchObject({ organization: south });
    await run('delete from memberships where group_id = $1', group);
    expect(await userinfo(found.access_token)).toEqual({ sub: guest.id, groups: [] });
    const { body } = await refresh(app, client, found.refresh_token);
    expect(await told(body)).toEqual(everywhere(undefined));
  });

  it('ends when the group moves to another organization, and when the organization is renamed is called so', async () => {
    const [guest, own] = [await buildUser(app), await organization('Own')];
    const group = await join(guest, own);
    const { access_token: token } = await tokens(guest);
    await run('update organizations set name = $2 where id = $1', own.id, 'Renamed');
    expect(await userinfo(token)).toMatchObject({ organization: { id: own.id, name: 'Renamed' } });
    await run('update groups set organization_id = $2 where id = $1', group, west.id);
    expect(await userinfo(token)).not.toHaveProperty('organization');
  });

  it('ends when the organization is deleted, and a code can still be redeemed', async () => {
    const short = await organization('Short');
    const guest = await buildUser(app, { organizationId: short.id });
    const code = await codeOf(app, client, guest, { scope: SCOPE });
    await app.data(
      await app.token('admin'),
      'mutation ($id: ID!) { deleteOrganization(id: $id) { organization { id } } }',
      {
        id: short.id,
      },
    );
    const { status, body } = await redeem(app, client, code);
    expect(status).toBe(200);
    expect(await told(body)).toEqual(everywhere(undefined));
  });

  it('can be requested by name in claims', async () => {
    const claims = JSON.stringify({ userinfo: { organization: null }, id_token: { organization: null } });
    const { access_token: token, id_token: idToken } = await tokens(employee, { scope: 'openid', claims });
    expect([claimsIn(idToken).organization, await userinfo(token)]).toEqual([
      north,
      expect.objectContaining({ organization: north }),
    ]);
  });

  it('is never an attribute of that name', async () => {
    const { body } = await app.graphql(
      await app.token('admin'),
      'mutation ($input: CreateAttributeDefinitionInput!) { createAttributeDefinition(input: $input) { attributeDefinition { id } } }',
      { input: { subject: 'USER', type: 'STRING', name: 'company', claim: 'organization', scope: 'PROFILE' } },
    );
    expect(body.errors[0].message).toContain('has another meaning');
  });
});

describe('the parameter organization', () => {
  it.each(['id', 'name'] as const)('names one by its %s, which is then not asked for', async (key) => {
    expect(await told(await tokens(agent, { organization: south[key] }))).toEqual(everywhere(south));
  });

  it('is good without a page, with prompt=none', async () => {
    const browser = await signedIn(agent, asking({ organization: north.id }));
    const { code } = answerOf(await browser.open(asking({ organization: south.id, prompt: 'none' })));
    expect(claimsIn((await redeem(app, client, code!)).body.id_token).organization).toEqual(south);
  });

  it('is refused for one that the user does not belong to, that is another customer’s, or that does not exist', async () => {
    const { customerId } = await app.newCustomer();
    const strange = await organization('Strange', customerId);
    const browser = await signedIn(agent, asking({ organization: north.id }));
    const answers = [];
    for (const one of [west.id, west.name, strange.id, strange.name, randomUUID(), 'No such', 'x'.repeat(3000)])
      answers.push(answerOf(await browser.open(asking({ organization: one }))));
    const denied = {
      error: 'access_denied',
      error_description: 'The user does not belong to the requested organization.',
    };
    expect(answers).toEqual(answers.map(() => ({ ...denied, iss: app.issuer, state: 'a state' })));
  });

  it('is refused without the scope, given twice, and with a NUL byte', async () => {
    const browser = await signedIn(agent, asking({ organization: north.id }));
    for (const path of [
      asking({ organization: north.id, scope: 'openid' }),
      `${asking({ organization: north.id })}&organization=${south.id}`,
      asking({ organization: 'a\0b' }),
    ])
      expect(answerOf(await browser.open(path))).toMatchObject({ error: 'invalid_request' });
    const few = await buildClient(app, { scopes: ['openid'] });
    expect(answerOf(await browser.open(asking({ organization: north.id }, few)))).toMatchObject({
      error: 'invalid_request',
    });
  });

  it('can be pushed, where it needs the scope, too', async () => {
    const bodyOf = (given: Record<string, string>) => new URLSearchParams(asking(given).split('?')[1]);
    const refused = await app.send('POST', '/oauth2/par', {
      body: bodyOf({ organization: south.id, scope: 'openid' }),
    });
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_request']);
    const { body } = await app.send('POST', '/oauth2/par', { body: bodyOf({ organization: south.id }) });
    const query = new URLSearchParams({ client_id: client.id, request_uri: body.request_uri });
    const { code } = answerOf((await signedIn(agent, `/oauth2/authorize?${query}`)).page);
    expect(claimsIn((await redeem(app, client, code!)).body.id_token).organization).toEqual(south);
  });

  it('can be in a request object', async () => {
    const key = await newKey('ES256');
    const signer = await buildConfidential(app, { scopes: SCOPES, jwks: { keys: [{ ...key.jwk }] } });
    const parameters = Object.fromEntries(new URLSearchParams(asking({ organization: 'South' }, signer).split('?')[1]));
    const request = await signed(key, { ...parameters, iss: signer.id, aud: app.issuer });
    const query = new URLSearchParams({ client_id: signer.id, request });
    const { code } = answerOf((await signedIn(agent, `/oauth2/authorize?${query}`)).page);
    const { body } = await redeem(app, signer, code!, { client_secret: SECRET });
    expect(claimsIn(body.id_token).organization).toEqual(south);
  });

  it('can be a device’s, which is denied for a user who does not belong to it', async () => {
    const device = await buildDeviceClient(app, { scopes: SCOPES });
    const codes = await codesOf(app, device, { scope: SCOPE, organization: 'South' });
    const browser = await toDecision(app, codes, agent);
    expect([pathOf(browser), browser.page.html]).toEqual(['/consent', expect.stringContaining('South')]);
    await browser.submit({ decision: 'allow' });
    const { body } = await poll(app, device, codes.device_code);
    expect(await told(body)).toEqual(everywhere(south));
    const others = await codesOf(app, device, { scope: SCOPE, organization: 'South' });
    await toDecision(app, others, employee);
    expect((await poll(app, device, others.device_code)).body.error).toBe('access_denied');
  });
});

describe('the chooser of an organization', () => {
  it('asks a user of several, who is told of no others, and is kept by a refresh', async () => {
    const browser = await signedIn(agent, asking());
    expect(pathOf(browser)).toBe('/select-organization');
    const { html, headers, status } = browser.page;
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    for (const text of ['North', 'South', agent.email, 'Some Application']) expect(html).toContain(text);
    for (const text of ['West', '<script', 'name="name"']) expect(html).not.toContain(text);
    const { code } = answerOf(await browser.submit({ organization: south.id }));
    const { body } = await redeem(app, client, code!);
    expect(await told(body)).toEqual(everywhere(south));
    expect(await told((await refresh(app, client, body.refresh_token)).body)).toEqual(everywhere(south));
  });

  it('asks again in the next request, in German too', async () => {
    const browser = await signedIn(agent, asking());
    await browser.submit({ organization: south.id });
    await browser.open(asking({ ui_locales: 'de' }));
    expect([pathOf(browser), browser.page.html]).toEqual([
      '/select-organization',
      expect.stringContaining('Für wen handeln Sie'),
    ]);
  });

  it('is no page for prompt=none', async () => {
    const browser = await signedIn(agent, asking({ organization: south.id }));
    expect(answerOf(await browser.open(asking({ prompt: 'none' })))).toMatchObject({ error: 'interaction_required' });
  });

  it('refuses one that the user does not belong to, and a form of another session', async () => {
    const browser = await signedIn(agent, asking());
    const { values } = browser.form();
    for (const one of [west.id, randomUUID(), 'West', '']) {
      const page = await browser.submit({ organization: one });
      expect([page.status, page.html]).toEqual([400, expect.stringContaining('You do not belong to an organization')]);
    }
    const other = await buildUser(app, { organizationId: west.id });
    await join(other, south);
    const stale = { flow: values.get('flow')!, csrf: values.get('csrf')!, organization: south.id };
    await browser.open(asking({ prompt: 'login' }));
    await browser.logIn(other);
    expect(pathOf(browser)).toBe('/select-organization');
    expect((await browser.submit(stale)).status).toBe(403);
  });

  it('lets another account be used, whose own choice counts', async () => {
    const browser = await signedIn(agent, asking());
    await browser.submit({ decision: 'another' });
    expect(pathOf(browser)).toBe('/login');
    const { code } = answerOf(await browser.logIn(employee));
    expect(claimsIn((await redeem(app, client, code!)).body.id_token)).toMatchObject({
      sub: employee.id,
      organization: north,
    });
  });

  it('comes before the consent, whose page names the organization', async () => {
    const careful = await buildClient(app, { scopes: SCOPES, requireConsent: true });
    const browser = await signedIn(agent, asking({}, careful));
    await browser.submit({ organization: south.id });
    expect(pathOf(browser)).toBe('/consent');
    expect(browser.page.html).toContain('South');
    expect(browser.page.html).not.toContain('North');
    const { code } = answerOf(await browser.submit({ decision: 'allow' }));
    expect(claimsIn((await redeem(app, careful, code!)).body.id_token).organization).toEqual(south);
  });

  it('asks a user of very many for the name of others', async () => {
    const busy = await buildUser(app);
    for (let n = 0; n < 51; n += 1) await join(busy, await organization(`Branch ${String(n).padStart(2, '0')}`));
    const browser = await signedIn(busy, asking());
    expect(browser.page.html).toContain('Branch 49');
    expect(browser.page.html).not.toContain('Branch 50');
    await browser.submit({ name: 'Branch 51' });
    expect(browser.page.html).toContain('value="Branch 51"');
    const { code } = answerOf(await browser.submit({ name: ' Branch 50 ' }));
    expect(claimsIn((await redeem(app, client, code!)).body.id_token).organization.name).toBe('Branch 50');
  });

  it('asks again if the chosen one is lost before the consent', async () => {
    const careful = await buildClient(app, { scopes: SCOPES, requireConsent: true });
    const guest = await buildUser(app, { organizationId: north.id });
    await join(guest, west);
    const group = await join(guest, south);
    const browser = await signedIn(guest, asking({}, careful));
    await browser.submit({ organization: south.id });
    await run('delete from memberships where group_id = $1', group);
    await browser.submit({ decision: 'allow' });
    expect(pathOf(browser)).toBe('/consent');
    await browser.submit({ decision: 'allow' });
    expect(pathOf(browser)).toBe('/select-organization');
  });
});

describe('the organization in an exchanged token', () => {
  const API = 'https://api.example/';

  it('is that of the token, for a server that may know it, and ends with the membership', async () => {
    const front = await buildClient(app, { scopes: SCOPES, resources: [API] });
    const server = await buildConfidential(app, {
      grantTypes: [EXCHANGE],
      scopes: SCOPES,
      servedResources: [API],
      resources: ['https://far.example/'],
    });
    const guest = await buildUser(app, { organizationId: south.id });
    const { access_token: subject } = await tokens(guest, { resource: API }, front);
    const exchanged = async (scope: string) => {
      const { body } = await askForTokens(app, {
        grant_type: EXCHANGE,
        client_id: server.id,
        client_secret: SECRET,
        subject_token: subject,
        subject_token_type: ACCESS_TOKEN,
        resource: 'https://far.example/',
        scope,
      });
      return claimsIn(body.access_token).organization;
    };
    expect([await exchanged('openid organization'), await exchanged('openid')]).toEqual([south, undefined]);
    await run('update users set organization_id = null where id = $1', guest.id);
    expect(await exchanged('openid organization')).toBeUndefined();
  });
});
