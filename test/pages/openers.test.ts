import { describe, expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { authorizePath, buildClient, buildUser } from '../support/builders.ts';

const app = useApp({ SIGNUP_ENABLED: 'true' });
const policyOf = ({ headers }: { readonly headers: Headers }) => headers.get('cross-origin-opener-policy');

describe('the opener of a page', () => {
  it('is found by a window of an application on every step of its request', async () => {
    const client = await buildClient(app, { requireConsent: true });
    const browser = new BrowserLite(app.issuer);
    const login = await browser.open(authorizePath(client));
    const wrong = await browser.submit({ email: 'nobody@example.com', password: 'wrong' });
    const consent = await browser.logIn(await buildUser(app));
    expect([login, wrong, consent].map(({ url }) => new URL(url).pathname)).toEqual(['/login', '/login', '/consent']);
    expect([login, wrong, consent].map(policyOf)).toEqual(['unsafe-none', 'unsafe-none', 'unsafe-none']);
    const back = await browser.submit({ decision: 'allow' });
    expect(back.url).toContain('https://rp.example/');
    expect([null, 'unsafe-none']).toContain(policyOf(back));
    for (const path of ['/signup', '/forgot-password', '/device', '/logout', '/oauth2/authorize?client_id=nobody'])
      expect([path, policyOf(await new BrowserLite(app.issuer).open(path))]).toEqual([path, 'unsafe-none']);
  });

  it('is cut off where no application waits for the page', async () => {
    const browser = new BrowserLite(app.issuer);
    await browser.open('/login');
    expect(new URL((await browser.logIn(await buildUser(app))).url).pathname).toBe('/account');
    for (const path of ['/account', '/account/sessions', '/account/password', '/dev/mailbox', '/docs/errors'])
      expect([path, policyOf(await browser.open(path))]).toEqual([path, 'same-origin']);
  });
});
