import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Client, hashOfGenerated } from '#product';
import type { AuthorizationDetail } from '../../src/ground/kernel/authorization-details.ts';
import { type Answer, useApp } from '../support/app.ts';
import { BrowserLite, type Page } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, buildUser, type BuiltUser, VERIFIER } from '../support/builders.ts';
import { buildDeviceClient, codesOf, poll, toDecision } from '../support/devices.ts';
import { EXCHANGE } from '../support/exchanges.ts';
import { askForTokens, claimsIn } from '../support/logins.ts';
import { queriesOf } from '../support/queries.ts';

const TYPES = {
  payment: {
    name: { en: 'Pay a bill', de: 'Eine Rechnung bezahlen' },
    members: {
      actions: { items: { enum: ['initiate', 'status', 'cancel'] } },
      locations: {},
      identifier: {},
      amount: {
        title: { en: 'Amount', de: 'Betrag' },
        type: 'object',
        properties: { value: { type: 'string' }, currency: { type: 'string' } },
        required: ['value', 'currency'],
        additionalProperties: false,
      },
      to: { title: 'To', type: 'string', maxLength: 70 },
    },
    required: ['amount'],
  },
  files: { name: 'Read files', members: { actions: {}, datatypes: {}, locations: {} } },
};
const app = useApp({ AUTHORIZATION_DETAILS_TYPES: JSON.stringify(TYPES) });
const plain = useApp();
const SECRET = 'ghs_secret';
const BANK = 'https://bank.example/';
const SHOP = 'https://shop.example/';
const PAYMENT = { type: 'payment', actions: ['initiate', 'status'], amount: { value: '12.00', currency: 'EUR' } };
const FILES = { type: 'files', actions: ['read', 'list'], datatypes: ['photos'] };

const registered = (given: Partial<Client> = {}, of = app): Promise<Client> =>
  buildClient(of, {
    type: 'confidential',
    secretHash: hashOfGenerated(SECRET),
    tokenEndpointAuthMethod: 'client_secret_post',
    grantTypes: ['authorization_code', 'refresh_token', 'client_credentials', EXCHANGE],
    scopes: ['openid', 'offline_access', 'read'],
    resources: [BANK, SHOP],
    authorizationDetailsTypes: ['payment', 'files'],
    requireConsent: true,
    ...given,
  });

let client: Client;
let user: BuiltUser;
beforeAll(async () => {
  client = await registered();
  user = await buildUser(app);
});

type Details = readonly object[] | string;
const asField = (details: Details | undefined) =>
  details === undefined
    ? {}
    : { authorization_details: typeof details === 'string' ? details : JSON.stringify(details) };

/** Where the browser of somebody who signs in comes to with this request. */
async function signedIn(details: Details | undefined, given: Record<string, string> = {}, of = client, who = user) {
  const browser = new BrowserLite(app.issuer);
  await browser.open(authorizePath(of, { scope: 'openid offline_access', ...asField(details), ...given }));
  return { browser, page: await browser.logIn(who) };
}
const isConsent = ({ url }: Page): boolean => new URL(url).pathname === '/consent';

/** The answer to a request that the user allows. */
async function allowed(details: Details | undefined, given: Record<string, string> = {}, of = client, who = user) {
  const { browser, page } = await signedIn(details, given, of, who);
  return answerOf(isConsent(page) ? await browser.submit({ decision: 'allow' }) : page);
}

const ask = (fields: Record<string, string | undefined>, of = client): Promise<Answer> =>
  askForTokens(app, { client_id: of.id, client_secret: SECRET, ...fields });
const redeem = (code: string | undefined, details?: Details, of = client) =>
  ask(
    {
      grant_type: 'authorization_code',
      code,
      redirect_uri: of.redirectUris[0],
      code_verifier: VERIFIER,
      ...asField(details),
    },
    of,
  );
const refresh = (token: string, details?: Details) =>
  ask({ grant_type: 'refresh_token', refresh_token: token, ...asField(details) });
