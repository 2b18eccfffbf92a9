import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Client } from '#product';
import { type Answer, useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { authorizePath, buildConfidential, buildUser, type BuiltUser, SECRET } from '../support/builders.ts';
import { EXCHANGE } from '../support/exchanges.ts';
import { askForTokens, claimsIn, codeOf, redeem } from '../support/logins.ts';

const app = useApp();
const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token';
const ORDERS = 'https://orders.example/';
const STOCK = 'https://stock.example/';
const rows = async (text: string, ...values: unknown[]) => (await app.server.database.pool.query(text, values)).rows;

const confidential = (given: Partial<Client> = {}): Promise<Client> => buildConfidential(app, given);
/** An application through which administrators act as users. */
const supportOf = (given: Partial<Client> = {}): Promise<Client> =>
  confidential({
    grantTypes: ['authorization_code', 'refresh_token', EXCHANGE],
    resources: [ORDERS],
    allowsImpersonation: true,
    ...given,
  });

let system: string;
let support: Client;
let orders: Client;
let admin: BuiltUser;
let user: BuiltUser;
let token: string;

const signIn = async (who: BuiltUser, scope = 'openid admin', by = support): Promise<string> => {
  const code = await codeOf(app, by, who, { scope });
  return (await redeem(app, by, code, { client_secret: SECRET })).body.access_token;
};
type Fields = Record<string, string | undefined>;
const exchange = (by: Client, subject: string, fields: Fields = {}): Promise<Answer> =>
  askForTokens(app, {
    grant_type: EXCHANGE,
    client_id: by.id,
    client_secret: SECRET,
    subject_token: subject,
    subject_token_type: ACCESS_TOKEN,
    ...fields,
  });
const actAs = (who: { id: string }, fields: Fields = {}, subject = token, by = support): Promise<Answer> =>
  exchange(by, subject, { requested_subject: who.id, ...fields });
const errorOf = async (answer: Answer | Promise<Answer>) => {
  const { status, body } = await answer;
  return [status, body.error, body.code];
};
const allow = (input: object) =>
  app.data(
    system,
    'mutation ($id: ID!, $input: UpdateCustomerInput!) { updateCustomer(id: $id, input: $input) { customer { impersonation impersonatorIds impersonationMails } } }',
    { id: app.customer.customerId, input },
  );
const userinfo = (of: string) => app.send('GET', '/oauth2/userinfo', { token: of });

const OFF = [400, 'access_denied', 'IMPERSONATION_OFF'];
const NOBODY = [400, 'access_denied', 'NOT_TO_IMPERSONATE'];
const INVALID = [400, 'invalid_request', 'INVALID_REQUEST'];

beforeAll(async () => {
  support = await supportOf();
  orders = await confidential({
    grantTypes: ['client_credentials', EXCHANGE],
    redirectUris: [],
    scopes: ['openid', 'profile', 'read'],
    resources: [STOCK],
    servedResources: [ORDERS],
  });
});

beforeEach(async () => {
  system = await app.token('admin');
  await allow({ impersonation: 'ADMINISTRATORS', impersonatorIds: [], impersonationMails: false });
  admin = await buildUser(app, { role: 'admin' });
  user = await buildUser(app, { name: 'Ada Lovelace' });
  token = await signIn(admin);
});

describe('an administrator who acts as a user', () => {
  it('RFC 8693 §4.1: gets a token of the user for a quarter of an hour, which names who acts, and no other token', async () => {
    const { status, body } = await actAs(user);
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual([
      'access_token',
      'expires_in',
      'issued_token_type',
      'scope',
      'token_type',
    ]);
    expect(body.expires_in).toBeLessThanOrEqual(900);
    const claims = claimsIn(body.access_token);
    expect(claims).toMatchObject({ sub: user.id, act: { sub: admin.id }, aud: app.issuer, client_id: support.id });
    expect(body.scope.split(' ')).toEqual(['email', 'groups', 'openid', 'profile']);
    expect((await userinfo(body.access_token)).body).toMatchObject({
      sub: user.id,
      name: 'Ada Lovelace',
      act: { sub: admin.id },
    });
    const { clientId, clientSecret } = app.customer;
    const form = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, token: body.access_token });
    const told = (await app.send('POST', '/oauth2/introspect', { body: form })).body;
    expect(told).toMatchObject({ active: true, sub: user.id, act: { sub: admin.id } });
    app.clock.advance(901);
    expect((await userinfo(body.access_token)).status).toBe(401);
  });

  it('is in the audit trail under both names, in the user’s history, and in a mail if the customer wants it', async () => {
    await allow({ impersonationMails: true });
    await actAs(user);
    const query = `query ($where: AuditEventWhere) { auditEvents(where: $where) { edges { node {
      action actorId impersonatorId impersonator { id } subjectId clientId } } } }`;
    const { auditEvents } = await app.data(system, query, { where: { impersonatorId: { eq: admin.id } } });
    expect(auditEvents.edges.map(({ node }: { node: object }) => node)).toEqual([
      {
        action: 'impersonation.started',
        actorId: admin.id,
        impersonatorId: admin.id,
        impersonator: { id: admin.id },
        subjectId: user.id,
        clientId: support.id,
      },
    ]);
    const browser = new BrowserLite(app.issuer);
    await browser.open(authorizePath(support));
    await browser.logIn(user);
    expect((await browser.open('/account/history')).html).toContain('An administrator acts as you');
    const mails = await rows('select kind from outbox_mails where user_id = $1', user.id);
    expect(mails).toEqual([{ kind: 'security_notice' }]);
  });

  it('reads here what the user can, changes nothing at any door, and is recorded trying', async () => {
    const { access_token } = (await actAs(user)).body;
    const { viewer } = await app.data(access_token, '{ viewer { user { id } } }');
    expect(viewer.user).toEqual({ id: user.id });
    const changes = [
      'revokeOtherSessions { __typename }',
      'requestOwnEmailChange(newEmail: "a@b.example") { __typename }',
      `requestPasswordReset(userId: "${user.id}") { __typename }`,
      'startMfaSetup { __typename }',
      `updateUser(id: "${user.id}", input: { name: "Eve" }) { user { id } }`,
      `deleteUser(id: "${user.id}") { user { id } }`,
      'createClient(input: { name: "Mine", redirectUris: ["https://a.example/"] }) { __typename }',
    ];
    for (const change of changes) {
      const { body } = await app.graphql(access_token, `mutation { ${change} }`);
      expect([change, body.errors[0].extensions.code]).toEqual([change, 'IMPERSONATED']);
    }
    const [session] = await rows('select id from sessions where user_id = $1', admin.id);
    const refused = [
      await app.send('DELETE', `/api/sessions/${session.id}`, { token: access_token }),
      await app.send('POST', '/api/mfa/setup', { token: access_token, body: {} }),
      await app.send('DELETE', `/api/users/${user.id}`, { token: access_token }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403]);
    const events = await rows(
      `select actor_id, impersonator_id from audit_events where action = 'access.refused' and impersonator_id is not null
       and actor_id = $1 limit 1`,
      user.id,
    );
    expect(events).toEqual([{ actor_id: user.id, impersonator_id: admin.id }]);
  });

  it('keeps act in every token that is exchanged for it, and both names in the trail', async () => {
    const { access_token } = (await actAs(user, { resource: ORDERS })).body;
    const narrow = (await exchange(support, access_token, { scope: 'openid', resource: ORDERS })).body;
    expect(claimsIn(narrow.access_token)).toMatchObject({ sub: user.id, act: { sub: admin.id }, scope: 'openid' });
    const { status, body } = await exchange(orders, access_token, { resource: STOCK });
    expect(status).toBe(200);
    const further = claimsIn(body.access_token);
    expect(further).toMatchObject({ sub: user.id, act: { sub: orders.id, act: { sub: admin.id } } });
    const events = await rows(
      `select impersonator_id, subject_id from audit_events where action = 'token.exchanged' and subject_id = $1`,
      user.id,
    );
    expect(events).toEqual([{ impersonator_id: admin.id, subject_id: user.id }]);
    await rows(`update customers set impersonation = 'off' where id = $1`, app.customer.customerId);
    const { clientId, clientSecret } = app.customer;
    const form = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, token: body.access_token });
    expect((await app.send('POST', '/oauth2/introspect', { body: form })).body).toEqual({ active: false });
  });
});

