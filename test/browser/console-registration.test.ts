/** The initial access tokens in the console, on a server on which applications register themselves. */
import { expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { objections } from '../support/axe.ts';
import { describeInBrowser, heading, useConsole } from '../support/console.ts';
import { register } from '../support/registrations.ts';

describeInBrowser('the initial access tokens in the console', () => {
  const app = useApp({ CLIENT_REGISTRATION: 'on' });
  const { open, asAdministrator, visit } = useConsole(app);

  it('are created, shown once, list what they have registered, and are revoked', async () => {
    const { context, seen } = await open();
    const page = await asAdministrator(context, '/');
    await page.getByRole('link', { name: 'Self-registration' }).click();
    await heading(page, 'Self-registration');
    await page.getByText('There are no initial access tokens.').waitFor();
    await page.getByRole('link', { name: 'Create initial access token' }).click();
    await heading(page, 'Create initial access token');
    await page.getByLabel(/^Token/).fill('Partners');
    await page.getByLabel('Hosts of the applications').fill('https://partner.example');
    await page.getByLabel('How many applications').fill('0');
    const create = page.getByRole('button', { name: 'Create initial access token' });
    await create.click();
    await page.getByText(/must be a host in its normal form/).waitFor();
    await page.getByText(/must be a whole number from 1/).waitFor();
    expect(await objections(page)).toEqual([]);
    await page.getByLabel('Hosts of the applications').fill('*.partner.example');
    await page.getByLabel('How many applications').fill('2');
    await create.click();
    const secret = (await page.getByText(/^ghi_/).textContent())!;
    expect(secret).toMatch(/^ghi_/);
    expect(await objections(page)).toEqual([]);
    const { body, status } = await register(app, secret);
    expect(status).toBe(201);

    await page.getByRole('link', { name: 'Open Partners' }).click();
    await heading(page, 'Partners');
    expect(await page.content()).not.toContain(secret);
    await page.getByRole('row', { name: /Ledger/ }).waitFor();
    await page.getByText('1 / 2').waitFor();
    expect(await objections(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Limits' }).click();
    await page.getByText('*.partner.example').waitFor();
    expect(await objections(page)).toEqual([]);
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Revoked', { exact: true }).waitFor();
    expect((await register(app, secret)).status).toBe(401);
    await page.getByRole('tab', { name: 'Applications' }).click();
    await page.getByRole('link', { name: 'Ledger' }).click();
    await heading(page, 'Ledger');
    expect(page.url()).toContain(body.client_id);
    expect(seen).toEqual([]);
    await context.close();
  });

  it('are there in German and in a narrow window, too', async () => {
    const { context, seen } = await open({
      locale: 'de-DE',
      colorScheme: 'dark',
      viewport: { width: 390, height: 800 },
    });
    const page = await asAdministrator(context, '/registration/new');
    await heading(page, 'Initial Access Token anlegen');
    for (const path of ['/registration/new', '/registration']) {
      await visit(page, path);
      expect([path, await objections(page)]).toEqual([path, []]);
      expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, 390]);
    }
    expect(seen).toEqual([]);
    await context.close();
  });
});
