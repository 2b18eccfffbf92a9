import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../../src/modules/clients/index.ts';
import { useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { tokensOf } from '../support/logins.ts';
import { codeOf, enroll, giveCode, nextStep, wrongCodeOf } from '../support/mfa.ts';
import { queriesOf } from '../support/queries.ts';

const app = useApp();
let client: Client;
let token: string;
beforeAll(async () => {
  client = await buildClient(app);
  token = await app.token('write');
});

const UNLOCK = 'mutation ($id: ID!) { unlockUser(id: $id) { user { id lockedUntil } } }';
const rows = async (text: string, ...values: unknown[]) => (await app.server.database.pool.query(text, values)).rows;
const lockedUntil = async ({ id }: BuiltUser): Promise<string | null> =>
  (await app.data(token, 'query ($id: ID!) { user(id: $id) { lockedUntil } }', { id })).user.lockedUntil;
const unlock = async ({ id }: BuiltUser, as = token) => (await app.graphql(as, UNLOCK, { id })).body;
const eventsOf = ({ id }: BuiltUser) =>
  rows(`select actor_id from audit_events where action = 'user.unlocked' and subject_id = $1`, id);

/** Gives a password on the login page, in a browser that the user may have signed in with before. */
async function give(email: string, password: string, browser = new BrowserLite(app.issuer)) {
  await browser.open(authorizePath(client, { prompt: 'login' }));
  return browser.submit({ email, password });
}

/** Gives wrong passwords until another is refused. */
async function lock(email: string, browser?: BrowserLite): Promise<void> {
  for (let time = 0; time < 5; time++) expect((await give(email, 'not the password', browser)).status).toBe(400);
  expect((await give(email, 'not the password', browser)).status).toBe(429);
}

describe('an account', () => {
  it('has a password or none', async () => {
    const [withOne, without] = [await buildUser(app), await buildUser(app, { passwordHash: null })];
    const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on User { hasPassword } } }';
    const { nodes } = await app.data(token, query, { ids: [withOne.id, without.id] });
    expect(nodes).toEqual([{ hasPassword: true }, { hasPassword: false }]);
  });

  it('says when a sign-in last failed, to the user and to whoever reads the audit trail', async () => {
    const user = await buildUser(app);
    const query = 'query ($id: ID!) { user(id: $id) { lastFailedSignIn { occurredAt reason } } }';
    const last = async (as: string) => (await app.data(as, query, { id: user.id })).user.lastFailedSignIn;
    const own = (await tokensOf(app, client, user, 'openid')).access_token;
    const [admin, before] = [await app.token('admin'), app.clock.now()];
    expect([await last(admin), await last(own)]).toEqual([null, null]);
    await give(user.email, 'not the password');
    const failed = await last(admin);
    expect(failed).toEqual({ occurredAt: expect.any(String), reason: 'wrong_password' });
    expect(Date.parse(failed.occurredAt)).toBeGreaterThanOrEqual(before.getTime());
    expect([await last(own), await last(token)]).toEqual([failed, null]);
    await rows('update users set is_active = false where id = $1', user.id);
    await give(user.email, user.password);
    expect((await last(admin)).reason).toBe('disabled');
    // Looking has an end.
    await rows(
      `insert into audit_events (id, customer_id, occurred_at, action, actor_type, subject_type, subject_id)
       select uuidv7('1 year'), $1, now(), 'user.updated', 'system', 'user', $2 from generate_series(1, 200)`,
      app.customer.customerId,
      user.id,
    );
    expect(await last(admin)).toBeNull();
  });

  it('is locked by wrong passwords until the wait is over', async () => {
    const user = await buildUser(app);
    for (let time = 0; time < 4; time++) await give(user.email, 'not the password');
    expect(await lockedUntil(user)).toBeNull();
    await give(user.email, 'not the password');
    const left = Date.parse((await lockedUntil(user))!) - app.clock.now().getTime();
    expect(left).toBeGreaterThan(20_000);
    expect(left).toBeLessThanOrEqual(30_000);
    app.clock.advance(31);
    expect(await lockedUntil(user)).toBeNull();
    expect(answerOf(await give(user.email, user.password))).toHaveProperty('code');
  });

  it('is locked for the rest of the day after a hundred', async () => {
    const user = await buildUser(app);
    await give(user.email, 'not the password');
    const key = await rows(`update throttle_counters set points = 100 where key like 'password-account:%'
      and account is not null and points = 1 returning expire`);
    expect(key).toHaveLength(1);
    expect(Date.parse((await lockedUntil(user))!)).toBe(Number(key[0].expire));
    await unlock(user);
    expect(answerOf(await give(user.email, user.password))).toHaveProperty('code');
  });

  it('is unlocked, and signs in at once', async () => {
    const user = await buildUser(app);
    await lock(user.email);
    expect((await give(user.email, user.password)).status).toBe(429);
    expect(await unlock(user)).toMatchObject({ data: { unlockUser: { user: { id: user.id, lockedUntil: null } } } });
    expect(answerOf(await give(user.email, user.password))).toHaveProperty('code');
    expect(await eventsOf(user)).toEqual([{ actor_id: app.customer.clientId }]);
    // Once more changes nothing, and says nothing.
    expect(await unlock(user)).toMatchObject({ data: { unlockUser: { user: { id: user.id } } } });
    expect(await eventsOf(user)).toHaveLength(1);
  });

  it('is unlocked in a browser that the user has signed in with before', async () => {
    const user = await buildUser(app);
    const known = new BrowserLite(app.issuer);
    await give(user.email, user.password, known);
    await lock(user.email, known);
    expect(await lockedUntil(user)).not.toBeNull();
    await unlock(user);
    expect(answerOf(await give(user.email, user.password, known))).toHaveProperty('code');
  });

  it('is unlocked for its username, too, and at no certain customer', async () => {
    const username = 'locked.out';
    const user = await buildUser(app, { username });
    await lock(username);
    expect(await lockedUntil(user)).not.toBeNull();
    await unlock(user);
    expect(answerOf(await give(username, user.password))).toHaveProperty('code');
    // With several customers, whoever gives a password at /login has none.
    await app.newCustomer();
    const browser = new BrowserLite(app.issuer);
    for (let time = 0; time < 6; time++) {
      await browser.open('/login');
      await browser.submit({ email: user.email, password: 'not the password' });
    }
    expect(browser.page.status).toBe(429);
    expect(await lockedUntil(user)).not.toBeNull();
    await unlock(user);
    await browser.open('/login');
    expect(new URL((await browser.submit({ ...user })).url).pathname).not.toBe('/login');
  });

  it('is unlocked after wrong codes', async () => {
    const user = await buildUser(app);
    const { secret } = await enroll(app, (await tokensOf(app, client, user, 'openid')).access_token);
    const browser = new BrowserLite(app.issuer);
    await give(user.email, user.password, browser);
    for (let time = 0; time < 5; time++) await giveCode(browser, wrongCodeOf(app, secret));
    expect(await lockedUntil(user)).not.toBeNull();
    await unlock(user);
    nextStep(app);
    expect(answerOf(await giveCode(browser, codeOf(app, secret)))).toHaveProperty('code');
  });

  it('is unlocked by its own customer alone, an administrator’s with the scope admin', async () => {
    const user = await buildUser(app);
    await lock(user.email);
    const foreign = await app.token('admin', await app.newCustomer());
    const code = ({ errors }: { errors?: { extensions: { code: string } }[] }) => errors?.[0]?.extensions.code;
    expect(code(await unlock(user, foreign))).toBe('USER_NOT_FOUND');
    expect(code(await unlock({ ...user, id: 'nobody' }))).toBe('USER_NOT_FOUND');
    expect(code(await unlock(user, await app.token('read')))).toBe('INSUFFICIENT_SCOPE');
    expect(code(await unlock(await buildUser(app, { role: 'admin' })))).toBe('INSUFFICIENT_SCOPE');
    expect(await lockedUntil(user)).not.toBeNull();
    const { access_token: own } = await tokensOf(app, client, await buildUser(app), 'openid');
    expect(code(await unlock(user, own))).toBe('FORBIDDEN');
  });

  it('tells other members of the customer nothing', async () => {
    const { access_token: own } = await tokensOf(app, client, await buildUser(app), 'openid');
    const user = await buildUser(app);
    const make = `mutation ($id: ID!) { createGroup(input: { name: "Shown", memberIds: [$id] }) { group { id } } }`;
    const { createGroup } = await app.data(token, make, { id: user.id });
    const query = `query ($id: ID!) { group(id: $id) { members { nodes { id hasPassword temporaryPasswordUntil lockedUntil lastFailedSignIn { occurredAt } } } } }`;
    const hidden = { hasPassword: null, temporaryPasswordUntil: null, lockedUntil: null, lastFailedSignIn: null };
    const { group } = await app.data(own, query, { id: createGroup.group.id });
    expect(group.members.nodes).toEqual([{ id: user.id, ...hidden }]);
  });

  it('is read with one query for any number of users', async () => {
    const admin = await app.token('admin');
    const read = (first: number) =>
      queriesOf(() =>
        app.data(
          admin,
          `{ users(first: ${first}) { nodes { hasPassword temporaryPasswordUntil lockedUntil lastFailedSignIn { occurredAt } } } }`,
        ),
      );
    const [few, many] = [await read(2), await read(8)];
    expect(many.length).toBe(few.length);
  });
});
