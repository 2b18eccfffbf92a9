/** What the pages of a sign-in offer besides their one button. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../../src/modules/clients/index.ts';
import { useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { tokensOf } from '../support/logins.ts';
import { codeOf, enroll, nextStep } from '../support/mfa.ts';
import { until } from '../support/until.ts';

const app = useApp({ SIGNUP_ENABLED: 'true' });
let client: Client;
let user: BuiltUser;

beforeAll(async () => {
  client = await buildClient(app);
  user = await buildUser(app);
});

async function at(path: string): Promise<BrowserLite> {
  const browser = new BrowserLite(app.issuer);
  await browser.open(path);
  return browser;
}

const pathOf = ({ url }: { url: string }): string => new URL(url).pathname;

/** The link or the button's value with this text. */
const linkIn = (html: string, text: string): string =>
  new RegExp(`<a href="([^"]+)"[^>]*>${text}`).exec(html)![1]!.replaceAll('&amp;', '&');

/** Posts a form as it stands, and gives the cookies that the answer sets, without their values. */
async function cookiesAfter(browser: BrowserLite, fields: Record<string, string>): Promise<string[]> {
  const { action, values } = browser.form();
  for (const [name, value] of Object.entries(fields)) values.set(name, value);
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
  const { headers } = await app.send('POST', new URL(action, app.issuer).pathname, {
    body: values,
    headers: { cookie },
  });
  for (const each of headers.getSetCookie())
    browser.cookies.set(...(/^([^=]+)=([^;]*)/.exec(each)!.slice(1) as [string, string]));
  return headers.getSetCookie().map((each) => each.replace(/=[^;]+/, '='));
}

describe('the box to stay signed in', () => {
  it('keeps the session when the browser is closed, for as long as sessions last', async () => {
    const { email, password } = user;
    const cookies = await cookiesAfter(await at('/login'), { email, password, stay: '1' });
    expect(cookies).toContain('guildhall_session=; Max-Age=86400; Path=/; HttpOnly; SameSite=Lax');
    const without = await cookiesAfter(await at('/login'), { email, password });
    expect(without).toContain('guildhall_session=; Path=/; HttpOnly; SameSite=Lax');
  });

  it('counts after the second factor, too, and is checked the next time, until it is not', async () => {
    const person = await buildUser(app);
    const { secret } = await enroll(app, (await tokensOf(app, client, person, 'openid')).access_token);
    nextStep(app);
    const { email, password } = person;
    const browser = await at('/login');
    await browser.submit({ email, password, stay: '1' });
    expect(await cookiesAfter(browser, { code: codeOf(app, secret) })).toContain(
      'guildhall_session=; Max-Age=86400; Path=/; HttpOnly; SameSite=Lax',
    );
    await browser.open('/login');
    expect(browser.form().values.get('stay')).toBe('1');
    const { values } = browser.form();
    values.delete('stay');
    await browser.open('/login');
    browser.page = { ...browser.page, html: browser.page.html.replace(/ checked(="")?/, '') };
    await browser.submit({ email, password });
    await browser.open('/login');
    expect(browser.form().values.has('stay')).toBe(false);
  });
});

describe('the button that shows the password', () => {
  it('shows and hides what was typed, and neither signs in nor counts a guess', async () => {
    const browser = await at(authorizePath(client));
    for (let n = 0; n < 8; n += 1) {
      const shown = await browser.submit({ email: user.email, password: 'half a pass"word', reveal: 'on' });
      expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'no-store']);
      expect(shown.html).toMatch(/<input id="password" name="password" type="text"[^>]*value="half a pass&quot;word"/);
      expect(shown.html).toContain('Hide password');
      const hidden = await browser.submit({ reveal: 'off' });
      expect(hidden.html).toMatch(
        /<input id="password" name="password" type="password"[^>]*value="half a pass&quot;word"/,
      );
    }
    expect(answerOf(await browser.submit({ password: user.password }))).toHaveProperty('code');
  });

  it('is not the one that Enter presses', async () => {
    const { html } = (await at('/login')).page;
    const [first] = /<button[^>]*>/.exec(html)!;
    expect(first).not.toContain('reveal');
  });

  it('works at sign-up, and makes no account', async () => {
    const browser = await at('/signup');
    const email = 'nobody-yet@example.com';
    const shown = await browser.submit({ name: 'Ada', email, password: 'one', confirmation: 'two', reveal: 'on' });
    expect(shown.status).toBe(200);
    for (const [name, value] of [
      ['password', 'one'],
      ['confirmation', 'two'],
    ])
      expect(shown.html).toMatch(new RegExp(`name="${name}" type="text"[^>]*value="${value}"`));
    const { rows } = await app.server.database.pool.query('select 1 from users where email = $1', [email]);
    expect(rows).toEqual([]);
  });

  it('takes no form of another browser', async () => {
    const browser = await at('/login');
    expect((await browser.submit({ csrf: 'made-up', password: 'x', reveal: 'on' })).status).toBe(403);
  });
});

