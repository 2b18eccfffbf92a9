import { describe, expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { buildUser, type BuiltUser } from '../support/builders.ts';

const app = useApp();
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';

async function signIn(user: BuiltUser): Promise<BrowserLite> {
  const browser = new BrowserLite(app.issuer);
  await browser.open('/login');
  await browser.submit({ email: user.email, password: user.password }, { 'user-agent': FIREFOX });
  return browser;
}

const ids = (html: string) => [...html.matchAll(/name="session" value="([^"]+)"/g)].map(([, id]) => id!);
const isSignedIn = async (browser: BrowserLite) => (await browser.open('/account')).html.includes('Some Body');

describe('the sessions page', () => {
  it('is reached from the account, and lists where one is signed in', async () => {
    const user = await buildUser(app);
    const here = await signIn(user);
    expect((await here.open('/account')).html).toContain('href="/account/sessions"');
    const only = (await here.open('/account/sessions')).html;
    expect(only).toContain('Firefox on Linux');
    expect(only).toContain('127.0.0.1');
    expect(only).toContain('This browser');
    expect(only).not.toContain('Sign out everywhere else');
    await signIn(user);
    expect(ids((await here.open('/account/sessions')).html)).toHaveLength(1);
  });

  it('ends one, or all others, and goes on when somebody was faster', async () => {
    const user = await buildUser(app);
    const [here, there, elsewhere] = [await signIn(user), await signIn(user), await signIn(user)];
    const [session = ''] = ids((await here.open('/account/sessions')).html);
    expect(ids((await here.submit({ session })).html)).toHaveLength(1);
    expect([await isSignedIn(here), await isSignedIn(there), await isSignedIn(elsewhere)].filter(Boolean)).toHaveLength(
      2,
    );
    await here.open('/account/sessions');
    expect((await here.submit({ session })).status).toBe(200);
    expect(ids((await here.submit({ others: 'end' })).html)).toEqual([]);
    expect([await isSignedIn(here), await isSignedIn(there), await isSignedIn(elsewhere)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('ends nobody else’s, an administrator’s page no more than others', async () => {
    const admin = await signIn(await buildUser(app, { role: 'admin' }));
    const user = await buildUser(app);
    const victim = await signIn(user);
    await signIn(user);
    const [session = ''] = ids((await victim.open('/account/sessions')).html);
    await admin.open('/account/sessions');
    await admin.submit({ session });
    expect(ids((await victim.open('/account/sessions')).html)).toEqual([session]);
  });

  it('believes no form but its own, and changes nothing by GET', async () => {
    const user = await buildUser(app);
    const here = await signIn(user);
    const there = await signIn(user);
    await here.open('/account/sessions?others=end');
    expect(await isSignedIn(there)).toBe(true);
    await here.open('/account/sessions');
    expect((await here.submit({ others: 'end', csrf: 'made-up' })).status).toBe(403);
    await here.open('/account/sessions');
    expect((await here.submit({ others: 'end' }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect(await isSignedIn(there)).toBe(true);
  });

  it('is for those who are signed in', async () => {
    const browser = new BrowserLite(app.issuer);
    expect(new URL((await browser.open('/account/sessions')).url).pathname).toBe('/login');
    const here = await signIn(await buildUser(app));
    await here.open('/account/sessions');
    app.clock.advance(90_000);
    expect(new URL((await here.submit({ others: 'end' })).url).pathname).toBe('/login');
  });
});
