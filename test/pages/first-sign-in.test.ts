/** The link that the first start of a development server prints: it opens the console, signed in. */
import { afterEach, expect, it } from '@jest/globals';
import { TestApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { PASSWORD } from '../support/builders.ts';

const apps: TestApp[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.stop();
});

/** A server at its first start. */
async function started(env: Record<string, string> = {}): Promise<TestApp & { readonly link: string | null }> {
  const app = new TestApp({ NODE_ENV: 'development', BOOTSTRAP_ADMIN_PASSWORD: PASSWORD, ...env });
  apps.push(app);
  await app.start();
  const { signInPath } = app.server.made!;
  return Object.assign(app, { link: signInPath && app.issuer + signInPath });
}

const rows = async (app: TestApp, text: string) => (await app.server.database.pool.query(text)).rows;
const isSignedIn = ({ cookies }: BrowserLite): boolean => cookies.has('guildhall_session');

it('signs the administrator in by a click, once, and opens the console', async () => {
  const app = await started();
  const [browser, another] = [new BrowserLite(app.issuer), new BrowserLite(app.issuer)];
  await another.open(app.link!);
  const { html } = await browser.open(app.link!);
  expect([html.includes('admin@example.com'), isSignedIn(browser)]).toEqual([true, false]);
  const page = await browser.submit();
  expect([page.status, new URL(page.url).pathname]).toEqual([200, '/console']);
  expect(await rows(app, 'select amr from sessions')).toEqual([{ amr: ['link'] }]);
  const [{ details }] = await rows(app, `select details from audit_events where action = 'login.succeeded'`);
  expect(details).toMatchObject({ amr: ['link'] });
  expect((await another.submit()).status).toBe(410);
  expect((await another.open(app.link!)).html).toContain('no longer valid');
  expect(isSignedIn(another)).toBe(false);
  const [{ token_hash: stored }] = await rows(app, 'select token_hash from one_time_links');
  expect(app.link).not.toContain(stored.toString('base64url'));
});

it('takes no form but that of its page and browser', async () => {
  const app = await started();
  const browser = new BrowserLite(app.issuer);
  const { page } = { page: await browser.open(app.link!) };
  expect((await browser.submit({ csrf: 'made-up' })).status).toBe(403);
  const stranger = new BrowserLite(app.issuer);
  stranger.page = page;
  expect((await stranger.submit()).status).toBe(400);
  browser.page = page;
  expect((await browser.submit()).status).toBe(200);
});

it('ends after a quarter of an hour, or with the first sign-in', async () => {
  const app = await started();
  const browser = new BrowserLite(app.issuer);
  await browser.open(app.link!);
  app.clock.advance(901);
  expect((await browser.submit()).status).toBe(410);

  const other = await started();
  const owner = new BrowserLite(other.issuer);
  await owner.open('/login');
  await owner.logIn({ email: 'admin@example.com', password: PASSWORD });
  expect((await new BrowserLite(other.issuer).open(other.link!)).status).toBe(410);
});

it('stands for no second factor that the customer requires', async () => {
  const app = await started();
  await rows(app, `update customers set second_factor_of = 'everybody', second_factor_since = now()`);
  const browser = new BrowserLite(app.issuer);
  await browser.open(app.link!);
  expect([(await browser.submit()).status, isSignedIn(browser)]).toEqual([410, false]);
});

it('is not made in production, nor for tests', async () => {
  const given = {
    BOOTSTRAP_CUSTOMER: 'Acme',
    BOOTSTRAP_CLIENT_ID: 'service',
    BOOTSTRAP_CLIENT_SECRET: 'a-secret-of-the-service-client',
    BASE_URL: 'https://id.example',
  };
  for (const env of [{ NODE_ENV: 'production', ...given }, { NODE_ENV: 'test' }]) {
    const app = await started(env);
    expect([app.link, await rows(app, 'select from one_time_links')]).toEqual([null, []]);
  }
});