describe('somebody who is signed in', () => {
  it('finds their address filled in if the password is asked for once more, and can be somebody else', async () => {
    const browser = await at(authorizePath(client));
    await browser.logIn(user);
    const again = await browser.open(authorizePath(client, { prompt: 'login' }));
    expect(again.html).toContain('Confirm that it is you');
    expect(browser.form().values.get('email')).toBe(user.email);
    const other = await buildUser(app);
    const page = await browser.open(linkIn(again.html, 'Not you'));
    expect(page.html).not.toContain('Confirm that it is you');
    expect(browser.form().values.get('email')).toBe('');
    expect(answerOf(await browser.logIn(other))).toHaveProperty('code');
  });

  it('can be somebody else at /login?prompt=login, and still gets where they were going', async () => {
    const browser = await at('/login');
    await browser.logIn(user);
    const { html } = await browser.open('/login?prompt=login&return_to=/account/sessions');
    await browser.open(linkIn(html, 'Not you'));
    expect(browser.form().values.get('email')).toBe('');
    expect((await browser.logIn(await buildUser(app))).url).toBe(`${app.issuer}/account/sessions`);
  });

  it('can be somebody else on the consent page', async () => {
    const asking = await buildClient(app, { requireConsent: true });
    const browser = await at(authorizePath(asking));
    await browser.logIn(user);
    expect(pathOf(browser.page)).toBe('/consent');
    const page = await browser.submit({ decision: 'another' });
    expect([pathOf(page), browser.form().values.get('email')]).toEqual(['/login', '']);
    const other = await buildUser(app);
    const consent = await browser.logIn(other);
    expect(consent.html).toContain(other.email);
  });
});

describe('the page of the second factor', () => {
  const withFactor = async (path: string): Promise<BrowserLite> => {
    const person = await buildUser(app);
    await enroll(app, (await tokensOf(app, client, person, 'openid')).access_token);
    const browser = await at(path);
    await browser.logIn(person);
    expect(pathOf(browser.page)).toBe('/second-factor');
    return browser;
  };

  it('says what to do without a code', async () => {
    const { html } = (await withFactor('/login')).page;
    expect(html).toContain('No code at hand?');
    expect(html).toContain('ask an administrator');
  });

  it('lets one give up: the application is told, or the start page comes', async () => {
    const cancel = { decision: 'cancel' };
    const told = await (await withFactor(authorizePath(client))).submit(cancel);
    expect(answerOf(told)['error']).toBe('access_denied');
    expect(pathOf(await (await withFactor('/login')).submit(cancel))).toBe('/');
  });

  it('lets one be somebody else, without the first password', async () => {
    const browser = await withFactor(authorizePath(client));
    await browser.submit({ decision: 'another' });
    expect([pathOf(browser.page), browser.form().values.get('email')]).toEqual(['/login', '']);
    expect(answerOf(await browser.logIn(user))).toHaveProperty('code');
    const alone = await withFactor('/login?return_to=/account/sessions');
    await alone.submit({ decision: 'another' });
    expect((await alone.logIn(user)).url).toBe(`${app.issuer}/account/sessions`);
  });
});

describe('every page about an error has a way on', () => {
  it.each([
    ['a flow that is made up', '/login?flow=x', '/login'],
    ['a link that was used', '/activate?token=x', '/login'],
    ['a link to confirm an address', '/verify-email?token=x', '/login'],
    ['a link for a new password', '/reset-password?token=x', '/forgot-password'],
    ['a request of an unknown application', '/oauth2/authorize?client_id=nobody', '/'],
    ['a page that is not there', '/nowhere', '/account'],
    ['an address for administrators of other servers', '/admin', '/account'],
    ['the address of GraphQL', '/graphql', '/account'],
    ['a path to return to that is not ours', '/login?return_to=//evil.example', '/'],
  ])('%s', async (_, path, to) => {
    const headers = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
    const { status, text } = await app.send('GET', path, { headers });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(text).toContain(`<a href="${to}" class="button"`);
  });

  it('a flow that has expired', async () => {
    const browser = await at(authorizePath(client));
    app.clock.advance(3601);
    const { status, html } = await browser.logIn(user);
    expect([status, html]).toEqual([400, expect.stringContaining('<a href="/login" class="button"')]);
  });
});

describe('the development mailbox', () => {
  it('shows the HTML part of a mail, in which nothing runs', async () => {
    const browser = await at('/login');
    await browser.open(linkIn(browser.page.html, 'Forgot your password'));
    await browser.submit({ email: user.email });
    const link = await until(async () => {
      const { html: list } = await browser.open('/dev/mailbox');
      return /<a href="(\/dev\/mailbox\/[^"]+)"[^>]*>Set a new password/.exec(list)?.[1];
    });
    const { html } = await browser.open(link);
    const { headers, html: mail } = await browser.open(linkIn(html, 'Show as HTML'));
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('content-security-policy')).toContain('sandbox');
    expect(mail).toContain('/reset-password?token=');
  });
});
