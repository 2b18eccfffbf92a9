import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { useApp } from '../support/app.ts';
import { launchBrowser, openWindow } from '../support/browser.ts';
import { buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { tokensOf } from '../support/logins.ts';
import { codeOf, enroll, nextStep } from '../support/mfa.ts';
import { needs } from '../support/needs.ts';
import { buildParty, joinGroup, SECRET } from '../support/parties.ts';
import { Shop } from '../support/shop.ts';

needs('chromium')('an application and its visitor, in a browser', () => {
  const app = useApp();
  const shop = new Shop();
  let browser: Browser;
  let user: BuiltUser;
  beforeAll(async () => {
    browser = await launchBrowser();
    await shop.listen();
    const client = await buildParty(app, {
      name: 'Shop',
      requireConsent: true,
      redirectUris: [`${shop.site}/callback`],
      postLogoutRedirectUris: [`${shop.site}/`],
    });
    await shop.use(app.issuer, client.id, SECRET);
  });
  afterAll(async () => {
    await browser?.close();
    await shop.stop();
  });
  beforeEach(async () => {
    shop.asking = {};
    user = await buildUser(app);
  });

  /** Runs a visit in a browser on a fresh profile. */
  async function visit(javaScriptEnabled: boolean, steps: (page: Page) => Promise<void>): Promise<void> {
    const context = await openWindow(browser, { javaScriptEnabled });
    try {
      const page = await context.newPage();
      await page.goto(shop.site);
      await steps(page);
    } finally {
      await context.close();
    }
  }

  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const follow = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click();
  const says = async (page: Page, text: string) => page.getByText(text).waitFor();

  async function giveThePassword(page: Page): Promise<void> {
    await page.getByLabel('Email address').fill(user.email);
    await page.getByLabel('Password').fill(user.password);
    await press(page, 'Sign in');
  }

  it('signs in with two factors and consent, and out again, without scripts', async () => {
    await joinGroup(app, 'northwind_admin', user);
    const { access_token: token } = await tokensOf(app, await buildClient(app), user, 'openid');
    const { secret } = await enroll(app, token);
    await visit(false, async (page) => {
      await follow(page, 'Sign in');
      await giveThePassword(page);
      await page.getByLabel('Code').fill(codeOf(app, secret));
      await press(page, 'Verify');
      await says(page, 'Allow Shop access?');
      await press(page, 'Allow');
      await says(page, `Signed in as ${user.email}, groups: ["northwind_admin"].`);

      await follow(page, 'Sign out');
      await says(page, 'Signed out.');
      expect(page.url()).toBe(`${shop.site}/`);
      nextStep(app);
      await follow(page, 'Sign in');
      await page.getByLabel('Password').waitFor();
    });
  });

  it('asks the visitor whether to sign out where the application does not say of whom it speaks', async () => {
    await visit(false, async (page) => {
      await follow(page, 'Sign in');
      await giveThePassword(page);
      await press(page, 'Allow');
      await says(page, `Signed in as ${user.email}`);
      await follow(page, 'Leave');
      await says(page, 'Sign out?');
      await press(page, 'Stay signed in');
      await page.goto(shop.site);
      await follow(page, 'Sign in');
      await says(page, `Signed in as ${user.email}`);
      await follow(page, 'Leave');
      await press(page, 'Sign out');
      await page.goto(shop.site);
      await follow(page, 'Sign in');
      await page.getByLabel('Password').waitFor();
    });
  });

  it.each([true, false])('gets the answer as a form, with scripts: %s', async (javaScriptEnabled) => {
    shop.asking = { response_mode: 'form_post' };
    await visit(javaScriptEnabled, async (page) => {
      await follow(page, 'Sign in');
      await giveThePassword(page);
      await press(page, 'Allow');
      if (!javaScriptEnabled) await press(page, 'Continue');
      await says(page, `Signed in as ${user.email}`);
      expect(page.url()).toBe(`${shop.site}/`);
    });
  });

  it('is told when the visitor does not allow it', async () => {
    await visit(false, async (page) => {
      await follow(page, 'Sign in');
      await giveThePassword(page);
      await press(page, 'Deny');
      await says(page, 'Not signed in: access_denied.');
    });
  });
});
