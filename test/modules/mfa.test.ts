import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Client } from '../../src/modules/clients/index.ts';
import { useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { authorizePath, buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { tokensOf } from '../support/logins.ts';
import { codeOf, enroll, forgetGuesses, nextStep, wrongCodeOf } from '../support/mfa.ts';
import { queriesOf } from '../support/queries.ts';

const app = useApp();
let client: Client;
let user: BuiltUser;
let token: string;
let admin: string;
let administrator: BuiltUser;

const login = async (who: BuiltUser): Promise<string> =>
  (await tokensOf(app, client, who, 'openid admin')).access_token;
const rows = async (text: string, ...values: unknown[]) => (await app.server.database.pool.query(text, values)).rows;
const reset = (as: string, userId: string) =>
  app.graphql(as, 'mutation ($id: ID!) { resetUserMfa(id: $id) { user { id mfaEnabled mfaMethods } } }', {
    id: userId,
  });

beforeAll(async () => {
  client = await buildClient(app);
  administrator = await buildUser(app, { role: 'admin' });
});

beforeEach(async () => {
  user = await buildUser(app);
  token = await login(user);
  admin = await login(administrator);
});

describe('an administrator', () => {
  it('takes a user’s second factor away, who is told by mail and signed out', async () => {
    const { backupCodes } = await enroll(app, token);
    const { body } = await reset(admin, user.id.toUpperCase());
    expect(body.data).toEqual({ resetUserMfa: { user: { id: user.id, mfaEnabled: false, mfaMethods: [] } } });
    expect((await app.send('POST', '/api/mfa/disable', { token, body: { code: backupCodes[0] } })).status).toBe(401);
    expect(await rows('select 1 from sessions where user_id = $1', user.id)).toEqual([]);
    const mails = await rows('select subject from outbox_mails where recipient = $1 order by id', user.email);
    expect(mails.at(-1)).toEqual({ subject: 'Your two-step verification was reset' });
    const trail = await rows(
      `select actor_id, subject_id from audit_events where action = 'mfa.reset' and subject_id = $1`,
      user.id,
    );
    expect(trail).toEqual([{ actor_id: administrator.id, subject_id: user.id }]);
    const browser = new BrowserLite(app.issuer);
    await browser.open(authorizePath(client));
    expect((await browser.logIn(user)).url).toContain('code=');
  });

  it('takes away what is being set up along with it', async () => {
    const { secret } = await enroll(app, token);
    const start = 'mutation ($code: String) { startMfaSetup(code: $code) { secret } }';
    await app.data(token, start, { code: codeOf(app, secret) });
    await reset(admin, user.id);
    expect(await rows('select 1 from totp_setups where user_id = $1', user.id)).toEqual([]);
  });

  it('hears when there is nothing to take away, or nobody', async () => {
    const reason = async (id: string) => (await reset(admin, id)).body.errors[0].extensions.code;
    expect(await reason(user.id)).toBe('MFA_NOT_ENABLED');
    expect(await reason('nobody')).toBe('USER_NOT_FOUND');
    const { customerId } = await app.newCustomer();
    expect(await reason((await buildUser(app, { customerId })).id)).toBe('USER_NOT_FOUND');
  });

  it('has to have signed in within the last ten minutes', async () => {
    await enroll(app, token);
    await rows(`update grants set auth_time = auth_time - interval '601 seconds' where user_id = $1`, administrator.id);
    const { body } = await reset(admin, user.id);
    expect(body.errors[0].extensions).toMatchObject({ code: 'REAUTHENTICATION_REQUIRED' });
    expect(await rows('select 1 from totp_factors where user_id = $1', user.id)).toHaveLength(1);
  });

  it('needs a code for their own, as everybody does', async () => {
    const { body } = await reset(admin, administrator.id);
    expect(body.errors[0].extensions.kind).toBe('FORBIDDEN');
  });

  it('is not what members and service accounts are', async () => {
    await enroll(app, token);
    for (const other of [await login(await buildUser(app)), await app.token('admin')])
      expect((await reset(other, user.id)).body.errors[0].extensions.kind).toBe('FORBIDDEN');
  });
});

describe('a new app in the place of the old one', () => {
  const start = (code?: string) =>
    app.graphql(token, 'mutation ($code: String) { startMfaSetup(code: $code) { secret backupCodes } }', { code });
  const verify = (code: string) =>
    app.graphql(token, 'mutation ($code: String!) { verifyMfaSetup(code: $code) { user { mfaEnabled } } }', { code });

  it('is set up for a code of the old one, which counts until the new one is proved', async () => {
    const old = await enroll(app, token);
    expect((await start('000000')).body.errors[0].extensions.code).toBe('WRONG_CODE');
    const { secret, backupCodes } = (await start(codeOf(app, old.secret))).body.data.startMfaSetup;
    nextStep(app);
    const regenerate = 'mutation ($code: String) { regenerateBackupCodes(code: $code) { backupCodes } }';
    await app.data(token, regenerate, { code: codeOf(app, old.secret) });
    expect((await verify(codeOf(app, secret))).body.data.verifyMfaSetup.user).toEqual({ mfaEnabled: true });
    nextStep(app);
    const disable = (code: string) => app.send('POST', '/api/mfa/disable', { token, body: { code } });
    expect((await disable(codeOf(app, old.secret))).status).toBe(400);
    expect((await disable(old.backupCodes[0]!)).status).toBe(400);
    expect((await disable(backupCodes[0])).status).toBe(200);
  });

  it('never takes a place it was not given', async () => {
    const { body: unproved } = await app.send('POST', '/api/mfa/setup', { token });
    const [{ sealed_secret: sealed }] = await rows('select sealed_secret from totp_setups where user_id = $1', user.id);
    await enroll(app, token);
    await rows(
      `insert into totp_setups select customer_id, user_id, $2, '{}', false, now() + interval '1 day' from totp_factors where user_id = $1`,
      user.id,
      sealed,
    );
    expect((await verify(codeOf(app, unproved.secret))).body.errors[0].extensions.code).toBe('MFA_SETUP_NOT_STARTED');
  });
});

describe('guessing codes', () => {
  it('is counted on one counter for the login page, setup and every other path, and costs a wait after five', async () => {
    const { secret } = await enroll(app, token);
    const wrong = wrongCodeOf(app, secret);
    const browser = new BrowserLite(app.issuer);
    await browser.open(authorizePath(client));
    await browser.logIn(user);
    for (let tries = 0; tries < 2; tries += 1) expect((await browser.submit({ code: wrong })).status).toBe(400);
    const disable = (code: string) => app.send('POST', '/api/mfa/disable', { token, body: { code } });
    for (let tries = 0; tries < 2; tries += 1) expect((await disable(wrong)).status).toBe(400);
    const regenerate = 'mutation ($code: String) { regenerateBackupCodes(code: $code) { backupCodes } }';
    const fifth = await app.graphql(token, regenerate, { code: wrong });
    expect(fifth.body.errors[0].extensions.code).toBe('WRONG_CODE');

    const refused = await disable(codeOf(app, secret));
    expect([refused.status, refused.body.error]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(10);
    const page = await browser.submit({ code: codeOf(app, secret) });
    expect([page.status, page.html.includes('Too many tries')]).toEqual([429, true]);
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(10);
    const locks = await rows(
      `select details from audit_events where subject_id = $1 and action = 'mfa.locked'`,
      user.id,
    );
    expect(locks).toEqual([{ details: { waitSeconds: 30 } }]);

    await forgetGuesses(app);
    expect((await browser.submit({ code: codeOf(app, secret) })).url).toContain('code=');
  });

  it('of a setup waits like any other, and a setup that is not there is no guess', async () => {
    const verify = (code: string) => app.send('POST', '/api/mfa/verify-setup', { token, body: { code } });
    for (let tries = 0; tries < 8; tries += 1) expect((await verify('123456')).status).toBe(400);
    const { body } = await app.send('POST', '/api/mfa/setup', { token });
    for (let tries = 0; tries < 5; tries += 1) expect((await verify(wrongCodeOf(app, body.secret))).status).toBe(400);
    expect((await verify(codeOf(app, body.secret))).status).toBe(429);
  });
});

describe('the second factors of users', () => {
  it('are read for a whole page in one query', async () => {
    await enroll(app, token);
    const admins = await app.token('admin');
    const queries = await queriesOf(() =>
      app.data(admins, '{ users(first: 50) { edges { node { mfaEnabled mfaMethods } } } }'),
    );
    expect(queries.filter((text) => text.includes('mfa_methods'))).toHaveLength(1);
  });

  it('are nobody’s business but the user’s and the administrators’', async () => {
    await enroll(app, token);
    const other = await buildUser(app);
    const { createGroup: group } = await app.data(
      await app.token('admin'),
      'mutation ($ids: [ID!]) { createGroup(input: { name: "both", memberIds: $ids }) { group { id } } }',
      { ids: [user.id, other.id] },
    );
    const query = 'query ($id: ID!) { group(id: $id) { members { edges { node { id mfaEnabled mfaMethods } } } } }';
    const seenBy = async (as: string) =>
      (await app.data(as, query, { id: group.group.id })).group.members.edges.find(
        (edge: { node: { id: string } }) => edge.node.id === user.id,
      ).node;
    expect(await seenBy(await login(other))).toEqual({ id: user.id, mfaEnabled: null, mfaMethods: null });
    expect(await seenBy(admin)).toEqual({ id: user.id, mfaEnabled: true, mfaMethods: ['TOTP'] });
  });
});
