import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { cleanUp, LogoutBell, secondsAfter, systemClock } from '#product';
import type { Client } from '../../src/modules/clients/index.ts';
import { useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { claimsIn, redeem, refresh, type Tokens } from '../support/logins.ts';
import { RelyingParty, type ToldLogout } from '../support/relying-party.ts';
import { until } from '../support/until.ts';

const app = useApp();
const party = new RelyingParty();
let client: Client;
let admin: string;

beforeAll(async () => {
  await party.start();
  client = await buildClient(app, { backchannelLogoutUri: party.uri });
});
afterAll(() => party.stop());
beforeEach(async () => {
  party.answer = () => 200;
  admin = await app.token('admin');
});

interface SignedIn {
  readonly browser: BrowserLite;
  readonly user: BuiltUser;
  readonly tokens: Tokens;
  readonly sid: string;
}

/** Signs in with the client, in the browser given or one of its own. */
async function signIn(given: { user?: BuiltUser; browser?: BrowserLite; client?: Client } = {}): Promise<SignedIn> {
  const { user = await buildUser(app), browser = new BrowserLite(app.issuer), client: by = client } = given;
  const page = await browser.open(authorizePath(by, { scope: 'openid offline_access' }));
  const answered = page.url.startsWith('https://rp.example/') ? page : await browser.logIn(user);
  const tokens: Tokens = (await redeem(app, by, answerOf(answered).code!)).body;
  return { browser, user, tokens, sid: claimsIn(tokens.id_token).sid };
}

async function signOut({ browser }: SignedIn): Promise<void> {
  await browser.open('/logout');
  await browser.submit({ decision: 'logout' });
}

async function toldOf(sid: string, count = 1): Promise<ToldLogout> {
  await until(() => party.of(sid).length >= count);
  return party.of(sid).at(-1)!;
}

const wake = (): void => app.server.runtime.get(LogoutBell).ring();

const rowsOf = async (sid: string) =>
  (await app.server.database.pool.query('select * from logout_deliveries where session_id = $1', [sid])).rows;

const LIST = `query ($where: LogoutDeliveryWhere) { logoutDeliveries(first: 200, where: $where) { totalCount edges {
  node { id clientId userId sessionId state attempts nextAttemptAt deliveredAt failedAt lastError createdAt } } } }`;

async function shown(sid: string, state?: string) {
  const { logoutDeliveries: list } = await app.data(admin, LIST, { where: state && { state: { eq: state } } });
  expect(list.totalCount).toBe(list.edges.length);
  return list.edges
    .map(({ node }: { node: { sessionId: string } }) => node)
    .find(({ sessionId }: { sessionId: string }) => sessionId === sid);
}

describe('a logout token', () => {
  it('OIDC Core §8.1: has the pairwise subject and the session that the client knows from its ID tokens', async () => {
    const pairwise = await buildClient(app, { subjectType: 'pairwise', backchannelLogoutUri: party.uri });
    const signedIn = await signIn({ client: pairwise });
    await signOut(signedIn);
    const { form } = await toldOf(signedIn.sid);
    const { sub, sid } = claimsIn(signedIn.tokens.id_token);
    expect(claimsIn(form.get('logout_token')!)).toMatchObject({ sub, sid });
    expect(sub).not.toBe(signedIn.user.id);
  });

  it('OIDC Back-Channel Logout §2.5: is posted as a form to the address the client has registered', async () => {
    const signedIn = await signIn();
    await signOut(signedIn);
    const { method, headers, form } = await toldOf(signedIn.sid);
    expect(method).toBe('POST');
    expect(headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect([...form.keys()]).toEqual(['logout_token']);
  });

  it('OIDC Back-Channel Logout §2.4: says who is logged out of which session, and nothing that ID tokens say', async () => {
    const signedIn = await signIn();
    const before = systemClock.now();
    await signOut(signedIn);
    const { claims } = await toldOf(signedIn.sid);
    expect(claims).toEqual({
      iss: app.issuer,
      sub: signedIn.user.id,
      sid: claimsIn(signedIn.tokens.id_token).sid,
      aud: client.id,
      iat: expect.any(Number),
      exp: expect.any(Number),
      jti: expect.stringMatching(/^[\w-]{22}$/),
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    });
    expect(claims.iat).toBeGreaterThanOrEqual(Math.floor(before.getTime() / 1000));
  });

  it('OIDC Back-Channel Logout §2.4: carries no nonce, also where the ID token did', async () => {
    const user = await buildUser(app);
    const browser = new BrowserLite(app.issuer);
    await browser.open(authorizePath(client, { nonce: 'n-0S6' }));
    const { body } = await redeem(app, client, answerOf(await browser.logIn(user)).code!);
    const { sid, nonce } = claimsIn(body.id_token);
    expect(nonce).toBe('n-0S6');
    await signOut({ browser, user, tokens: body, sid });
    expect((await toldOf(sid)).claims).not.toHaveProperty('nonce');
  });

  it('OIDC Back-Channel Logout §2.4: is of a type of its own, and expires within two minutes', async () => {
    const signedIn = await signIn();
    await signOut(signedIn);
    const { token, claims } = await toldOf(signedIn.sid);
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'RS256', typ: 'logout+jwt', kid: expect.any(String) });
    expect(claims.exp - claims.iat).toBeLessThanOrEqual(120);
    // Neither of our doors takes it for a token of another kind.
    expect((await app.send('GET', '/oauth2/userinfo', { token })).status).toBe(401);
  });

  it.each(['RS256', 'ES256', 'EdDSA'] as const)(
    'OIDC Back-Channel Logout §2.6: is signed like the client’s ID tokens (%s), with a published key',
    async (alg) => {
      const own = await buildClient(app, { backchannelLogoutUri: party.uri, idTokenSignedResponseAlg: alg });
      const signedIn = await signIn({ client: own });
      await signOut(signedIn);
      const { token } = await toldOf(signedIn.sid);
      const keys = createRemoteJWKSet(new URL(`${app.issuer}/oauth2/jwks`));
      const { protectedHeader } = await jwtVerify(token, keys, {
        issuer: app.issuer,
        audience: own.id,
        typ: 'logout+jwt',
        currentDate: app.clock.now(),
      });
      expect(protectedHeader.alg).toBe(alg);
    },
  );

  it('OIDC Back-Channel Logout §2.1: is announced in the server’s metadata, with sid', async () => {
    const { body } = await app.send('GET', '/.well-known/openid-configuration');
    expect(body).toMatchObject({ backchannel_logout_supported: true, backchannel_logout_session_supported: true });
  });
});