describe('the user, at /account/sessions', () => {
  /** The page, with the ids that its buttons end. */
  async function pageOf(who: BuiltUser): Promise<{ browser: BrowserLite; ids: string[] }> {
    const browser = new BrowserLite(app.issuer);
    await browser.open(authorizePath(support));
    await browser.logIn(who);
    await browser.open('/account/sessions');
    return { browser, ids: idsIn(browser) };
  }
  const idsIn = (browser: BrowserLite) =>
    [...browser.page.html.matchAll(/name="impersonation" value="([^"]+)"/g)].map(([, id]) => id!);

  it('sees who acts, and ends it with all that came of it', async () => {
    const boss = await buildUser(app, { role: 'admin', name: 'Grace Hopper' });
    const { body } = await actAs(user, { resource: ORDERS }, await signIn(boss));
    const further = (await exchange(orders, body.access_token, { audience: STOCK })).body.access_token;
    const here = (await actAs(user)).body.access_token;
    const { browser, ids } = await pageOf(user);
    expect(ids).toHaveLength(2);
    for (const text of ['Administrators who act as you', 'Grace Hopper', 'With Some Application, since'])
      expect(browser.page.html.replaceAll(/<[^>]*>/g, '')).toContain(text);
    expect((await userinfo(here)).status).toBe(200);
    // The last one comes first.
    await browser.submit({ impersonation: ids[0]! });
    expect((await userinfo(here)).status).toBe(401);
    expect(idsIn(browser)).toEqual([ids[1]]);
    await browser.submit({ impersonation: ids[1]! });
    for (const ended of [body.access_token, further])
      expect(await errorOf(exchange(orders, ended, { audience: STOCK }))).toEqual(INVALID);
    expect(browser.page.html).not.toContain('Administrators who act as you');
    expect((await browser.open('/account/history')).html).toContain('You ended that an administrator acts as you');
    const ended = `select actor_id, subject_id, impersonator_id, details from audit_events
      where action = 'impersonation.ended' and subject_id = $1 order by id`;
    expect(await rows(ended, user.id)).toEqual(
      [admin.id, boss.id].map((administratorId) => ({
        actor_id: user.id,
        subject_id: user.id,
        impersonator_id: null,
        details: { clientId: support.id, administratorId },
      })),
    );
  });

  it('sees and ends nobody else’s, and none that has expired', async () => {
    const { access_token: acting } = (await actAs(user)).body;
    const { ids } = await pageOf(user);
    const other = await pageOf(await buildUser(app));
    expect(other.ids).toEqual([]);
    for (const id of [...ids, randomUUID(), 'no id']) await other.browser.submit({ impersonation: id });
    expect((await userinfo(acting)).status).toBe(200);
    // The administrator’s own grant is none, either.
    const own = await pageOf(admin);
    await own.browser.submit({ impersonation: claimsIn(token).gid });
    expect((await userinfo(token)).status).toBe(200);
    app.clock.advance(901);
    expect((await pageOf(user)).ids).toEqual([]);
  });
});