const own = (details: Details, given: Record<string, string> = {}, of = client) =>
  ask({ grant_type: 'client_credentials', scope: 'read', ...asField(details), ...given }, of);
const exchange = (token: string, details?: Details, of = client, given: Record<string, string> = {}) =>
  ask(
    {
      grant_type: EXCHANGE,
      subject_token: token,
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      ...asField(details),
      ...given,
    },
    of,
  );
const introspect = async (token: string, of = client) =>
  (
    await app.send('POST', '/oauth2/introspect', {
      body: new URLSearchParams({ token, client_id: of.id, client_secret: SECRET }),
    })
  ).body;
const detailsIn = ({ body }: Answer): AuthorizationDetail[] => claimsIn(body.access_token)['authorization_details'];
const errorOf = ({ status, body }: Answer) => [status, body?.error];
const REFUSED = [400, 'invalid_authorization_details'];

describe('authorization details of a login', () => {
  it('RFC 9396 §7, §9.1, §9.2: are in the answer, the access token and introspection, and not in the ID token', async () => {
    const { code } = await allowed([PAYMENT, FILES]);
    const answer = await redeem(code);
    expect(answer.body.authorization_details).toEqual([PAYMENT, FILES]);
    expect(detailsIn(answer)).toEqual([PAYMENT, FILES]);
    expect((await introspect(answer.body.access_token)).authorization_details).toEqual([PAYMENT, FILES]);
    expect((await introspect(answer.body.refresh_token)).authorization_details).toEqual([PAYMENT, FILES]);
    expect(claimsIn(answer.body.id_token)).not.toHaveProperty('authorization_details');
  });

  it('RFC 9396 §8: are shown in words, with what the operator calls them, and nothing of them is HTML', async () => {
    const someone = await buildUser(app);
    const asked = [{ ...PAYMENT, to: '<b>Mallory</b>' }];
    const { page } = await signedIn(asked, {}, client, someone);
    expect(isConsent(page)).toBe(true);
    for (const text of ['Pay a bill', 'Amount', 'value: 12.00, currency: EUR', 'initiate, status', '&lt;b>Mallory'])
      expect(page.html).toContain(text);
    expect(page.html).not.toContain('<b>Mallory');
    const german = await signedIn(asked, { ui_locales: 'de' }, client, someone);
    for (const text of ['Eine Rechnung bezahlen', 'Betrag', 'Im Einzelnen:']) expect(german.page.html).toContain(text);
  });

  it('RFC 9396 §6: are asked for again if they are others, or more, and not if they are the same or less', async () => {
    const someone = await buildUser(app);
    await allowed([PAYMENT], {}, client, someone);
    const asks = async (details: Details) => isConsent((await signedIn(details, {}, client, someone)).page);
    expect(await asks([PAYMENT])).toBe(false);
    expect(await asks([{ ...PAYMENT, actions: ['status'] }])).toBe(false);
    expect(await asks([{ ...PAYMENT, actions: ['initiate', 'cancel'] }])).toBe(true);
    expect(await asks([{ ...PAYMENT, amount: { value: '13.00', currency: 'EUR' } }])).toBe(true);
    expect(await asks([{ type: 'payment', amount: PAYMENT.amount }])).toBe(true);
    expect(await asks([PAYMENT, FILES])).toBe(true);
  });

  it('RFC 9396 §6, §6.1: a token has less on request, and a refresh token keeps all', async () => {
    const { code } = await allowed([PAYMENT, FILES]);
    const less = [{ ...PAYMENT, actions: ['status'] }];
    const first = await redeem(code, less);
    expect(detailsIn(first)).toEqual(less);
    expect(first.body.authorization_details).toEqual(less);
    const second = await refresh(first.body.refresh_token);
    expect(detailsIn(second)).toEqual([PAYMENT, FILES]);
    expect(detailsIn(await refresh(second.body.refresh_token, [FILES]))).toEqual([FILES]);
  });

  it.each([
    ['another action', [{ ...PAYMENT, actions: ['cancel'] }]],
    ['another amount', [{ ...PAYMENT, amount: { value: '9.00', currency: 'EUR' } }]],
    ['a member more', [{ ...PAYMENT, to: 'Mallory' }]],
    ['a member less', [{ type: 'payment', amount: PAYMENT.amount }]],
    ['another type', [FILES]],
  ])('RFC 9396 §6: a token for %s is refused, and the code and the refresh token stay good', async (_what, more) => {
    const { code } = await allowed([PAYMENT]);
    expect(errorOf(await redeem(code, more))).toEqual(REFUSED);
    const { body } = await redeem(code);
    expect(errorOf(await refresh(body.refresh_token, more))).toEqual(REFUSED);
    expect(detailsIn(await refresh(body.refresh_token))).toEqual([PAYMENT]);
  });

  it('RFC 9396 §3: come pushed, too', async () => {
    const pushed = await app.send('POST', '/oauth2/par', {
      body: new URLSearchParams({
        client_secret: SECRET,
        ...Object.fromEntries(new URL(authorizePath(client, asField([FILES])), app.issuer).searchParams),
      }),
    });
    expect(pushed.status).toBe(201);
    const browser = new BrowserLite(app.issuer);
    await browser.open(`/oauth2/authorize?client_id=${client.id}&request_uri=${pushed.body.request_uri}`);
    const page = await browser.logIn(user);
    const { code } = answerOf(isConsent(page) ? await browser.submit({ decision: 'allow' }) : page);
    expect(detailsIn(await redeem(code))).toEqual([FILES]);
  });

  it('are on the page of applications, and end with the consent', async () => {
    const someone = await buildUser(app);
    const { browser } = await signedIn([PAYMENT], {}, client, someone);
    const { code } = answerOf(await browser.submit({ decision: 'allow' }));
    const { body } = await redeem(code);
    const page = await browser.open('/account/applications');
    expect(page.html).toContain('Pay a bill');
    await browser.submit({ client: client.id });
    expect(await introspect(body.access_token)).toEqual({ active: false });
    expect(isConsent(await browser.open(authorizePath(client, asField([PAYMENT]))))).toBe(true);
  });

  it('are read by administrators', async () => {
    const someone = await buildUser(app);
    await allowed([PAYMENT], {}, client, someone);
    const { body } = await app.graphql(
      await app.token('admin'),
      'query ($id: ID!) { user(id: $id) { consents { edges { node { authorizationDetails } } } } }',
      { id: someone.id },
    );
    expect(body.data.user.consents.edges).toEqual([{ node: { authorizationDetails: [PAYMENT] } }]);
  });
});

