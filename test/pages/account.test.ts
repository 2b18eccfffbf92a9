import { afterEach, describe, expect, it } from '@jest/globals';
import { onlyCustomer, useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { buildUser } from '../support/builders.ts';
import { freePort } from '../support/ports.ts';

// The issuer's own path is honored by every link, cookie and form.
const PREFIX = '/sign/in';
const port = await freePort();
const app = useApp({ BASE_URL: `http://localhost:${port}/sign/in`, PORT: port, HOST: 'localhost' });

// Pages ask for the organization only where there are several.
afterEach(() => onlyCustomer(app));

describe('signing in without an application, below a path', () => {
  it('leads to the account, and out again when asked to', async () => {
    const user = await buildUser(app);
    const browser = new BrowserLite(app.issuer);
    expect(new URL((await browser.open('/account')).url).pathname).toBe(`${PREFIX}/login`);
    const account = await browser.logIn(user);
    expect(new URL(account.url).pathname).toBe(`${PREFIX}/account`);
    expect(account.html).toContain('Some Body');
    expect(account.html).toContain(`href="${PREFIX}/logout"`);
    expect((await browser.open('/')).html).toContain('Some Body');

    await browser.open('/logout');
    expect(new URL((await browser.submit({ decision: 'stay' })).url).pathname).toBe(`${PREFIX}/account`);
    await browser.open('/logout');
    expect((await browser.submit({ decision: 'logout', csrf: 'made-up' })).status).toBe(403);
    await browser.open('/logout');
    const secret = browser.cookies.get('guildhall_session') ?? '';
    expect((await browser.submit({ decision: 'logout' })).html).toContain('You are signed out');
    expect(browser.cookies.has('guildhall_session')).toBe(false);

    // The old secret is worth nothing, wherever it was kept.
    browser.cookies.set('guildhall_session', secret);
    expect(new URL((await browser.open('/account')).url).pathname).toBe(`${PREFIX}/login`);
    const { rows } = await app.server.database.pool.query(
      `select action from audit_events where actor_id = $1 order by id`,
      [user.id],
    );
    expect(rows.map(({ action }) => action)).toEqual(['login.succeeded', 'session.ended']);
  });

  it('sends its cookies to no other path', async () => {
    const { headers } = await fetch(`${app.issuer}/login`);
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^guildhall_browser_[\w-]{8}=[\w-]{43}; Path=\/sign\/in; HttpOnly; SameSite=Lax$/),
    ]);
  });

  it('changes nothing by GET, nor by a form posted after the session has ended', async () => {
    const browser = new BrowserLite(app.issuer);
    await browser.open('/account');
    await browser.logIn(await buildUser(app));
    await browser.open('/logout?decision=logout');
    expect((await browser.open('/account')).html).toContain('Some Body');
    await browser.open('/logout');
    app.clock.advance(90_000);
    expect((await browser.submit({ decision: 'logout' })).html).toContain('You are signed out');
  });

  it('asks for the organization if asked to, and signs in to the one that is named', async () => {
    const second = await app.newCustomer('Second-House');
    const [ours, theirs] = [await buildUser(app), await buildUser(app, { customerId: second.customerId })];
    for (const [organization, user, other] of [
      ['Example', ours, theirs],
      [' Second-House ', theirs, ours],
      [second.customerId, theirs, ours],
    ] as const) {
      const browser = new BrowserLite(app.issuer);
      expect((await browser.open('/login?organization=')).html).toContain('Which one do you belong to?');
      await browser.submit({ organization });
      expect((await browser.logIn(other)).status).toBe(400);
      expect((await browser.logIn(user)).url).toBe(`${app.issuer}/account`);
    }
  });

  it('says that an organization is not known, and can be linked to for one that is', async () => {
    await app.newCustomer();
    const browser = new BrowserLite(app.issuer);
    await browser.open('/login?organization=');
    const refused = await browser.submit({ organization: '<Nobody>' });
    expect(refused).toMatchObject({ status: 400, html: expect.stringContaining('no organization with this name') });
    expect(refused.html).not.toContain('<Nobody>');
    expect((await browser.open('/login?organization=Example')).html).toContain('type="password"');
  });
});
