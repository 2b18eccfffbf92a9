import { beforeAll, describe, expect, it } from '@jest/globals';
import { keptMail, keptMails, LinkService, RequestContext, setPassword } from '#product';
import type { Client } from '../../src/modules/clients/index.ts';
import { useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { redeem, tokensOf } from '../support/logins.ts';
import { enroll } from '../support/mfa.ts';

const app = useApp({ TRUST_PROXY: '1' });
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
const BROWSER = { 'user-agent': FIREFOX, 'x-forwarded-for': '192.0.2.7' };
let client: Client;

beforeAll(async () => {
  client = await buildClient(app);
});

/** Signs in from a browser of a name and an address of its own. */
async function signIn(user: BuiltUser): Promise<{ browser: BrowserLite; token: string }> {
  const browser = new BrowserLite(app.issuer);
  await browser.open(authorizePath(client));
  const page = await browser.submit({ email: user.email, password: user.password }, BROWSER);
  return { browser, token: (await redeem(app, client, answerOf(page).code!)).body.access_token };
}

/** The text of the newest mail to the user with this subject. */
async function noticeTo({ email }: BuiltUser, subject: string): Promise<string> {
  const { runtime } = app.server;
  const mail = (await keptMails(runtime)).find((kept) => kept.to === email && kept.subject === subject);
  return (await keptMail(runtime, mail!.id))!.text;
}

const NEW = 'quite another long password';
const mailsTo = async ({ email }: BuiltUser) =>
  (await keptMails(app.server.runtime)).filter(({ to }) => to === email).map(({ subject }) => subject);

describe('a security notice', () => {
  it('names the browser that a page was used from', async () => {
    const user = await buildUser(app);
    const { browser } = await signIn(user);
    await browser.open('/account/password');
    await browser.submit({ current_password: user.password, password: NEW, confirmation: NEW }, BROWSER);
    const text = await noticeTo(user, 'Your password has changed');
    expect(text).toContain('Firefox on Linux');
    expect(text).toContain('192.0.2.7');
  });

  it('names the browser of the session, where an application’s server made the change', async () => {
    const user = await buildUser(app);
    const { token } = await signIn(user);
    await enroll(app, token);
    const text = await noticeTo(user, 'Two-step verification is on');
    expect(text).toContain('Firefox on Linux');
    expect(text).toContain('192.0.2.7');
    expect(text).not.toContain('127.0.0.1');
  });

  it('does not tell where an administrator sits who made the change', async () => {
    const user = await buildUser(app);
    const { token } = await signIn(user);
    await enroll(app, token);
    const admin = await tokensOf(app, client, await buildUser(app, { role: 'admin' }), 'openid admin');
    const reset = 'mutation ($id: ID!) { resetUserMfa(id: $id) { user { id } } }';
    await app.data(admin.access_token, reset, { id: user.id });
    const [subject = ''] = await mailsTo(user);
    const text = await noticeTo(user, subject);
    expect(text).not.toContain('Firefox on Linux');
    expect(text).not.toContain('192.0.2.7');
  });
});

describe('a password that the operator sets', () => {
  it('is told like every other change, and voids the links that would set another', async () => {
    const user = await buildUser(app);
    const ask = 'mutation ($id: ID!) { requestPasswordReset(userId: $id) { user { id } } }';
    await app.data(await app.token('admin'), ask, { id: user.id });
    const link = /\?token=([\w-]+)/.exec(await noticeTo(user, (await mailsTo(user))[0]!))?.[1] ?? '';
    const { runtime } = app.server;
    const { customerId } = app.customer;
    const ctx = new RequestContext(runtime, { kind: 'system', customerId }, { requestId: '', ip: '', userAgent: '' });
    const links = ctx.get(LinkService);
    expect(await links.find('reset_password', link)).toMatchObject({ userId: user.id });
    await setPassword(ctx, user.id, NEW);
    expect(await links.find('reset_password', link)).toBe(null);
    const text = await noticeTo(user, 'Your password has changed');
    expect(text).toContain('Time');
    expect(text).not.toContain('IP address');
  });
});