describe('acting as a user ends', () => {
  const ends: [string, () => Promise<unknown>][] = [
    ['the administrator signs out', () => rows('delete from sessions where user_id = $1', admin.id)],
    ['the administrator is disabled', () => rows('update users set is_active = false where id = $1', admin.id)],
    ['the administrator loses the role', () => rows(`update users set role = 'member' where id = $1`, admin.id)],
    ['the administrator is deleted', () => rows('delete from users where id = $1', admin.id)],
    ['the user is disabled', () => rows('update users set is_active = false where id = $1', user.id)],
    ['the user becomes an administrator', () => rows(`update users set role = 'admin' where id = $1`, user.id)],
    ['the user becomes an auditor', () => rows(`update users set administration = 'auditor' where id = $1`, user.id)],
    ['the customer turns it off', () => allow({ impersonation: 'OFF' })],
    ['the customer no longer lists the administrator', () => allow({ impersonation: 'LISTED', impersonatorIds: [] })],
    [
      'the administrator’s own token is revoked',
      () => {
        const body = new URLSearchParams({ client_id: support.id, client_secret: SECRET, token });
        return app.send('POST', '/oauth2/revoke', { body });
      },
    ],
  ];
  it.each(ends)('when %s', async (_name, end) => {
    const { access_token } = (await actAs(user)).body;
    expect((await userinfo(access_token)).status).toBe(200);
    await end();
    expect((await userinfo(access_token)).status).toBe(401);
  });

  it('when the client is no longer allowed to', async () => {
    const other = await supportOf();
    const { access_token } = (await actAs(user, {}, await signIn(admin, 'openid admin', other), other)).body;
    expect((await userinfo(access_token)).status).toBe(200);
    await rows('update clients set allows_impersonation = false where id = $1', other.id);
    expect((await userinfo(access_token)).status).toBe(401);
  });
});

