import { expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { objections } from '../support/axe.ts';
import { buildClient, buildUser } from '../support/builders.ts';
import { describeInBrowser, heading, useConsole } from '../support/console.ts';

describeInBrowser('APIs and roles in the console', () => {
  const app = useApp();
  const { open, asAdministrator } = useConsole(app);

  it('registers an API, gives a role a scope of it and a user the role, and deletes it by its identifier', async () => {
    const user = await buildUser(app);
    const { id: clientId } = await buildClient(app, { name: 'Ledger' });
    const { context, seen } = await open({ colorScheme: 'dark', viewport: { width: 390, height: 800 } });
    const page = await asAdministrator(context, '/apis');
    await heading(page, 'APIs');
    await page.getByRole('button', { name: 'Register API' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Orders');
    await dialog.getByLabel('Identifier').fill('orders');
    await dialog.getByRole('button', { name: 'Register API' }).click();
    await dialog.getByText(/Identifier” /).waitFor();
    const identifier = 'https://orders.example/';
    await dialog.getByLabel('Identifier').fill(identifier);
    await dialog.getByRole('button', { name: 'Register API' }).click();
    await heading(page, 'Orders');
    const api = page.url().split('/').at(-1)!.split('?')[0]!;
    await page.getByRole('button', { name: 'Add scope' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('orders:read');
    await dialog.getByRole('button', { name: 'Add scope' }).click();
    await page.getByRole('button', { name: 'Change orders:read' }).click();
    await dialog.getByLabel('Sentence for the consent page').fill('See your orders');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('See your orders').waitFor();
    expect(await objections(page)).toEqual([]);

    await page.goto(`${app.issuer}/console/roles`);
    await page.getByRole('button', { name: 'Create role' }).first().click();
    await dialog.getByLabel('Name').fill('clerk');
    await dialog.getByRole('button', { name: 'Create role' }).click();
    await heading(page, 'clerk');
    const role = page.url().split('/').at(-1)!.split('?')[0]!;
    await page.getByRole('tab', { name: 'Permissions' }).click();
    await page.getByRole('combobox', { name: 'Find a scope by its API' }).fill('Guildhall');
    await page.getByText('Nothing found').waitFor();
    await page.getByRole('combobox', { name: 'Find a scope by its API' }).fill('Orders');
    await page.getByRole('option', { name: 'orders:read (Orders)' }).click();
    await page.getByRole('button', { name: 'Remove orders:read' }).waitFor();
    expect(await objections(page)).toEqual([]);

    await page.goto(`${app.issuer}/console/users/${user.id}?tab=roles`);
    await page.getByRole('combobox', { name: 'Find a role' }).fill('clerk');
    await page.getByRole('option', { name: 'clerk' }).click();
    await page.getByRole('button', { name: 'Take away: clerk' }).waitFor();
    expect(await objections(page)).toEqual([]);
    await page.goto(`${app.issuer}/console/roles/${role}`);
    await page.locator(`a[href$="/users/${user.id}"]`).waitFor();
    await page.getByRole('button', { name: /^Take away: / }).click();
    await page.getByText('Nobody has the role.').waitFor();

    await page.goto(`${app.issuer}/console/applications/${clientId}?tab=apis`);
    await page.getByRole('combobox', { name: 'Find a scope by its API' }).fill('orders.example');
    await page.getByRole('option', { name: 'orders:read (Orders)' }).click();
    await page.getByRole('button', { name: 'Remove orders:read' }).waitFor();

    await page.goto(`${app.issuer}/console/apis/${api}`);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText(/scopes 1, roles 1, applications that have scopes 1/).waitFor();
    await dialog.getByLabel(`Type “${identifier}” to confirm`).fill(identifier);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await heading(page, 'APIs');
    await page.getByText(app.issuer, { exact: true }).waitFor();
    await page.getByText(identifier).waitFor({ state: 'detached' });
    expect(seen).toEqual([]);
    await context.close();
  });

  it('shows Guildhall itself with its scopes and who may use them, and offers no change of it', async () => {
    const { context, seen } = await open({ viewport: { width: 1200, height: 800 } });
    const page = await asAdministrator(context, '/apis');
    await page.locator('a[href$="/apis/00000000-0000-7000-8000-000000000001"]').click();
    await page.getByText('Create and change users, applications and organizations').waitFor();
    expect(await page.getByRole('tab').allTextContents()).toEqual(['Scopes', 'Who can?', 'History']);
    for (const name of ['Delete', 'Add scope', 'Change read', 'Remove read'])
      expect(await page.getByRole('button', { name }).count()).toBe(0);
    expect(await objections(page)).toEqual([]);
    expect(seen).toEqual([]);
    await context.close();
  });
});