describe('who is told', () => {
  it('OIDC Back-Channel Logout §2.3: every client that the session signed in to and that wants to know, nobody else', async () => {
    const [second, silent, bystander] = await Promise.all([
      buildClient(app, { backchannelLogoutUri: party.uri }),
      buildClient(app),
      buildClient(app, { backchannelLogoutUri: party.uri }),
    ]);
    const first = await signIn();
    for (const by of [second, silent, second]) await signIn({ ...first, client: by });
    await signIn({ user: first.user, client: bystander });
    await signOut(first);
    await toldOf(first.sid, 2);
    expect(new Set((await rowsOf(first.sid)).map(({ client_id: id }) => id))).toEqual(new Set([client.id, second.id]));
    expect(party.told.filter(({ claims }) => claims.aud === bystander.id)).toEqual([]);
  });

  it('OIDC Back-Channel Logout §2.7: by then every token of the session is dead, refresh tokens too', async () => {
    const signedIn = await signIn();
    const { access_token: token, refresh_token: refreshToken } = signedIn.tokens;
    const heard = Promise.withResolvers<number[]>();
    party.answer = async () => {
      const userinfo = await app.send('GET', '/oauth2/userinfo', { token });
      heard.resolve([userinfo.status, (await refresh(app, client, refreshToken)).status]);
      return 200;
    };
    await signOut(signedIn);
    expect(await heard.promise).toEqual([401, 400]);
  });

  it('tells nobody of sessions that the clock has ended, when they are cleaned up', async () => {
    const signedIn = await signIn();
    const clock = { now: () => secondsAfter(app.clock.now(), 60 * 86_400) };
    await cleanUp(Object.create(app.server.runtime, { clock: { value: clock } }));
    const { rows } = await app.server.database.pool.query('select from sessions where id = $1', [signedIn.sid]);
    expect([rows, await rowsOf(signedIn.sid)]).toEqual([[], []]);
  });
});

const graphql = (query: string, variables: object, token = admin) => app.data(token, query, variables);