describe('acting as a user is refused', () => {
  it('where the customer has not allowed it, or not to this administrator', async () => {
    await allow({ impersonation: 'OFF' });
    expect(await errorOf(actAs(user))).toEqual(OFF);
    await allow({ impersonation: 'LISTED', impersonatorIds: [(await buildUser(app, { role: 'admin' })).id] });
    expect(await errorOf(actAs(user))).toEqual(OFF);
    await allow({ impersonatorIds: [admin.id] });
    expect((await actAs(user)).status).toBe(200);
  });

  it('through a client that is not allowed to', async () => {
    const other = await supportOf({ allowsImpersonation: false });
    expect(await errorOf(actAs(user, {}, await signIn(admin, 'openid admin', other), other))).toEqual(OFF);
  });

  it('for whoever administers anything, is no user, is disabled, or is another customer’s', async () => {
    const { customerId } = await app.newCustomer();
    const staff = [{ role: 'admin' }, { administration: 'auditor' }, { administration: 'help_desk' }] as const;
    const others = [...staff, { customerId }, { isActive: false }].map((given) => buildUser(app, given));
    const unknown = [{ id: randomUUID() }, { id: 'nobody' }, { id: support.id }];
    for (const nobody of [admin, ...(await Promise.all(others)), ...unknown])
      expect([nobody.id, await errorOf(actAs(nobody))]).toEqual([nobody.id, NOBODY]);
  });

  it('to an auditor, with a token that cannot administer, and after the sign-in has become old', async () => {
    const auditor = await signIn(await buildUser(app, { administration: 'auditor' }), 'openid read admin');
    expect(await errorOf(actAs(user, {}, auditor))).toEqual(INVALID);
    expect(await errorOf(actAs(user, {}, await signIn(admin, 'openid write')))).toEqual(INVALID);
    app.clock.advance(601);
    expect(await errorOf(actAs(user))).toEqual([400, 'access_denied', 'REAUTHENTICATION_REQUIRED']);
  });

  it('with a token of somebody who acts already, of a service account, or of another client', async () => {
    const { access_token } = (await actAs(user)).body;
    const other = await buildUser(app);
    expect(await errorOf(actAs(other, {}, access_token))).toEqual(INVALID);
    expect(await errorOf(actAs(other, {}, system))).toEqual(INVALID);
    const neighbor = await supportOf();
    expect(await errorOf(actAs(other, {}, token, neighbor))).toEqual(INVALID);
    expect(await errorOf(actAs(other, { actor_token: token, actor_token_type: ACCESS_TOKEN }))).toEqual(INVALID);
    expect(await errorOf(actAs(other, {}, `${token.slice(0, -4)}AAAA`))).toEqual(INVALID);
  });

  it('to administer, to stay, and beyond what the client has', async () => {
    for (const scope of ['admin', 'openid read', 'offline_access', 'openid phone'])
      expect([scope, (await errorOf(actAs(user, { scope })))[1]]).toEqual([scope, 'invalid_scope']);
    expect((await errorOf(actAs(user, { resource: STOCK })))[1]).toBe('invalid_target');
  });

  it('where the client needs the consent of a user who has not given it', async () => {
    const asking = await supportOf({ requireConsent: true });
    const own = await signIn(admin, 'openid admin', asking);
    expect(await errorOf(actAs(user, {}, own, asking))).toEqual(NOBODY);
    await codeOf(app, asking, user, { scope: 'openid profile' });
    expect((await actAs(user, { scope: 'openid profile' }, own, asking)).status).toBe(200);
  });

  it('for a resource that the user has not allowed a client which needs consent', async () => {
    const careful = await supportOf({ requireConsent: true });
    const own = await signIn(admin, 'openid admin', careful);
    const allowed = (resources: string[]) =>
      rows(
        `insert into consents (user_id, client_id, customer_id, scopes, resources, created_at, updated_at)
         values ($1, $2, $3, '{openid,profile,email,groups}', $4, now(), now())
         on conflict (user_id, client_id) do update set resources = excluded.resources`,
        user.id,
        careful.id,
        app.customer.customerId,
        resources,
      );
    await allowed([]);
    expect((await actAs(user, {}, own, careful)).status).toBe(200);
    expect(await errorOf(actAs(user, { resource: ORDERS }, own, careful))).toEqual(NOBODY);
    await allowed([ORDERS]);
    expect((await actAs(user, { resource: ORDERS }, own, careful)).status).toBe(200);
  });

  it('after the administrator has lost the role or the session', async () => {
    await rows(`update users set role = 'member' where id = $1`, admin.id);
    expect((await actAs(user)).status).toBeGreaterThanOrEqual(400);
    const gone = await buildUser(app, { role: 'admin' });
    const old = await signIn(gone);
    await rows('delete from sessions where user_id = $1', gone.id);
    expect(await errorOf(actAs(user, {}, old))).toEqual(INVALID);
  });
});

