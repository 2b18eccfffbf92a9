import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Keyring } from '#product';
import type { Client } from '../src/modules/clients/index.ts';
import { TestApp } from './support/app.ts';
import { BrowserLite } from './support/browser-lite.ts';
import { authorizePath, buildClient, buildUser, VERIFIER } from './support/builders.ts';
import { Prover } from './support/dpop.ts';
import { codeOf, tokensOf } from './support/logins.ts';
import { Mailbox } from './support/mailbox.ts';
import { MANY, postMany as postManyTo, sendMany, statuses, times } from './support/many.ts';
import { codeOf as totpOf, enroll } from './support/mfa.ts';
import { addPasskey, optionsIn } from './support/passkeys.ts';
import { SoftPasskey } from './support/soft-passkey.ts';
import { Processes } from './support/processes.ts';
import { until } from './support/until.ts';
import { buildWorkload, JWT_BEARER } from './support/workloads.ts';

const mailbox = new Mailbox();
let app: TestApp;
let processes: Processes;
let client: Client;

beforeAll(async () => {
  await mailbox.start();
  app = new TestApp({ SMTP_URL: mailbox.url });
  await app.start();
  processes = new Processes(app);
  await processes.start(2);
  client = await buildClient(app);
});
// Enrolling sets the clock of this process forward, and the other processes would not take its codes.
afterEach(() => app.clock.reset());
afterAll(async () => {
  await processes.stop();
  await app.stop();
  await mailbox.stop();
});

/** Posts the same form fifty times at once, to either process by turns. */
const postMany = (...request: [path: string, form: Record<string, string>, headers?: Record<string, string>]) =>
  postManyTo(processes, ...request);

describe('a change of the signing keys in one process', () => {
  it('reaches the others: a new key is published, and what a revoked one signed is refused', async () => {
    const keyring = app.server.runtime.get(Keyring);
    const everywhere = async (isSo: (address: string) => Promise<boolean>): Promise<boolean> =>
      (await Promise.all(processes.addresses.map(isSo))).every(Boolean);
    const publishes = async (address: string, kid: string): Promise<boolean> =>
      (await (await fetch(`${address}/oauth2/jwks`)).text()).includes(kid);
    const [made] = await keyring.rotate('ES256');
    await until(() => everywhere((address) => publishes(address, made!.id)));

    const token = await app.token('read');
    const accepts = async (address: string): Promise<boolean> =>
      (await fetch(`${address}/groups`, { headers: { authorization: `Bearer ${token}` } })).ok;
    expect(await everywhere(accepts)).toBe(true);
    const { kid } = JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()) as { kid: string };
    await keyring.revoke(kid);
    await until(() => everywhere(async (address) => !(await accepts(address)) && !(await publishes(address, kid))));
  });
});

