/** The account pages in Chromium, as one walk: from the login to the end of the account. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Download, Page } from 'playwright-core';
import { useApp } from '../support/app.ts';
import { allObjections } from '../support/axe.ts';
import { launchBrowser, openWindow } from '../support/browser.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { authorizePath, buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { codeOf, nextStep } from '../support/mfa.ts';
import { needs } from '../support/needs.ts';

const SUBMIT = 'main form button[type=submit]';

needs('chromium')('the account pages in a browser', () => {
  const app = useApp({ SIGNUP_ENABLED: 'true' });
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
    const ALLOW = 'mutation ($id: ID!) { updateCustomer(id: $id, input: { selfDeletion: true }) { customer { id } } }';
    await app.data(await app.token('admin'), ALLOW, { id: app.customer.customerId });
  });
  afterAll(() => browser?.close());

  /** Signs the user in elsewhere, and allows an application something there. */
  async function leaveTraces(user: BuiltUser): Promise<void> {
    const elsewhere = new BrowserLite(app.issuer);
    await elsewhere.open(authorizePath(await buildClient(app, { name: 'Ledger', requireConsent: true })));
    await elsewhere.logIn(user);
    await elsewhere.submit({ decision: 'allow' });
  }

  const contentOf = async (download: Download): Promise<string> => readFileSync(await download.path(), 'utf8');

  async function downloadBy(page: Page, selector: string): Promise<string> {
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator(selector).click()]);
    return contentOf(download);
  }

  it.each([
    ['en', 'light', 1280],
    ['de', 'dark', 390],
  ] as const)(
    'are walked in %s, %s and %i pixels wide, with nothing that axe objects to',
    async (language, colorScheme, width) => {
      const user = await buildUser(app, { name: 'Ada Lovelace' });
      await leaveTraces(user);
      const context = await openWindow(browser, { locale: language, colorScheme, viewport: { width, height: 800 } });
      const seen: string[] = [];
      context.on('console', (message) => seen.push(message.text()));
      context.on('request', (request) => {
        const url = request.url();
        if (!url.startsWith(app.issuer) && !url.startsWith('data:')) seen.push(url);
      });
      const page = await context.newPage();
      /** Looks at the page, which is called what it is for. */
      const look = async (name: string): Promise<void> => {
        expect([name, await allObjections(page)]).toEqual([name, []]);
        const shown = [await page.locator('html').getAttribute('lang'), page.viewportSize()?.width];
        expect([name, ...shown]).toEqual([name, language, await page.evaluate('document.documentElement.scrollWidth')]);
      };
      const open = async (path: string): Promise<void> => {
        await page.goto(app.issuer + path);
        await look(path);
      };

      await open('/signup');
      await open('/login');
      await page.locator('input[name=email]').fill(user.email);
      await page.locator('input[name=password]').fill(user.password);
      await page.locator('button[name=reveal]').click();
      await look('login, with the password shown');
      await page.locator(SUBMIT).first().click();
      await page.waitForURL(`${app.issuer}/account`);
      await look('/account');

      await open('/account/profile');
      await page.locator('input[name=familyName]').fill('King');
      await page.locator(SUBMIT).first().click();
      await page.waitForURL(/\?saved$/);
      await look('profile, saved');
      expect(await page.locator('input[name=familyName]').inputValue()).toBe('King');

      await open('/account/email');
      await page.locator('input[name=email]').fill(`new-${user.email}`);
      await page.locator(SUBMIT).first().click();
      await page.getByText(`new-${user.email}`).waitFor();
      await look('address, asked for');
      await open('/account/password');

      await open('/account/two-step');
      await page.locator(SUBMIT).click();
      expect(
        await page.locator('main img').evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth),
      ).toBeGreaterThan(100);
      await look('two steps, setup');
      const secret = (await page.locator('code.secret').textContent())!.replaceAll(' ', '');
      await page.locator('input[name=code]').fill('000000');
      await page.locator(SUBMIT).click();
      await page.getByRole('alert').waitFor();
      await look('two steps, wrong code');
      await page.locator('input[name=code]').fill(codeOf(app, secret));
      await page.locator(SUBMIT).click();
      const codes = await page.locator('.backup-codes code').allTextContents();
      expect(codes).toHaveLength(10);
      await look('backup codes');
      const file = await downloadBy(page, 'a[download]');
      for (const code of codes) expect(file).toContain(code);
      await open('/account/two-step');
      await open('/account/two-step?change=codes');
      await open('/account/two-step?change=remove');
      nextStep(app);
      await page.locator('input[name=code]').fill(codeOf(app, secret));
      await page.locator(SUBMIT).click();
      await page.locator('button[name=decision][value=start]').waitFor();

      // The setup has ended the session elsewhere.
      await leaveTraces(user);
      await open('/account/sessions');
      await page.locator('button[name=session]').click();
      await page.locator('button[name=session]').waitFor({ state: 'detached' });
      await open('/account/applications');
      for (let left = await page.locator('button[name=client]').count(); left > 0; left -= 1) {
        await page.locator('button[name=client]').first().click();
        await page.waitForLoadState();
      }
      expect(await page.locator('button[name=client]').count()).toBe(0);
      await look('applications, none');
      await open('/account/history');
      expect(await page.locator('main li').count()).toBeGreaterThan(5);

      await open('/account/data');
      expect(JSON.parse(await downloadBy(page, SUBMIT))).toMatchObject({ account: { email: user.email } });
      await open('/account/data?delete');
      await page.locator('input[name=confirmation]').fill(user.email);
      await page.locator(SUBMIT).click();
      await page.getByText(user.email).waitFor();
      await look('the account is deleted');
      await open('/logout');
      await open('/nowhere');
      // What was refused on purpose: a wrong code, and an address without a page.
      expect(seen.filter((text) => !/status of 40[04]/.test(text))).toEqual([]);
      await context.close();
    },
    400_000,
  );
});
