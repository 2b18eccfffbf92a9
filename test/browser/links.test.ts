/** Links of mails in Chromium, which holds every redirect after a form against the policy of its page. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { keptMail, keptMails } from '#product';
import { useApp } from '../support/app.ts';
import { launchBrowser, openWindow } from '../support/browser.ts';
import { buildUser } from '../support/builders.ts';
import { needs } from '../support/needs.ts';
import { buildParty, SECRET } from '../support/parties.ts';
import { Shop } from '../support/shop.ts';
import { until } from '../support/until.ts';

const NEW = 'a quite different password';

needs('chromium')('a link of a mail, in a browser', () => {
  const app = useApp();
  const shop = new Shop();
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  beforeAll(async () => {
    browser = await launchBrowser();
    await shop.listen();
    const client = await buildParty(app, { name: 'Shop', redirectUris: [`${shop.site}/callback`] });
    await shop.use(app.issuer, client.id, SECRET);
    context = await openWindow(browser);
    page = await context.newPage();
  });
  afterAll(async () => {
    await browser?.close();
    await shop.stop();
  });

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const follow = (name: string) => page.getByRole('link', { name, exact: true }).click();

  const linkTo = async (email: string): Promise<string> => {
    const { runtime } = app.server;
    const id = await until(async () => (await keptMails(runtime)).find(({ to }) => to === email)?.id);
    return /https?:\S+\?token=\S+/.exec((await keptMail(runtime, id))!.text)![0];
  };

  async function choosePassword(): Promise<void> {
    await page.locator('[name=password]').fill(NEW);
    await page.locator('[name=confirmation]').fill(NEW);
  }

  it('takes whoever forgot the password back to the application, signed in', async () => {
    const user = await buildUser(app);
    await page.goto(shop.site);
    await follow('Sign in');
    await follow('Forgot your password?');
    await page.getByLabel('Email address').fill(user.email);
    await press('Send link');
    await page.getByText('Check your mail').waitFor();
    // In another tab, as mail programs do.
    page = await context.newPage();
    await page.goto(await linkTo(user.email));
    await choosePassword();
    await press('Set password');
    await page.getByText(`Signed in as ${user.email}`).waitFor();
    expect(page.url()).toBe(`${shop.site}/`);
    await context.clearCookies();
  });

  it('takes whoever is invited to the application, which then needs no login', async () => {
    const email = `${randomUUID()}@example.com`;
    const create = 'mutation ($input: CreateUserInput!) { createUser(input: $input) { __typename } }';
    const input = { email, sendInvitation: true, applicationUrl: `${shop.site}/` };
    await app.data(await app.token('admin'), create, { input });
    await page.goto(await linkTo(email));
    await choosePassword();
    await press('Activate account');
    await page.getByText('Nobody is signed in.').waitFor();
    expect(page.url()).toBe(`${shop.site}/`);
    await follow('Sign in');
    await page.getByText(`Signed in as ${email}`).waitFor();
  });
});
