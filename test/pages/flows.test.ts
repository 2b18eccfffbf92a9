import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../../src/modules/clients/index.ts';
import { useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { answerOf, authorizePath, buildClient, buildUser, type BuiltUser } from '../support/builders.ts';

const app = useApp();
let client: Client;
let user: BuiltUser;

beforeAll(async () => {
  client = await buildClient(app, { requireConsent: true });
  user = await buildUser(app);
});

/** As many windows of one fresh browser, each on its login page, opened at the same moment. */
async function windowsAtLogin(count: number): Promise<BrowserLite[]> {
  const first = new BrowserLite(app.issuer);
  const windows = [first, ...Array.from({ length: count - 1 }, () => windowOf(first))];
  await Promise.all(windows.map((window, index) => window.open(authorizePath(client, { state: `window ${index}` }))));
  return windows;
}

/** Another window of the browser, with the same cookies. */
function windowOf(browser: BrowserLite): BrowserLite {
  const window = new BrowserLite(app.issuer);
  Object.defineProperty(window, 'cookies', { value: browser.cookies });
  return window;
}

const binding = (browser: BrowserLite) =>
  [...browser.cookies.keys()].filter((name) => name.startsWith('guildhall_browser_'));

describe('windows of one browser', () => {
  it('may begin to sign in at the same moment, and each comes to its end', async () => {
    const windows = await windowsAtLogin(3);
    for (const [index, window] of windows.entries()) {
      expect(window.page.status).toBe(200);
      await window.logIn(user);
      if (index === 0) await window.submit({ decision: 'allow' });
      expect(answerOf(window.page)).toMatchObject({ code: expect.anything(), state: `window ${index}` });
    }
  });

  it('get one cookie each at most, and none once there is one', async () => {
    const windows = await windowsAtLogin(3);
    const names = binding(windows[0]!);
    expect(names.length).toBeGreaterThan(0);
    expect(names.length).toBeLessThanOrEqual(3);
    for (const window of windows) await window.open(authorizePath(client, { prompt: 'login' }));
    expect(binding(windows[0]!)).toEqual(names);
  });
});

describe('a flow belongs to the browser that began it', () => {
  /** The steps of a flow, each as the address of its page. */
  async function steps(): Promise<{ login: string; consent: string; done: string }> {
    const browser = new BrowserLite(app.issuer);
    const somebody = await buildUser(app);
    const login = (await browser.open(authorizePath(client))).url;
    const consent = (await browser.logIn(somebody)).url;
    await browser.submit({ decision: 'allow' });
    const done = browser.visited.findLast((url) => url.includes('/continue?')) ?? '';
    return { login, consent, done };
  }

  it('at every step, whoever is signed in in the other one', async () => {
    const other = new BrowserLite(app.issuer);
    await other.open(authorizePath(client));
    await other.logIn(user);
    for (const url of Object.values(await steps())) {
      const { status, html, headers } = await other.open(url);
      expect([status, headers.get('location')]).toEqual([400, null]);
      expect(html).toContain('another browser');
    }
  });

  it('and to none without its cookie', async () => {
    for (const url of Object.values(await steps()))
      expect((await new BrowserLite(app.issuer).open(url)).status).toBe(400);
  });

  it('and cannot be made fit by a cookie made up, or one under another name', async () => {
    const browser = new BrowserLite(app.issuer);
    const { url } = await browser.open(authorizePath(client));
    const [name = ''] = binding(browser);
    const value = browser.cookies.get(name)!;
    for (const [cookie, text] of [
      [name, 'made-up'],
      ['guildhall_browser', value],
      [name, ''],
    ] as const) {
      const thief = new BrowserLite(app.issuer);
      thief.cookies.set(cookie, text);
      expect((await thief.open(url)).status).toBe(400);
    }
  });
});
