import { beforeAll, expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { Authority } from '../support/authority.ts';
import { objections } from '../support/axe.ts';
import { buildUser } from '../support/builders.ts';
import { describeInBrowser, heading, useConsole } from '../support/console.ts';

describeInBrowser('who may use a scope, and why, in the console', () => {
  const app = useApp();
  const { open, asAdministrator } = useConsole(app);
  let api: string;
  let ada: string;
  let keeper: string;

  beforeAll(async () => {
    const authority = new Authority(app);
    const orders = await authority.api('Orders', ['orders:read', 'orders:delete']);
    api = orders.id;
    keeper = await authority.role('keeper', [orders.scope('orders:delete')]);
    const [outer, inner] = [await authority.group('Warehouse'), await authority.group('Night shift')];
    await authority.nest(outer, inner);
    await authority.assign(keeper, { group: outer });
    ada = (await buildUser(app, { name: 'Ada Northwind' })).id;
    const alan = (await buildUser(app, { name: 'Alan Northwind' })).id;
    const acme = await authority.organization('Acme');
    await authority.assign(keeper, { user: alan }, { organization: acme, until: new Date('2099-01-31T12:00:00Z') });
    await authority.join(inner, ada);
  });

  it('tells who can delete orders, and why, and what would be otherwise', async () => {
    const { context, seen } = await open({ viewport: { width: 390, height: 800 } });
    const page = await asAdministrator(context, `/apis/${api}`);
    await page.getByRole('link', { name: 'Who can orders:delete?' }).click();
    await page.getByText('1 found').waitFor();
    expect(await page.getByRole('row', { name: /Ada Northwind.*keeper/ }).count()).toBe(1);
    expect(await objections(page)).toEqual([]);
    await page.getByRole('link', { name: 'Why Ada Northwind?' }).click();
    await heading(page, 'Ada Northwind');
    await page.getByText('Yes: Ada Northwind may use orders:delete.').waitFor();
    const steps = page.getByRole('list', { name: 'Every path to it' }).locator('.step');
    expect(await steps.locator('a').allTextContents()).toEqual([
      'Ada Northwind',
      'Night shift',
      'Warehouse',
      'keeper',
      'orders:delete',
    ]);
    await page.getByRole('button', { name: 'What if: without Night shift' }).click();
    await page.getByText('Then no: Ada Northwind could not use orders:delete.').waitFor();
    await page.getByText('does not have').waitFor();
    expect(await objections(page)).toEqual([]);
    await page.getByRole('button', { name: 'What if: the role keeper' }).click();
    await page.getByText('Then yes: Ada Northwind could use orders:delete.').waitFor();
    expect(await steps.locator('a').allTextContents()).toEqual(['Ada Northwind', 'keeper', 'orders:delete']);
    await page.getByRole('combobox', { name: 'Scope' }).fill('read');
    await page.getByRole('option', { name: 'orders:read' }).click();
    await page.getByText('No: Ada Northwind may not use orders:read.').waitFor();
    expect(seen).toEqual([]);
    await context.close();
  });

  it('creates a role of an API, says its scope in German, and registers an application with it', async () => {
    const { context, seen } = await open();
    const page = await asAdministrator(context, `/apis/${api}`);
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Change orders:read' }).click();
    await dialog.getByRole('button', { name: 'Add a language' }).click();
    await dialog.getByRole('textbox', { name: 'Language' }).fill('de');
    await dialog.getByRole('textbox', { name: 'Sentence (de)' }).fill('Ihre Bestellungen sehen');
    expect(await objections(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Change orders:read' }).click();
    await expect(dialog.getByRole('textbox', { name: 'Sentence (de)' }).inputValue()).resolves.toBe(
      'Ihre Bestellungen sehen',
    );
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await page.getByRole('tab', { name: 'Roles' }).click();
    await page.getByRole('button', { name: 'Create role' }).click();
    await dialog.getByLabel('Name').fill('reader');
    await dialog.getByRole('combobox', { name: 'Permissions' }).fill('read');
    await page.getByRole('option', { name: 'orders:read' }).click();
    await page.keyboard.press('Tab');
    await dialog.getByRole('button', { name: 'Create role' }).click();
    await heading(page, 'reader');
    await page.getByRole('tab', { name: 'Permissions' }).click();
    await page.getByRole('button', { name: 'Remove orders:read' }).waitFor();

    await page.goto(`${app.issuer}/console/applications/new?kind=machine`);
    await page.getByRole('textbox', { name: 'Name' }).fill('Robot');
    await page.getByRole('combobox', { name: 'Scopes of your APIs' }).fill('Orders');
    await page.getByRole('option', { name: 'orders:read (Orders)' }).click();
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Register application' }).click();
    await page.getByRole('link', { name: 'Open Robot' }).click();
    await page.getByRole('tab', { name: 'API scopes' }).click();
    await page.getByRole('button', { name: 'Remove orders:read' }).waitFor();
    expect(seen).toEqual([]);
    await context.close();
  });

  it('filters who has a role, and takes it from several, which is undone', async () => {
    const { context, seen } = await open();
    const page = await asAdministrator(context, `/roles/${keeper}?holder=USER`);
    await page.getByRole('row', { name: /Alan Northwind/ }).waitFor();
    expect(await page.getByRole('row', { name: /Warehouse/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('row', { name: /Warehouse/ }).waitFor();
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByRole('button', { name: 'Take away selected: 2' }).click();
    await page.getByText('Nobody has the role.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone.').waitFor();
    await page.getByRole('row', { name: /Alan Northwind.*2099/s }).waitFor();
    await page.getByRole('row', { name: /Warehouse.*Never/s }).waitFor();
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByText('took away the role keeper from Alan Northwind').waitFor();
    await page.getByText('assigned the role keeper to the group Warehouse').waitFor();
    await page.keyboard.press('Control+k');
    await page.locator('[role=dialog] input:focus').waitFor();
    await page.keyboard.type('keep');
    await page.getByRole('dialog').getByRole('link', { name: 'keeper' }).waitFor();
    expect(await objections(page)).toEqual([]);
    expect(seen).toEqual([]);
    await context.close();
  });
});