describe('the settings for it', () => {
  it('are off for a new customer, and refuse what is no list of ids', async () => {
    const { customerId } = await app.newCustomer();
    const [of] = await rows('select impersonation, impersonator_ids from customers where id = $1', customerId);
    expect(of).toEqual({ impersonation: 'off', impersonator_ids: [] });
    await expect(allow({ impersonatorIds: ['nobody'] })).rejects.toThrow();
  });

  it('of a client need an administrator, the grant type and the scope', async () => {
    const create = (of: string, given: object = {}) =>
      app.graphql(
        of,
        'mutation ($input: CreateClientInput!) { createClient(input: $input) { client { allowsImpersonation } } }',
        {
          input: {
            name: 'Support',
            redirectUris: ['https://support.example/'],
            grantTypes: ['AUTHORIZATION_CODE', 'TOKEN_EXCHANGE'],
            scopes: ['OPENID', 'ADMIN'],
            allowsImpersonation: true,
            ...given,
          },
        },
      );
    expect((await create(system)).body.data.createClient.client).toEqual({ allowsImpersonation: true });
    expect((await create(system, { scopes: ['OPENID'] })).body.errors[0].extensions.faults[0].path).toBe(
      'allowsImpersonation',
    );
    const writer = await app.token('write');
    expect((await create(writer)).body.errors[0].extensions.code).toBe('BEYOND_OWN_RIGHTS');
  });
});
