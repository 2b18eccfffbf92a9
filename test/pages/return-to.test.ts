/** `/login?return_to=`: where a sign-in without an application leads. */
import { describe, expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { buildClient, buildUser } from '../support/builders.ts';
import { tokensOf } from '../support/logins.ts';
import { codeOf, enroll, nextStep } from '../support/mfa.ts';
import { freePort } from '../support/ports.ts';

const port = await freePort();
const app = useApp({ BASE_URL: `http://localhost:${port}/id`, PORT: port, HOST: 'localhost' });
const login = (path: string): string => `/login?return_to=${encodeURIComponent(path)}`;

describe('a sign-in', () => {
  it.each(['/id/', '/id/account', '/id/console/users?filter=%7B%22a%22%3A%22x%2Fy%22%7D&page=2#row', '/id/a%20b'])(
    'leads to a path of this server: %s',
    async (path) => {
      const user = await buildUser(app);
      const browser = new BrowserLite(app.issuer);
      await browser.open(login(path));
      await browser.submit({ email: user.email, password: 'a wrong one' });
      await browser.logIn(user);
      expect(browser.visited).toContain(`http://localhost:${port}${path}`);
    },
  );

  it.each([
    ['another site', 'https://evil.example/'],
    ['another site without a scheme', '//evil.example/'],
    ['another site behind a segment that disappears', '/id/..//evil.example/'],
    ['another site behind a dot', '/.//evil.example'],
    ['another site behind a backslash', '/\\evil.example'],
    ['a backslash further on', '/id/\\evil.example'],
    ['an encoded slash', '/%2fevil.example'],
    ['an encoded backslash', '/id/%5Cevil.example'],
    ['a tab that browsers leave out', '/\t/evil.example'],
    ['a line break', '/id/account\r\nset-cookie: a=b'],
    ['an encoded line break', '/id/account%0d%0aset-cookie:a'],
    ['a NUL byte', '/id/\0'],
    ['a path outside of the issuer’s', '/other/account'],
    ['a path that leads out of the issuer’s', '/id/../other'],
    ['a path whose beginning is like the issuer’s', '/idea'],
    ['a name', 'account'],
    ['a script', 'javascript:alert(1)'],
    ['letters that are not ASCII', '/id/ä'],
    ['a user and a host', '/id@evil.example'],
    ['nothing', ''],
    ['too much', `/id/${'x'.repeat(2000)}`],
  ])('leads nowhere else: %s', async (_, path) => {
    const { status, headers, text } = await app.send('GET', login(path));
    expect([status, headers.get('location')]).toEqual([400, null]);
    expect(text).toContain('return_to must be a path of this server');
  });

  it('leads back to the page that asked for it if it is given up, and nowhere else', async () => {
    const user = await buildUser(app);
    const browser = new BrowserLite(app.issuer);
    await browser.open(login('/id/account'));
    await browser.logIn(user);
    const again = await browser.open(
      `/login?prompt=login&return_to=/id/account&cancel_to=${encodeURIComponent('/id/account/data')}`,
    );
    expect(again.html).toContain('<a href="/id/account/data">Cancel</a>');
    const { status, text } = await app.send('GET', `/login?cancel_to=${encodeURIComponent('//evil.example/')}`);
    expect([status, text]).toEqual([400, expect.stringContaining('cancel_to must be a path of this server')]);
  });

  it('leads there after the second factor, too', async () => {
    const [user, client] = [await buildUser(app), await buildClient(app)];
    const { secret } = await enroll(app, (await tokensOf(app, client, user, 'openid')).access_token);
    nextStep(app);
    const browser = new BrowserLite(app.issuer);
    await browser.open(login('/id/account/sessions'));
    expect((await browser.logIn(user)).url).toContain('/second-factor');
    expect((await browser.submit({ code: codeOf(app, secret) })).url).toBe(`${app.issuer}/account/sessions`);
  });
});

describe('the address of the server', () => {
  it('leads to the sign-in and to the console', async () => {
    const { status, text } = await app.send('GET', '/');
    expect(status).toBe(200);
    expect(text).toContain('href="/id/login"');
    expect(text).toContain('href="/id/console"');
  });

  it('shows the account to those who are signed in, with the console for administrators', async () => {
    for (const role of ['admin', 'member'] as const) {
      const browser = new BrowserLite(app.issuer);
      await browser.open('/login');
      await browser.logIn(await buildUser(app, { role }));
      const { html } = await browser.open('/');
      expect(html).toContain('Some Body');
      expect(html.includes('href="/id/console"')).toBe(role === 'admin');
    }
  });
});