describe('locations of authorization details', () => {
  const there = { ...FILES, locations: [SHOP] };

  it('RFC 9396 §3.2: are resources that the request asks for', async () => {
    const answer = await own([there]);
    expect(claimsIn(answer.body.access_token)['aud']).toBe(SHOP);
    const { code } = await allowed([there]);
    expect(claimsIn((await redeem(code)).body.access_token)['aud']).toBe(SHOP);
  });

  it('RFC 9396 §9: a token has what is for its resources', async () => {
    const { code } = await allowed([there, { ...PAYMENT, locations: [BANK] }]);
    const { body } = await redeem(code);
    const one = await ask({ grant_type: 'refresh_token', refresh_token: body.refresh_token, resource: SHOP });
    expect(detailsIn(one)).toEqual([there]);
    expect(one.body.authorization_details).toEqual([there]);
  });

  it('RFC 9396 §9.2: a resource server is told what is for it', async () => {
    const shop = await registered({ servedResources: [SHOP] });
    const { body } = await own([there, { ...PAYMENT, locations: [BANK] }]);
    expect((await introspect(body.access_token, shop)).authorization_details).toEqual([there]);
    expect((await introspect(body.access_token)).authorization_details).toHaveLength(2);
  });

  it('that the client is not registered for are refused', async () => {
    expect(errorOf(await own([{ ...FILES, locations: ['https://other.example/'] }]))).toEqual(REFUSED);
    const browser = new BrowserLite(app.issuer);
    const page = await browser.open(
      authorizePath(client, asField([{ ...FILES, locations: ['https://other.example/'] }])),
    );
    expect(answerOf(page)).toMatchObject({ error: 'invalid_authorization_details' });
  });
});