/** Every way there is to end a session. */
const ENDS: Readonly<Record<string, (session: SignedIn) => Promise<unknown>>> = {
  'the logout page': signOut,
  'a client’s wish': ({ browser, tokens }) => browser.open(`/oauth2/logout?id_token_hint=${tokens.id_token}`),
  'DELETE /api/sessions/{id}': ({ tokens, sid }) =>
    app.send('DELETE', `/api/sessions/${sid}`, { token: tokens.access_token }),
  revokeSession: ({ tokens, sid }) =>
    graphql('mutation ($sid: ID!) { revokeSession(id: $sid) { session { id } } }', { sid }, tokens.access_token),
  revokeOtherSessions: async ({ user }) => {
    const other = await signIn({ user });
    return graphql('mutation { revokeOtherSessions { count } }', {}, other.tokens.access_token);
  },
  revokeUserSessions: ({ user: { id } }) =>
    graphql('mutation ($id: ID!) { revokeUserSessions(userId: $id) { count } }', { id }),
  'the sessions page': async ({ user }) => {
    const other = await signIn({ user });
    await other.browser.open('/account/sessions');
    await other.browser.submit({ others: 'end' });
  },
  'another user in the same browser': async ({ browser }) => {
    const user = await buildUser(app);
    await browser.open(authorizePath(client, { prompt: 'login' }));
    await browser.logIn(user);
  },
  'disabling the user': ({ user: { id } }) =>
    graphql('mutation ($id: ID!) { updateUser(id: $id, input: { isActive: false }) { user { id } } }', { id }),
  'deleting the user': ({ user: { id } }) =>
    graphql('mutation ($id: ID!) { deleteUser(id: $id) { user { id } } }', { id }),
  'a change of the password': async ({ user }) => {
    const { browser } = await signIn({ user });
    await browser.open('/account/password');
    const next = 'quite another long password';
    await browser.submit({ current_password: user.password, password: next, confirmation: next });
  },
};

describe('whatever ends a session', () => {
  it.each(Object.keys(ENDS))('tells its clients: %s', async (way) => {
    const signedIn = await signIn();
    await ENDS[way]!(signedIn);
    expect((await rowsOf(signedIn.sid)).map(({ client_id: id }) => id)).toEqual([client.id]);
    wake();
    expect((await toldOf(signedIn.sid)).claims.sub).toBe(signedIn.user.id);
  });
});

