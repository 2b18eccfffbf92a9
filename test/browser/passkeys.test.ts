/** Passkeys in Chromium, with its virtual authenticator. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { Client } from '../../src/modules/clients/index.ts';
import { useApp } from '../support/app.ts';
import { allObjections } from '../support/axe.ts';
import { launchBrowser, openWindow } from '../support/browser.ts';
import { answerOf, authorizePath, buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { claimsIn, redeem } from '../support/logins.ts';
import { needs } from '../support/needs.ts';

needs('chromium')('passkeys in a browser', () => {
  const app = useApp();
  let browser: Browser;
  let client: Client;
  beforeAll(async () => {
    browser = await launchBrowser();
    // The application's page is one of ours, so that the browser finds it.
    client = await buildClient(app, { redirectUris: [`${app.issuer}/docs/errors`] });
  });
  afterAll(() => browser?.close());

  interface Device {
    readonly page: Page;
    /** Whether the user is there to touch the authenticator. It then answers at once. */
    setPresent(isPresent: boolean): Promise<void>;
  }

  /** A page with an authenticator that verifies its user. */
  async function newDevice(language = 'en'): Promise<Device> {
    const context = await openWindow(browser, { locale: language });
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    const options = {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    } as const;
    const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', { options });
    const setPresent = async (enabled: boolean): Promise<void> => {
      await devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
    };
    return { page, setPresent };
  }

  async function logIn(page: Page, user: BuiltUser): Promise<void> {
    await page.locator('input[name=email]').fill(user.email);
    await page.locator('input[name=password]').fill(user.password);
    await page.locator('button[type=submit]').first().press('Enter');
  }

  /** Presses the page's button for passkeys by the keyboard. */
  async function press(page: Page): Promise<void> {
    const button = page.locator('[data-passkey] button');
    await button.focus();
    await page.keyboard.press('Enter');
  }

  /** Looks at the backup codes that the page shows once, and returns to the passkeys. */
  async function leaveCodes(page: Page): Promise<void> {
    await page.locator('code').first().waitFor();
    expect(await allObjections(page)).toEqual([]);
    await page.goto(`${app.issuer}/account/passkeys`);
  }

  /** Adds a passkey on the account pages, which is the user's first factor and brings backup codes. */
  async function enroll(page: Page, user: BuiltUser): Promise<void> {
    await page.goto(`${app.issuer}/login?return_to=/account/passkeys`);
    await logIn(page, user);
    await page.waitForURL('**/account/passkeys');
    expect(await allObjections(page)).toEqual([]);
    await page.locator('input[name=name]').fill('Laptop');
    await press(page);
    await leaveCodes(page);
    await page.getByText('Laptop').waitFor();
    expect(await allObjections(page)).toEqual([]);
  }

  it.each(['en', 'de'])('are added, used after the password, and removed (%s)', async (language) => {
    const user = await buildUser(app);
    const { page, setPresent } = await newDevice(language);
    await enroll(page, user);
    await page.context().clearCookies();
    // Otherwise the passkey alone signs in.
    await setPresent(false);
    await page.goto(app.issuer + authorizePath(client));
    await logIn(page, user);
    await page.waitForURL('**/second-factor**');
    expect(await allObjections(page)).toEqual([]);
    await setPresent(true);
    await press(page);
    await page.waitForURL('**/docs/errors?**');
    const { body } = await redeem(app, client, answerOf({ url: page.url() })['code']!);
    expect(claimsIn(body.id_token)).toMatchObject({
      sub: user.id,
      amr: expect.arrayContaining(['pwd', 'user', 'mfa']),
    });

    await page.goto(`${app.issuer}/account/passkeys`);
    await page.locator('button[name=codes]').click();
    await leaveCodes(page);
    await page.locator('.menu a').click();
    expect(await allObjections(page)).toEqual([]);
    await page.locator('button[value=remove]').click();
    await page.locator('.menu').waitFor({ state: 'detached' });
    await page.context().close();
  });

  it.each(['offered in the field of the address', 'asked for by the button'])(
    'sign in from the login page, without a name and a password (%s)',
    async (way) => {
      const user = await buildUser(app);
      const { page } = await newDevice();
      await enroll(page, user);
      await page.context().clearCookies();
      const hasButtonOnly = way.includes('button');
      // A browser that fills in no passkeys. Any other takes the virtual authenticator's at once.
      if (hasButtonOnly) await page.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = undefined');
      await page.goto(app.issuer + authorizePath(client, { acr_values: 'urn:guildhall:acr:2' }));
      if (hasButtonOnly) {
        expect(await allObjections(page)).toEqual([]);
        await press(page);
      }
      await page.waitForURL('**/docs/errors?**');
      const { body } = await redeem(app, client, answerOf({ url: page.url() })['code']!);
      const claims = claimsIn(body.id_token);
      expect(claims).toMatchObject({ sub: user.id, acr: 'urn:guildhall:acr:2' });
      expect(claims['amr']).not.toContain('pwd');
      await page.context().close();
    },
  );

  it('are not offered by a page whose scripts are off, and the password still signs in', async () => {
    const context = await openWindow(browser, { javaScriptEnabled: false });
    const page = await context.newPage();
    const user = await buildUser(app);
    await page.goto(`${app.issuer}/login`);
    expect(await page.locator('[data-passkey] button').isVisible()).toBe(false);
    await logIn(page, user);
    await page.waitForURL('**/account');
    await page.goto(`${app.issuer}/account/passkeys`);
    await page.getByText('scripts are turned off').waitFor();
    await context.close();
  });
});