describe('wrong authorization details', () => {
  const deep = `${'['.repeat(50)}${']'.repeat(50)}`;
  const wrong: [string, string][] = [
    ['no JSON', '{'],
    ['no array', JSON.stringify(PAYMENT)],
    ['an empty array', '[]'],
    ['null', 'null'],
    ['a text', '["payment"]'],
    ['no type', '[{"actions":["read"]}]'],
    ['a type that is no text', '[{"type":1}]'],
    ['an unknown type', '[{"type":"shell"}]'],
    ['a name that every object has', '[{"type":"constructor"}]'],
    ['a missing member', '[{"type":"payment"}]'],
    ['an unknown member', JSON.stringify([{ ...PAYMENT, iban: 'DE' }])],
    ['a prototype', '[{"type":"files","__proto__":{"type":"payment"}}]'],
    ['a prototype inside', '[{"type":"payment","amount":{"value":"1","currency":"EUR","__proto__":{}}}]'],
    ['an unknown member inside', JSON.stringify([{ ...PAYMENT, amount: { ...PAYMENT.amount, sign: '-' } }])],
    ['an unknown action', JSON.stringify([{ ...PAYMENT, actions: ['steal'] }])],
    ['a list that is none', JSON.stringify([{ ...FILES, actions: 'read' }])],
    ['an empty list', JSON.stringify([{ ...FILES, actions: [] }])],
    ['a list of lists', JSON.stringify([{ ...FILES, actions: [['read']] }])],
    ['a zero character', JSON.stringify([{ ...PAYMENT, to: 'a\0b' }])],
    ['half a character', '[{"type":"payment","amount":{"value":"1","currency":"EUR"},"to":"\\ud800"}]'],
    ['a number without end', '[{"type":"files","actions":[1e999]}]'],
    ['deep nesting', `[{"type":"files","actions":${deep}}]`],
    ['too many', JSON.stringify(Array.from({ length: 17 }, () => FILES))],
    ['too long a text', JSON.stringify([{ ...FILES, actions: ['x'.repeat(5000)] }])],
  ];

  it.each(wrong)('RFC 9396 §5: %s is refused at every door', async (_what, text) => {
    expect(errorOf(await own(text))).toEqual(REFUSED);
    const browser = new BrowserLite(app.issuer);
    const page = await browser.open(authorizePath(client, asField(text)));
    expect(answerOf(page)).toMatchObject({ error: 'invalid_authorization_details' });
    const pushed = await app.send('POST', '/oauth2/par', {
      body: new URLSearchParams({
        client_secret: SECRET,
        ...Object.fromEntries(new URL(authorizePath(client, asField(text)), app.issuer).searchParams),
      }),
    });
    expect(errorOf(pushed)).toEqual(REFUSED);
  });

  it('RFC 9396 §5: a type that the client is not registered for is refused, or lost since is left out', async () => {
    const poor = await registered({ authorizationDetailsTypes: ['files'] });
    expect(errorOf(await own([PAYMENT], {}, poor))).toEqual(REFUSED);
    const { code } = await allowed([PAYMENT, FILES]);
    const { body } = await redeem(code);
    const { pool } = app.server.database;
    const set = (types: string) =>
      pool.query('update clients set authorization_details_types = $1::text[] where id = $2', [types, client.id]);
    try {
      await set('{files}');
      expect((await introspect(body.access_token)).authorization_details).toEqual([FILES]);
      expect(detailsIn(await refresh(body.refresh_token))).toEqual([FILES]);
    } finally {
      await set('{payment,files}');
    }
  });
});