describe('deliveries', () => {
  it.each([200, 204])('OIDC Back-Channel Logout §2.8: %i says that the client has understood', async (status) => {
    party.answer = () => status;
    const signedIn = await signIn();
    await signOut(signedIn);
    await until(async () => (await shown(signedIn.sid)).state === 'DELIVERED');
    expect(await shown(signedIn.sid, 'DELIVERED')).toMatchObject({
      clientId: client.id,
      userId: signedIn.user.id,
      attempts: 1,
      deliveredAt: expect.any(String),
      lastError: null,
    });
    expect(await shown(signedIn.sid, 'PENDING')).toBe(undefined);
  });

  it.each([302, 400, 401, 404, 500, 501])(
    'OIDC Back-Channel Logout §2.8: %i does not, and the client is told again with a new token',
    async (status) => {
      party.answer = () => status;
      const signedIn = await signIn();
      await signOut(signedIn);
      await until(async () => (await shown(signedIn.sid)).lastError !== null);
      const pending = await shown(signedIn.sid, 'PENDING');
      expect(pending).toMatchObject({ attempts: 1, lastError: `The client answered ${status}.`, failedAt: null });
      expect(Date.parse(pending.nextAttemptAt)).toBeGreaterThan(app.clock.now().getTime());
      party.answer = () => 200;
      app.clock.advance(60);
      wake();
      await until(async () => (await shown(signedIn.sid)).state === 'DELIVERED');
      const [first, second] = party.of(signedIn.sid);
      expect(party.of(signedIn.sid)).toHaveLength(2);
      expect(second!.claims.jti).not.toBe(first!.claims.jti);
    },
  );

  it('OIDC Back-Channel Logout §2.5: a client that does not answer holds up neither the logout nor the others', async () => {
    const slow = new RelyingParty();
    await slow.start();
    const released = Promise.withResolvers<number>();
    slow.answer = () => released.promise;
    const slowClient = await buildClient(app, { backchannelLogoutUri: slow.uri });
    const first = await signIn({ client: slowClient });
    await signOut(first);
    expect(first.browser.page.html).toContain('You are signed out');
    const second = await signIn();
    await signOut(second);
    await toldOf(second.sid);
    expect((await shown(first.sid)).state).toBe('PENDING');
    released.resolve(200);
    slow.stop();
  });

  it('are given up after a day of failures, and tried again when an administrator says so', async () => {
    party.answer = () => 500;
    const signedIn = await signIn();
    await signOut(signedIn);
    await until(async () => (await shown(signedIn.sid)).lastError !== null);
    const tenth = 'update logout_deliveries set attempts = 9, next_attempt_at = null where session_id = $1';
    await app.server.database.pool.query(tenth, [signedIn.sid]);
    wake();
    await until(async () => (await shown(signedIn.sid)).state === 'DEAD');
    const dead = await shown(signedIn.sid, 'DEAD');
    expect(dead).toMatchObject({ attempts: 10, failedAt: expect.any(String) });
    party.answer = () => 200;
    const RETRY = 'mutation ($id: ID!) { retryLogoutDelivery(id: $id) { logoutDelivery { id state attempts } } }';
    const { retryLogoutDelivery: revived } = await graphql(RETRY, dead);
    expect(revived.logoutDelivery).toEqual({ id: dead.id, state: 'PENDING', attempts: 0 });
    await until(async () => (await shown(signedIn.sid)).state === 'DELIVERED');
    const again = await app.graphql(admin, RETRY, dead);
    expect(again.body.errors[0].extensions.code).toBe('LOGOUT_DELIVERY_NOT_DEAD');
    for (const id of ['nonsense', crypto.randomUUID()]) {
      const none = await app.graphql(admin, RETRY, { id });
      expect(none.body.errors[0].extensions.code).toBe('LOGOUT_DELIVERY_NOT_FOUND');
    }
  });

  it('are made to no address of a private network', async () => {
    const own = await buildClient(app, { backchannelLogoutUri: 'http://169.254.169.254/latest/meta-data' });
    const signedIn = await signIn({ client: own });
    await signOut(signedIn);
    await until(async () => (await shown(signedIn.sid)).lastError !== null);
    expect((await shown(signedIn.sid)).lastError).toBe('The address is not on the public internet.');
  });

  it('follow no redirect', async () => {
    const target = new RelyingParty();
    await target.start();
    party.answer = () => 307;
    const signedIn = await signIn();
    await signOut(signedIn);
    await until(async () => (await shown(signedIn.sid)).lastError !== null);
    expect(target.told).toEqual([]);
    target.stop();
  });

  it('end with the client, and with its wish to be told', async () => {
    party.answer = () => 500;
    const [gone, unwilling] = [
      await buildClient(app, { backchannelLogoutUri: party.uri }),
      await buildClient(app, { backchannelLogoutUri: party.uri }),
    ];
    const [first, second] = [await signIn({ client: gone }), await signIn({ client: unwilling })];
    await signOut(first);
    await signOut(second);
    for (const { sid } of [first, second]) await until(async () => (await shown(sid)).lastError !== null);
    await graphql('mutation ($id: ID!) { deleteClient(id: $id) { client { id } } }', gone);
    expect(await rowsOf(first.sid)).toEqual([]);
    const forget =
      'mutation ($id: ID!) { updateClient(id: $id, input: { backchannelLogoutUri: null }) { client { id } } }';
    await graphql(forget, unwilling);
    app.clock.advance(60);
    wake();
    await until(async () => (await shown(second.sid)).state === 'DEAD');
    expect(party.of(second.sid)).toHaveLength(1);
  });

  it('are made once, however many servers there are', async () => {
    const sessions = await Promise.all(Array.from({ length: 8 }, () => signIn()));
    const other = await app.another();
    const ids = sessions.map(({ sid }) => sid);
    await app.server.database.pool.query('delete from sessions where id = any($1)', [ids]);
    for (const { runtime } of [app.server, other]) runtime.get(LogoutBell).ring();
    await until(() => ids.every((sid) => party.of(sid).length > 0));
    await other.stop();
    expect(ids.map((sid) => party.of(sid).length)).toEqual(ids.map(() => 1));
  });

  it('are forgotten a week after they were made', async () => {
    const signedIn = await signIn();
    await signOut(signedIn);
    await until(async () => (await shown(signedIn.sid)).state === 'DELIVERED');
    await cleanUp(app.server.runtime);
    expect(await rowsOf(signedIn.sid)).toHaveLength(1);
    await app.server.database.pool.query(
      `update logout_deliveries set created_at = created_at - interval '8 days' where session_id = $1`,
      [signedIn.sid],
    );
    await cleanUp(app.server.runtime);
    expect(await rowsOf(signedIn.sid)).toEqual([]);
  });
});
