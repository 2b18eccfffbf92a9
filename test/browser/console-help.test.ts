/** What an administrator sees of a user's sign-in, and does about it. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { buildUser, type BuiltUser } from '../support/builders.ts';
import { describeInBrowser, heading, useConsole } from '../support/console.ts';
import { browserOf } from '../support/logins.ts';
import { buildParty, SECRET } from '../support/parties.ts';
import { Shop } from '../support/shop.ts';

describeInBrowser('a user who cannot sign in', () => {
  const app = useApp();
  const shop = new Shop();
  const { open, asAdministrator } = useConsole(app);

  beforeAll(async () => {
    await shop.listen();
    const redirectUris = [`${shop.site}/callback`];
    const client = await buildParty(app, { name: 'Shop', redirectUris });
    await shop.use(app.issuer, client.id, SECRET);
  });
  afterAll(() => shop.stop());

  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const help = async (page: Page, action: string): Promise<void> => {
    await press(page, 'Help with sign-in');
    await press(page, action);
  };

  /** Gives this password to the application, in a browser of the user. */
  async function signIn(page: Page, { email }: BuiltUser, password: string): Promise<void> {
    await page.goto(shop.site);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password').fill(password);
    await press(page, 'Sign in');
  }

  it('gets a temporary password, and replaces it before the application goes on', async () => {
    const user = await buildUser(app, { name: 'Ada Forgetful' });
    await browserOf(app, user);
    const { context, seen } = await open();
    const page = await asAdministrator(context, `/users/${user.id}`);
    await heading(page, 'Ada Forgetful');
    await page
      .getByText(/^Can sign in with password; address not verified; last signed in (?:this minute|\d minutes? ago)\.$/)
      .waitFor();
    await help(page, 'Set a temporary password');
    await page.getByRole('dialog').getByRole('button', { name: 'Set a temporary password' }).click();
    const shown = page.getByRole('dialog', { name: 'Temporary password' });
    const password = await shown.locator('pre').innerText();
    expect(password).toMatch(/^[a-z2-9]{4}(?:-[a-z2-9]{4}){4}$/);
    await shown.getByRole('button', { name: 'Copy' }).waitFor();
    await shown.getByRole('button', { name: 'Close' }).last().click();
    await shown.waitFor({ state: 'hidden' });
    await page.getByText(/temporary password; has to replace the temporary password, which works until/).waitFor();
    // The sessions are gone, and nobody can read the password again.
    await page.getByRole('tab', { name: 'Sessions' }).click();
    await page.getByText('Signed in nowhere.').waitFor();
    expect(await page.content()).not.toContain(password);

    const visitor = await open();
    const visit = await visitor.context.newPage();
    await signIn(visit, user, password);
    await heading(visit, 'Choose a new password');
    await visit.getByLabel('New password', { exact: true }).fill('password1');
    await visit.getByLabel('Repeat the password').fill('password1');
    await press(visit, 'Continue');
    await visit.getByText('common').waitFor();
    await visit.getByLabel('New password', { exact: true }).fill('seven green lamps outside');
    await visit.getByLabel('Repeat the password').fill('seven green lamps outside');
    await press(visit, 'Continue');
    await visit.getByText(`Signed in as ${user.email}`).waitFor();
    await visitor.context.close();

    await page.reload();
    await page
      .getByText(/^Can sign in with password; address not verified; last signed in (?:this minute|\d minutes? ago)\.$/)
      .waitFor();
    expect(seen).toEqual([]);
    await context.close();
  });

  it('is unlocked, and gets in at once', async () => {
    const user = await buildUser(app, { name: 'Alan Locked' });
    for (let time = 0; time < 6; time++) {
      const browser = new BrowserLite(app.issuer);
      await browser.open('/login');
      await browser.logIn({ ...user, password: 'a wrong password' });
    }
    const { context, seen } = await open({ locale: 'de-DE' });
    const page = await asAdministrator(context, `/users/${user.id}`);
    await heading(page, 'Alan Locked');
    await page.getByText(/; ausgesperrt bis .*; zuletzt gescheitert .*: falsches Passwort\.$/).waitFor();
    await press(page, 'Hilfe bei der Anmeldung');
    await press(page, 'Aussperrung aufheben');
    await page.getByText('Der Benutzer kann es sofort wieder versuchen.').waitFor();
    await page.getByText(/; ausgesperrt bis/).waitFor({ state: 'hidden' });
    await press(page, 'Hilfe bei der Anmeldung');
    await page.getByRole('button', { name: 'Vorläufiges Passwort setzen' }).waitFor();
    expect(await page.getByRole('button', { name: 'Aussperrung aufheben' }).count()).toBe(0);
    const visitor = await open();
    const visit = await visitor.context.newPage();
    await signIn(visit, user, user.password);
    await visit.getByText(`Signed in as ${user.email}`).waitFor();
    await visitor.context.close();
    expect(seen).toEqual([]);
    await context.close();
  });

  it('gets a temporary password from an administrator who has to prove who they are first', async () => {
    const user = await buildUser(app, { name: 'Grace Later' });
    const boss = await buildUser(app, { name: 'Boss', role: 'admin' });
    const { context } = await open();
    const page = await context.newPage();
    await page.goto(`${app.issuer}/console/users/${user.id}`);
    await page.getByLabel('Email address').fill(boss.email);
    await page.getByLabel('Password').fill(boss.password);
    await press(page, 'Sign in');
    await heading(page, 'Grace Later');
    app.clock.advance(601);
    await help(page, 'Set a temporary password');
    await page.getByRole('dialog').getByRole('button', { name: 'Set a temporary password' }).click();
    await page.getByLabel('Password').fill(boss.password);
    await page.keyboard.press('Enter');
    const shown = page.getByRole('dialog', { name: 'Temporary password' });
    expect(await shown.locator('pre').innerText()).toMatch(/^[a-z2-9]{4}-/);
    await context.close();
  });
});