describe('authorization details without a login', () => {
  it('RFC 9396 §6: are those of a client that acts for itself, in one query', async () => {
    expect(await queriesOf(() => own([FILES]))).toHaveLength(1);
    const answer = await own([FILES]);
    expect(detailsIn(answer)).toEqual([FILES]);
    expect((await introspect(answer.body.access_token)).authorization_details).toEqual([FILES]);
  });

  it('RFC 8693 §1: are handed on only where asked for, and never more than there were', async () => {
    const { body } = await own([FILES]);
    expect(await exchange(body.access_token)).toMatchObject({ status: 200 });
    expect(detailsIn(await exchange(body.access_token))).toBeUndefined();
    const less = [{ ...FILES, actions: ['list'] }];
    expect(detailsIn(await exchange(body.access_token, less))).toEqual(less);
    expect(errorOf(await exchange(body.access_token, [PAYMENT]))).toEqual(REFUSED);
  });

  it('RFC 8693 §1: of a user are no other client’s that needs consent', async () => {
    const { code } = await allowed([{ ...FILES, locations: [SHOP] }]);
    const { body } = await redeem(code);
    const given = { servedResources: [SHOP], redirectUris: [], scopes: ['openid'] };
    const asked = [{ ...FILES, locations: [SHOP] }];
    const to = { audience: SHOP };
    const asking = await registered({ ...given, requireConsent: true });
    expect((await exchange(body.access_token, asked, asking, to)).status).toBe(400);
    const trusted = await registered({ ...given, requireConsent: false });
    expect(detailsIn(await exchange(body.access_token, asked, trusted, to))).toEqual(asked);
  });
});

describe('authorization details of a device', () => {
  it('RFC 9396 §3: are decided by its user, and narrowed by the device', async () => {
    const device = await buildDeviceClient(app, { authorizationDetailsTypes: ['files'] });
    const codes = await codesOf(app, device, asField([FILES]));
    const browser = await toDecision(app, codes, user);
    expect(browser.page.html).toContain('Read files');
    await browser.submit({ decision: 'allow' });
    const more = await poll(app, device, codes.device_code, asField([{ ...FILES, actions: ['delete'] }]));
    expect(errorOf(more)).toEqual(REFUSED);
    const less = [{ ...FILES, actions: ['read'] }];
    expect(detailsIn(await poll(app, device, codes.device_code, asField(less)))).toEqual(less);
  });
});

describe('a server', () => {
  it('RFC 9396 §10: tells its types, and a client its own', async () => {
    const { body } = await app.send('GET', '/.well-known/openid-configuration');
    expect(body.authorization_details_types_supported).toEqual(['payment', 'files']);
    const token = await app.token('admin');
    const create = (authorization_details_types: string[]) =>
      app.send('POST', '/api/clients', {
        token,
        body: { client_name: 'Bank', redirect_uris: ['https://rp.example/cb'], authorization_details_types },
      });
    const { status, body: made } = await create(['payment']);
    expect(status).toBe(201);
    const read = 'query ($id: ID!) { client(id: $id) { authorizationDetailsTypes } }';
    const found = await app.graphql(token, read, { id: made.client_id });
    expect(found.body.data.client).toEqual({ authorizationDetailsTypes: ['payment'] });
    expect((await create(['shell'])).status).toBe(400);
  });

  it('without types ignores the parameter, and says nothing of it', async () => {
    const { body } = await plain.send('GET', '/.well-known/openid-configuration');
    expect(body).not.toHaveProperty('authorization_details_types_supported');
    const of = await registered({ authorizationDetailsTypes: [] }, plain);
    const fields = { client_id: of.id, client_secret: SECRET, grant_type: 'client_credentials', scope: 'read' };
    const answer = await askForTokens(plain, { ...fields, authorization_details: '{' });
    expect(answer.status).toBe(200);
    expect(answer.body).not.toHaveProperty('authorization_details');
  });
});
