import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Client } from '#product';
import { type Answer, useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import {
  answerOf,
  authorizePath,
  buildClient,
  buildConfidential,
  buildUser,
  SECRET,
  type BuiltUser,
} from '../support/builders.ts';
import { buildDeviceClient, codesOf, decide, poll } from '../support/devices.ts';
import { buildExchanger, exchange, EXCHANGE } from '../support/exchanges.ts';
import { claimsIn, codeOf, redeem, refresh, tokensOf, type Tokens } from '../support/logins.ts';
import { roundTripsOf } from '../support/queries.ts';

const app = useApp();
const rows = async (text: string, ...values: unknown[]) => (await app.server.database.pool.query(text, values)).rows;

const SUB = /^[\w-]{22}$/;
const of = (host: string, given: Partial<Client> = {}): Promise<Client> =>
  buildClient(app, { subjectType: 'pairwise', redirectUris: [`https://${host}/callback`], ...given });
const confidential = (host: string, given: Partial<Client> = {}): Promise<Client> =>
  buildConfidential(app, { subjectType: 'pairwise', redirectUris: [`https://${host}/callback`], ...given });

let a: Client;
let b: Client;
let open: Client;
let user: BuiltUser;
let system: string;
beforeAll(async () => {
  [a, b, open] = await Promise.all([of('a.example'), of('b.example'), buildClient(app)]);
  user = await buildUser(app);
  system = await app.token('read write admin');
});

const subOf = async (client: Client, who = user): Promise<string> =>
  claimsIn((await tokensOf(app, client, who, 'openid')).id_token).sub;
const userinfo = (token: string): Promise<Answer> => app.send('GET', '/oauth2/userinfo', { token });
const introspect = async (by: Client, token: string) =>
  (
    await app.send('POST', '/oauth2/introspect', {
      body: new URLSearchParams({ token, client_id: by.id, client_secret: SECRET }),
    })
  ).body;
const secretly = async (client: Client, who = user, given: Record<string, string> = {}): Promise<Tokens> =>
  (await redeem(app, client, await codeOf(app, client, who, { scope: 'openid', ...given }), { client_secret: SECRET }))
    .body;

describe('pairwise subjects', () => {
  it('OIDC Core §8.1: are the same at every login, for every client of a host, and differ between hosts', async () => {
    const [first, again, other] = [await subOf(a), await subOf(a), await subOf(b)];
    const sibling = await of('a.example', { redirectUris: ['https://a.example/other', 'https://A.example/third'] });
    expect(first).toMatch(SUB);
    expect([again, await subOf(sibling)]).toEqual([first, first]);
    expect(other).not.toBe(first);
    expect(await subOf(a, await buildUser(app))).not.toBe(first);
    expect(await subOf(open)).toBe(user.id);
  });

  it('OIDC Core §8.1: belong to the host of sector_identifier_uri, if there is one', async () => {
    const uris = { redirectUris: ['https://x.example/callback', 'https://y.example/callback'] };
    const joined = await of('', { ...uris, sectorIdentifierUri: 'https://a.example:444/list.json' });
    expect(await subOf(joined)).toBe(await subOf(a));
  });

  it('OIDC Core §5.3.2: are the same in the ID token, the access token, userinfo and after a refresh', async () => {
    const tokens = await tokensOf(app, a, user, 'openid offline_access');
    const { sub, sid } = claimsIn(tokens.id_token);
    const access = claimsIn(tokens.access_token);
    expect([access.sub, access.sid, access.sector]).toEqual([sub, sid, 'a.example']);
    expect((await userinfo(tokens.access_token)).body.sub).toBe(sub);
    const refreshed = (await refresh(app, a, tokens.refresh_token)).body;
    expect(claimsIn(refreshed.id_token)).toMatchObject({ sub, sid });
    expect((await userinfo(refreshed.access_token)).body.sub).toBe(sub);
  });

  it('are in signed userinfo', async () => {
    const client = await of('a.example', { userinfoSignedResponseAlg: 'ES256' });
    const { text } = await userinfo((await tokensOf(app, client, user, 'openid')).access_token);
    expect(claimsIn(text).sub).toBe(await subOf(a));
  });

  it('leave nothing that two hosts could compare: neither user nor session, in one session of one browser', async () => {
    const browser = new BrowserLite(app.issuer);
    await browser.open(authorizePath(a, { scope: 'openid' }));
    const one = (await redeem(app, a, answerOf(await browser.logIn(user))['code']!)).body;
    const two = (await redeem(app, b, answerOf(await browser.open(authorizePath(b, { scope: 'openid' })))['code']!))
      .body;
    const [session] = await rows('select id from sessions where user_id = $1 order by id desc limit 1', user.id);
    const own = ['iss', 'acr', 'amr', 'auth_time', 'customer_id', 'scope', 'iat', 'exp'];
    for (const name of ['id_token', 'access_token']) {
      const [left, right] = [claimsIn(one[name]), claimsIn(two[name])];
      for (const text of [one[name], two[name]].map((token) => JSON.stringify(claimsIn(token))))
        for (const id of [user.id, session.id]) expect(text).not.toContain(id);
      const same = Object.keys(left).filter((claim) => !own.includes(claim) && `${left[claim]}` === `${right[claim]}`);
      expect(same.filter((claim) => claim !== 'aud')).toEqual([]);
    }
  });

  it('are in the tokens of devices', async () => {
    const device = await buildDeviceClient(app, {
      subjectType: 'pairwise',
      sectorIdentifierUri: 'https://a.example/list.json',
    });
    const codes = await codesOf(app, device, { scope: 'openid' });
    await decide(app, codes, user);
    const { body } = await poll(app, device, codes.device_code);
    expect(claimsIn(body.id_token).sub).toBe(await subOf(a));
  });

  it('take no round trip more, once the server has read the salt', async () => {
    const client = await confidential('a.example');
    const { access_token: token, refresh_token } = await secretly(client, user, { scope: 'openid offline_access' });
    const code = await codeOf(app, client, user, { scope: 'openid' });
    const fields = { client_secret: SECRET };
    expect((await roundTripsOf(() => redeem(app, client, code, fields))).length).toBeLessThanOrEqual(2);
    expect((await roundTripsOf(() => refresh(app, client, refresh_token, fields))).length).toBeLessThanOrEqual(2);
    expect(await roundTripsOf(() => userinfo(token))).toHaveLength(1);
    expect(await roundTripsOf(() => introspect(client, token))).toHaveLength(1);
  });
});

describe('what comes back from a client with pairwise subjects', () => {
  const silently = async (browser: BrowserLite, client: Client, given: Record<string, string>) =>
    answerOf(await browser.open(authorizePath(client, { scope: 'openid', prompt: 'none', ...given })));
  const signedIn = async (client: Client, who = user): Promise<{ browser: BrowserLite; hint: string }> => {
    const browser = new BrowserLite(app.issuer);
    await browser.open(authorizePath(client, { scope: 'openid' }));
    const { code } = answerOf(await browser.logIn(who));
    return { browser, hint: (await redeem(app, client, code!)).body.id_token };
  };

  it('OIDC Core §3.1.2.1: id_token_hint is its user’s', async () => {
    const { browser, hint } = await signedIn(a);
    expect(await silently(browser, a, { id_token_hint: hint })).toHaveProperty('code');
    const others = await signedIn(a, await buildUser(app));
    expect(await silently(browser, a, { id_token_hint: others.hint })).toMatchObject({ error: 'login_required' });
  });

  it('refuses the hint of another client, of the same sector or not, and one from before a change of the sector', async () => {
    const sibling = await of('a.example', { redirectUris: ['https://a.example/sibling'] });
    const { browser, hint } = await signedIn(a);
    for (const client of [b, sibling, open])
      expect(await silently(browser, client, { id_token_hint: hint })).toMatchObject({ error: 'invalid_request' });
    const moving = await of('old.example');
    const before = await signedIn(moving);
    await app.data(
      system,
      'mutation ($id: ID!, $input: UpdateClientInput!) { updateClient(id: $id, input: $input) { client { id } } }',
      { id: moving.id, input: { sectorIdentifierUri: 'https://new.example/list.json' } },
    );
    expect(await silently(before.browser, moving, { id_token_hint: before.hint })).toMatchObject({
      error: 'login_required',
    });
  });

  it('OIDC Core §5.5: a sub in claims is compared with what the client knows, and never with the id', async () => {
    const { browser, hint } = await signedIn(a);
    const asking = (sub: string) => ({ claims: JSON.stringify({ id_token: { sub: { value: sub } } }) });
    expect(await silently(browser, a, asking(claimsIn(hint).sub))).toHaveProperty('code');
    for (const sub of [user.id, await subOf(b)])
      expect(await silently(browser, a, asking(sub))).toMatchObject({ error: 'login_required' });
  });

  it('OIDC RP-Initiated Logout §2: its ID token ends the session without a question', async () => {
    const { browser, hint } = await signedIn(a);
    const page = await browser.open(`/oauth2/logout?${new URLSearchParams({ id_token_hint: hint })}`);
    expect(page.html).not.toContain('name="decision"');
    expect(browser.cookies.has('guildhall_session')).toBe(false);
  });

  it('asks before a logout with the ID token of another session', async () => {
    const { browser } = await signedIn(a);
    const { hint } = await signedIn(a);
    const page = await browser.open(`/oauth2/logout?${new URLSearchParams({ id_token_hint: hint })}`);
    expect(page.html).toContain('name="decision"');
    expect(browser.cookies.has('guildhall_session')).toBe(true);
  });

  it('tells it in a frame which session has ended, as its ID tokens name it', async () => {
    const client = await of('a.example', {
      frontchannelLogoutUri: 'https://a.example/out',
      frontchannelLogoutSessionRequired: true,
    });
    const { browser, hint } = await signedIn(client);
    const { html } = await browser.open(`/oauth2/logout?${new URLSearchParams({ id_token_hint: hint })}`);
    expect(html).toContain(`sid=${claimsIn(hint).sid}`);
  });
});

describe('others that ask about tokens of a client with pairwise subjects', () => {
  const ORDERS = 'https://orders.example/';

  it('RFC 7662 §2.2: the client itself gets its own subject, also for a refresh token', async () => {
    const client = await confidential('a.example');
    const { access_token, refresh_token } = await secretly(client, user, { scope: 'openid offline_access' });
    const { sub, sid } = claimsIn(access_token);
    expect(await introspect(client, access_token)).toMatchObject({ active: true, sub, sid });
    expect(await introspect(client, refresh_token)).toMatchObject({ active: true, sub, sid });
  });

  it('only a client that serves the resource learns the user’s id; one of another sector gets its own subject', async () => {
    const client = await confidential('a.example', { resources: [ORDERS] });
    const { access_token } = await secretly(client, user, { resource: ORDERS });
    const server = await buildConfidential(app, { servedResources: [ORDERS] });
    const stranger = await buildConfidential(app);
    const sector = await confidential('b.example', { servedResources: [ORDERS] });
    expect((await introspect(server, access_token)).sub).toBe(user.id);
    expect(await introspect(stranger, access_token)).not.toHaveProperty('sub');
    expect(await introspect(await confidential('b.example'), access_token)).not.toHaveProperty('sub');
    const told = await introspect(sector, access_token);
    expect(told.sub).toBe(await subOf(b));
    expect([told.sid]).not.toContain(claimsIn(access_token).sid);
    // It also learns nothing from the token of a client with public subjects.
    const plain = await buildConfidential(app);
    expect((await introspect(sector, (await secretly(plain)).access_token)).sub).toBe(await subOf(b));
  });

  it('RFC 8693 §2.2: an exchanged token has the subject that its client knows', async () => {
    const client = await confidential('a.example', {
      resources: [ORDERS],
      grantTypes: ['authorization_code', EXCHANGE],
    });
    const { access_token } = await secretly(client, user, { resource: ORDERS });
    const own = (await exchange(app, client, access_token, { scope: 'openid' })).body.access_token;
    expect(claimsIn(own)).toMatchObject({ sub: claimsIn(access_token).sub, sector: 'a.example' });
    const STOCK = 'https://stock.example/';
    const next = { servedResources: [ORDERS], resources: [STOCK], requireConsent: false };
    const [public_, pairwise] = await Promise.all([
      buildExchanger(app, next),
      buildExchanger(app, { ...next, subjectType: 'pairwise', redirectUris: ['https://b.example/callback'] }),
    ]);
    const ask = async (by: Client) => (await exchange(app, by, access_token, { resource: STOCK })).body.access_token;
    expect(claimsIn(await ask(public_)).sub).toBe(user.id);
    expect(claimsIn(await ask(pairwise)).sub).toBe(await subOf(b));
  });

  it('RFC 8693 §4.1: an administrator who acts as a user is named as the client knows administrators', async () => {
    const input = { impersonation: 'ADMINISTRATORS' };
    const change =
      'mutation ($id: ID!, $input: UpdateCustomerInput!) { updateCustomer(id: $id, input: $input) { customer { id } } }';
    await app.data(system, change, { id: app.customer.customerId, input });
    const client = await confidential('a.example', {
      grantTypes: ['authorization_code', EXCHANGE],
      scopes: ['openid', 'admin'],
      resources: [ORDERS],
      allowsImpersonation: true,
    });
    const admin = await buildUser(app, { role: 'admin' });
    const { access_token } = await secretly(client, admin, { scope: 'openid admin' });
    const acting = await exchange(app, client, access_token, { requested_subject: user.id, resource: ORDERS });
    const claims = claimsIn(acting.body.access_token);
    expect(claims).toMatchObject({ sub: await subOf(a), act: { sub: await subOf(a, admin) } });
    const server = await buildConfidential(app, { servedResources: [ORDERS] });
    expect(await introspect(server, acting.body.access_token)).toMatchObject({ sub: user.id, act: { sub: admin.id } });
    const sector = await confidential('b.example', { servedResources: [ORDERS] });
    expect((await introspect(sector, acting.body.access_token)).act).toEqual({ sub: await subOf(b, admin) });
  });
});

describe('our own interfaces', () => {
  const viewer = '{ viewer { user { id } } }';

  it('refuse the tokens of its users, which would tell it their ids', async () => {
    const { access_token: token } = await tokensOf(app, a, user, 'openid');
    for (const answer of [await app.graphql(token, viewer), await app.send('GET', '/api/users', { token })]) {
      expect(answer.text).toContain('CLIENT_PAIRWISE');
      expect(answer.text).not.toContain(user.id);
    }
  });

  it('let an administrator administer through it', async () => {
    const client = await confidential('a.example', { scopes: ['openid', 'read'] });
    const admin = await buildUser(app, { role: 'admin' });
    const { access_token: token } = await secretly(client, admin, { scope: 'openid read' });
    expect((await app.data(token, viewer)).viewer.user.id).toBe(admin.id);
    await rows(`update users set role = 'member' where id = $1`, admin.id);
    expect((await app.graphql(token, viewer)).text).toContain('CLIENT_PAIRWISE');
  });
});

describe('a client’s subject type', () => {
  const UPDATE =
    'mutation ($id: ID!, $input: UpdateClientInput!) { updateClient(id: $id, input: $input) { client { subjectType sectorIdentifierUri } } }';
  const CREATE = `mutation ($input: CreateClientInput!) {
    createClient(input: $input) { client { id subjectType sectorIdentifierUri } }
  }`;
  const base = { name: 'App', subjectType: 'PAIRWISE', redirectUris: ['https://a.example/callback'] };

  it('OIDC Core §12.2: ends what users have granted when it changes, or when the sector does', async () => {
    const client = await of('a.example');
    const changes = [
      { redirectUris: ['https://c.example/callback'] },
      { sectorIdentifierUri: 'https://d.example/' },
      { subjectType: 'PUBLIC', sectorIdentifierUri: null },
      { subjectType: 'PAIRWISE' },
    ];
    let redirectUris = client.redirectUris;
    for (const input of changes) {
      const { access_token } = await tokensOf(app, { ...client, redirectUris }, user, 'openid');
      expect((await userinfo(access_token)).status).toBe(200);
      await app.data(system, UPDATE, { id: client.id, input });
      expect((await userinfo(access_token)).status).toBe(401);
      redirectUris = input.redirectUris ?? redirectUris;
    }
    const { access_token } = await tokensOf(app, { ...client, redirectUris }, user, 'openid');
    await app.data(system, UPDATE, {
      id: client.id,
      input: { redirectUris: [...redirectUris, 'https://c.example/2'] },
    });
    expect((await userinfo(access_token)).status).toBe(200);
  });

  it('is set when a client is created, and has one sector', async () => {
    const { client } = (await app.data(system, CREATE, { input: base })).createClient;
    expect(client).toMatchObject({ subjectType: 'PAIRWISE', sectorIdentifierUri: null });
    for (const input of [
      { redirectUris: ['https://a.example/callback', 'https://b.example/callback'] },
      { redirectUris: ['http://127.0.0.1/callback'] },
      { redirectUris: ['com.example.app:/callback'] },
      { redirectUris: ['https://a.example/callback'], sectorIdentifierUri: 'ftp://a.example/' },
      { subjectType: 'PUBLIC', sectorIdentifierUri: 'https://a.example/' },
    ]) {
      const { body } = await app.graphql(system, CREATE, { input: { ...base, ...input } });
      expect(body.errors[0].extensions.code).toBe('INVALID_INPUT');
    }
  });

  it('is refused for the client of a member, which could claim the host of somebody else', async () => {
    const { access_token: token } = await tokensOf(app, open, user, 'openid');
    for (const sectorIdentifierUri of [null, 'https://b.example/list.json']) {
      const input = { ...base, scopes: ['OPENID'], sectorIdentifierUri };
      const { body } = await app.graphql(token, CREATE, { input });
      expect(body.errors[0].message).toContain('own client cannot be PAIRWISE');
    }
    const own = await buildClient(app, { ownerId: user.id, requireConsent: true });
    const changed = await app.graphql(system, UPDATE, { id: own.id, input: { subjectType: 'PAIRWISE' } });
    expect(changed.body.errors[0].message).toContain('own client cannot be PAIRWISE');
  });
});

describe('the salt of pairwise subjects', () => {
  it('is stored encrypted, one for each customer, and survives a new start', async () => {
    await subOf(a);
    const stored = await rows('select customer_id, sealed_salt from pairwise_salts');
    expect(stored.map(({ customer_id: id }) => id)).toEqual([app.customer.customerId]);
    expect(stored[0].sealed_salt).toHaveLength(32 + 12 + 16);
    expect((await app.send('GET', '/.well-known/openid-configuration')).body.subject_types_supported).toEqual([
      'public',
      'pairwise',
    ]);
  });
});