describe(`of ${MANY} requests at once to two server processes, one alone succeeds`, () => {
  it('RFC 6749 §4.1.2: with a code, whose tokens then end', async () => {
    const code = await codeOf(app, client, await buildUser(app));
    const answers = await postMany('/oauth2/token', {
      grant_type: 'authorization_code',
      client_id: client.id,
      redirect_uri: client.redirectUris[0]!,
      code,
      code_verifier: VERIFIER,
    });
    expect(statuses(answers)).toEqual([200, ...times(400, MANY - 1)]);
    const { access_token: token } = JSON.parse(answers.find(({ status }) => status === 200)!.text);
    expect((await app.send('GET', '/oauth2/userinfo', { token })).status).toBe(401);
  });

  it('RFC 9449 §11.1: with a proof of possession, of several servers', async () => {
    const { clientId, clientSecret } = app.customer;
    const own = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, scope: 'read' };
    const prover = await Prover.new(app);
    const { body } = await prover.ask(own);
    const answers = await postMany('/oauth2/token', own, { dpop: await prover.proof('POST', '/oauth2/token') });
    expect(statuses(answers)).toEqual([200, ...times(400, MANY - 1)]);
    const used = await prover.headers('GET', '/groups', body.access_token);
    const uses = await Promise.all(
      processes.addresses.flatMap((address) =>
        Array.from({ length: 5 }, () => fetch(`${address}/groups`, { headers: used })),
      ),
    );
    expect(statuses(uses)).toEqual([200, ...times(401, 2 * 5 - 1)]);
  });

  it.each(['retry', 'strict'] as const)(
    'RFC 9700 §4.14.2: with a refresh token, whether a lost answer may be asked for again or not (%s)',
    async (refreshTokenPolicy) => {
      const own = await buildClient(app, { refreshTokenPolicy });
      const { refresh_token } = await tokensOf(app, own, await buildUser(app), 'openid');
      const answers = await postMany('/oauth2/token', {
        grant_type: 'refresh_token',
        client_id: own.id,
        refresh_token,
      });
      expect(statuses(answers)).toEqual([200, ...times(400, MANY - 1)]);
    },
  );

  it('RFC 7523 §3: with the assertion of a workload, in two processes', async () => {
    const { workload, assertion } = await buildWorkload(app);
    const answers = await postMany('/oauth2/token', {
      grant_type: JWT_BEARER,
      client_id: workload.id,
      assertion,
    });
    expect(statuses(answers)).toEqual([200, ...times(400, MANY - 1)]);
  });

  it('RFC 9126 §7.3: with a pushed request', async () => {
    const browser = new BrowserLite(app.issuer);
    await browser.open(authorizePath(client));
    await browser.logIn(await buildUser(app));
    const body = new URLSearchParams(authorizePath(client).split('?')[1]);
    const { body: pushed } = await app.send('POST', '/oauth2/par', { body });
    const query = new URLSearchParams({ client_id: client.id, request_uri: pushed.request_uri });
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
    const answers = await sendMany(processes, `/oauth2/authorize?${query}`, { headers: { cookie } });
    expect(statuses(answers)).toEqual([303, ...times(400, MANY - 1)]);
    expect(answers.find(({ status }) => status === 303)!.location).toMatch(/^https:.*[?&]code=/);
  });

  it('with a link from a mail', async () => {
    const user = await buildUser(app);
    const request = 'mutation ($id: ID!) { requestPasswordReset(userId: $id) { user { id } } }';
    await app.data(await app.token('admin'), request, { id: user.id });
    const { link } = await mailbox.next(user.email);
    const password = 'a quite different password';
    const token = new URL(link).searchParams.get('token')!;
    const answers = await postMany('/reset-password', { token, password, confirmation: password });
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    // Of one account only thirty an hour are tried.
    expect(new Set(statuses(answers)).isSubsetOf(new Set([200, 410, 429]))).toBe(true);
  });

  it('with a code that a login has sent by mail', async () => {
    await app.server.database.pool.query('update customers set email_codes = true');
    try {
      const user = await buildUser(app, { emailVerified: true });
      const browser = new BrowserLite(app.issuer);
      await browser.open(authorizePath(client));
      await browser.logIn(user);
      const { source } = await mailbox.next(user.email);
      const { action, values } = browser.form();
      const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
      const fields = { ...Object.fromEntries(values), code: /Code: (\d{8})/.exec(source)![1]! };
      const answers = await postMany(action, fields, { cookie, 'sec-fetch-site': 'same-origin' });
      expect(answers.filter(({ signsIn }) => signsIn)).toHaveLength(1);
      expect(new Set(statuses(answers)).isSubsetOf(new Set([303, 400, 429]))).toBe(true);
    } finally {
      await app.server.database.pool.query('update customers set email_codes = false');
    }
  });

  it('with a link that downloads an export', async () => {
    const request = 'mutation { requestExport(kind: GROUPS, format: CSV) { downloadUrl } }';
    const { requestExport } = await app.data(await app.token('admin'), request);
    const answers = await sendMany(processes, requestExport.downloadUrl.slice(app.issuer.length));
    expect(statuses(answers)).toEqual([200, ...times(404, MANY - 1)]);
  });

  it('WebAuthn §13.4.3: with the answer of a passkey that has no counter', async () => {
    const browser = new BrowserLite(app.issuer);
    await browser.open('/login');
    await browser.logIn(await buildUser(app));
    const { origin } = new URL(app.issuer);
    const passkey = await addPasskey(app, browser, new SoftPasskey(origin, true, 0));
    const other = new BrowserLite(app.issuer);
    await other.open(authorizePath(client));
    const { action, values } = other.form();
    const cookie = [...other.cookies].map((pair) => pair.join('=')).join('; ');
    const fields = { ...Object.fromEntries(values), credential: passkey.get(optionsIn(other.page)) };
    const answers = await postMany(action, fields, { cookie, 'sec-fetch-site': 'same-origin' });
    expect(statuses(answers)).toEqual([303, ...times(400, MANY - 1)]);
  });

  it('RFC 6238 §5.2: with a code of an authenticator app', async () => {
    const user = await buildUser(app);
    const { access_token } = await tokensOf(app, client, user, 'openid');
    const { secret } = await enroll(app, access_token);
    const browser = new BrowserLite(app.issuer);
    await browser.open(authorizePath(client));
    await browser.logIn(user);
    const { action, values } = browser.form();
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
    const fields = { ...Object.fromEntries(values), code: totpOf(app, secret) };
    const answers = await postMany(action, fields, { cookie, 'sec-fetch-site': 'same-origin' });
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(new Set(statuses(answers)).isSubsetOf(new Set([303, 400, 429]))).toBe(true);
  });

  it('with a backup code', async () => {
    const user = await buildUser(app);
    const { access_token } = await tokensOf(app, client, user, 'openid');
    const { backupCodes } = await enroll(app, access_token);
    const browser = new BrowserLite(app.issuer);
    await browser.open(authorizePath(client));
    await browser.logIn(user);
    const { action, values } = browser.form();
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
    const fields = { ...Object.fromEntries(values), code: backupCodes[0]! };
    const answers = await postMany(action, fields, { cookie, 'sec-fetch-site': 'same-origin' });
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(new Set(statuses(answers)).isSubsetOf(new Set([303, 400, 429]))).toBe(true);
  });

  it('with the cookie of a remembered device', async () => {
    await app.server.database.pool.query('update customers set remember_device_days = 30');
    const user = await buildUser(app);
    const { access_token } = await tokensOf(app, client, user, 'openid');
    const { secret } = await enroll(app, access_token);
    const browser = new BrowserLite(app.issuer);
    await browser.open(authorizePath(client));
    await browser.logIn(user);
    await browser.submit({ code: totpOf(app, secret), remember: '1' });
    browser.cookies.delete('guildhall_session');
    await browser.open(authorizePath(client));
    const { action, values } = browser.form();
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
    const { email, password } = user;
    const answers = await postMany(
      action,
      { ...Object.fromEntries(values), email, password },
      { cookie, 'sec-fetch-site': 'same-origin' },
    );
    expect(answers.filter(({ signsIn }) => signsIn)).toHaveLength(1);
    // Of one account only thirty an hour are tried.
    expect(new Set(statuses(answers)).isSubsetOf(new Set([303, 429]))).toBe(true);
  });
});
