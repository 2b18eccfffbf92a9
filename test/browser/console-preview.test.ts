/** What an application would get about a user, as an administrator looks at it in the console. */
import { beforeAll, expect, it } from '@jest/globals';
import type { Client } from '#product';
import { buildApi, giveScopes, type BuiltApi } from '../support/apis.ts';
import { useApp } from '../support/app.ts';
import { objections } from '../support/axe.ts';
import { buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { describeInBrowser, useConsole } from '../support/console.ts';

describeInBrowser('a preview of tokens in the console', () => {
  const app = useApp();
  const { open, asAdministrator, settled } = useConsole(app);
  let user: BuiltUser;
  let client: Client;
  let orders: BuiltApi;

  beforeAll(async () => {
    user = await buildUser(app, { name: 'Mia Berg', givenName: 'Mia' });
    client = await buildClient(app, { name: 'Ledger', scopes: ['openid', 'profile', 'groups'] });
    const scopes = ['orders:read', 'orders:write'];
    orders = await buildApi(app, { customerId: app.customer.customerId, scopes, tells: true });
    await giveScopes(app, client, orders, 'orders:read');
  });

  it('chooses the application, shows each document with its reasons, and fits a narrow window', async () => {
    const { context, seen } = await open({ viewport: { width: 390, height: 800 } });
    const page = await asAdministrator(context, `/users/${user.id}?tab=preview`);
    const show = page.getByRole('button', { name: 'Show', exact: true });
    await show.waitFor();
    expect(await show.isDisabled()).toBe(true);
    await page.getByRole('combobox', { name: 'Application' }).fill('Ledger');
    await page.getByRole('option', { name: 'Ledger' }).click();
    await settled(page);
    await show.press('Enter');
    await page.getByText('The user gets these tokens without being asked anything.').waitFor();
    await page.getByLabel('Payload').getByText(`"sub": "${user.id}"`).waitFor();
    const rowOf = (claim: string) => page.getByRole('row', { name: new RegExp(`^${claim} `) });
    expect(await rowOf('given_name').textContent()).toContain('The application’s setting is off: Claims in ID tokens');
    const isTooWide = () => page.evaluate('document.documentElement.scrollWidth > innerWidth');
    expect(await objections(page)).toEqual([]);
    expect(await isTooWide()).toBe(false);

    await page.getByRole('tab', { name: 'ID token' }).press('ArrowRight');
    await page.getByLabel('Header').getByText('"typ": "at+jwt"').waitFor();
    await page.getByRole('tab', { name: 'Userinfo' }).click();
    expect(await rowOf('email').textContent()).toContain('The application may not have the scope email');
    expect(await rowOf('given_name').textContent()).toContain('By the scope profile');
    await page.getByRole('tab', { name: 'Introspection' }).click();
    await page.getByText('The application has no secret, so it cannot use introspection.').waitFor();
    expect(await objections(page)).toEqual([]);

    await page.getByLabel('Access token for').selectOption(orders.identifier);
    await show.click();
    await page.getByRole('tab', { name: 'Access token' }).click();
    await page.getByLabel('Payload').getByText(`"aud": "${orders.identifier}"`).waitFor();
    expect(await rowOf('roles').textContent()).toContain('By the API’s setting Tokens have the roles');
    await page.getByRole('tab', { name: 'Scopes' }).click();
    expect(await rowOf('orders:read').textContent()).toContain('Yes');
    expect(await isTooWide()).toBe(false);
    expect(await objections(page)).toEqual([]);
    expect(seen).toEqual([]);
    await context.close();
  });

  it('is on the page of the application, too, in German, and says what stops the sign-in', async () => {
    const { id } = await buildUser(app, { name: 'Jan Weg', isActive: false });
    const { context, seen } = await open({ locale: 'de-DE', viewport: { width: 1200, height: 900 } });
    const page = await asAdministrator(context, `/applications/${client.id}?tab=preview&user=${id}`);
    await page.getByRole('button', { name: 'Anzeigen', exact: true }).click();
    await page.getByText('Die Anmeldung würde scheitern:').waitFor();
    await page.getByText('Der Benutzer ist gesperrt.').waitFor();
    expect(await page.getByRole('combobox', { name: 'Benutzer' }).inputValue()).toBe('Jan Weg');
    await page.getByText('Nur eine wirkliche Anfrage oder ein signiertes Token hat es.').first().waitFor();
    expect(await objections(page)).toEqual([]);
    expect(seen).toEqual([]);
    await context.close();
  });
});
