/** A day of the help desk and one of an auditor, in the console: each sees what is theirs to do, and nothing else. */
import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { useApp } from '../support/app.ts';
import { buildUser } from '../support/builders.ts';
import { describeInBrowser, heading, useConsole } from '../support/console.ts';

describeInBrowser('somebody who administers less than everything', () => {
  const app = useApp();
  const { open, asAdministrator, signIn, visit } = useConsole(app);

  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const isThere = async (page: Page, name: string): Promise<boolean> =>
    (await page.getByRole('button', { name, exact: true }).count()) > 0;
  const placesOf = (page: Page): Promise<string[]> =>
    page.getByRole('navigation', { name: 'Console' }).getByRole('link').allInnerTexts();

  it('is made so by an administrator, in the field of the role', async () => {
    const { id } = await buildUser(app, { name: 'Nia New' });
    const { context, seen } = await open();
    const page = await asAdministrator(context, `/users/${id}`);
    const role = page.getByRole('combobox', { name: 'Role' });
    await role.selectOption('HELP_DESK');
    await page.getByRole('button', { name: 'Save' }).first().click();
    await page.getByText('Saved.').waitFor();
    await page.locator('.mantine-Badge-root', { hasText: 'Help desk' }).waitFor();
    await press(page, 'Undo');
    await page.locator('.mantine-Badge-root', { hasText: 'Member' }).waitFor();
    await role.selectOption('AUDITOR');
    await page.getByRole('button', { name: 'Save' }).first().click();
    await page.locator('.mantine-Badge-root', { hasText: 'Auditor' }).waitFor();
    await visit(page, '/users?role=AUDITOR', 'Users');
    await page.getByRole('row', { name: /Nia New/ }).waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
    expect(seen).toEqual([]);
    await context.close();
  });

  it('helps members at the help desk, and nobody who administers', async () => {
    const desk = await buildUser(app, { name: 'Dana Desk', administration: 'help_desk' });
    const member = await buildUser(app, { name: 'Mia Member' });
    const auditor = await buildUser(app, { name: 'Audrey Auditor', administration: 'auditor' });
    const { context, seen } = await open();
    const page = await signIn(context, '/users', desk.email, desk.password);
    await heading(page, 'Users');
    const places = await placesOf(page);
    for (const name of ['Users', 'Invitations']) expect(places).toContain(name);
    for (const name of ['Import and export', 'APIs', 'Roles', 'Audit trail', 'Mails', 'Branding', 'Signing keys'])
      expect(places).not.toContain(name);

    await page.getByRole('link', { name: 'Create user' }).click();
    await page.getByRole('textbox', { name: 'Email address' }).fill('new@desk.example');
    expect(await page.getByLabel('Organization').count()).toBe(0);
    await press(page, 'Create user');
    await page.getByText('new@desk.example').first().waitFor();
    await page.getByRole('tab', { name: 'Invitations' }).click();
    await page.getByRole('button', { name: /Send again/ }).waitFor();

    await visit(page, `/users/${member.id}`, 'Mia Member');
    for (const name of ['Disable', 'Delete']) expect([name, await isThere(page, name)]).toEqual([name, false]);
    expect(await page.getByRole('combobox', { name: 'Role' }).isDisabled()).toBe(true);
    await press(page, 'Help with sign-in');
    expect(await isThere(page, 'Set a temporary password')).toBe(false);
    await press(page, 'Send a link for a new password');
    await page.getByText('The link is sent.').waitFor();

    await visit(page, `/users/${auditor.id}`, 'Audrey Auditor');
    expect(await isThere(page, 'Help with sign-in')).toBe(false);
    expect(seen).toEqual([]);
    await context.close();
  });

  it('reads everything as an auditor, and is offered no change', async () => {
    const auditor = await buildUser(app, { name: 'Alan Auditor', administration: 'auditor' });
    const member = await buildUser(app, { name: 'Moe Member' });
    const { context, seen } = await open();
    const page = await signIn(context, '/users', auditor.email, auditor.password);
    await heading(page, 'Users');
    const places = await placesOf(page);
    for (const name of ['Users', 'Import and export', 'APIs', 'Roles', 'Audit trail', 'Mails', 'Applications'])
      expect(places).toContain(name);
    expect(await page.getByRole('link', { name: 'Create user' }).count()).toBe(0);
    await visit(page, `/users/${member.id}`, 'Moe Member');
    for (const name of ['Help with sign-in', 'Disable', 'Delete'])
      expect([name, await isThere(page, name)]).toEqual([name, false]);
    await page.getByRole('tab', { name: 'Groups' }).click();
    await page.getByText('In no group.').waitFor();
    expect(await page.getByRole('combobox', { name: 'Add to a group' }).count()).toBe(0);
    for (const [path, title, change] of [
      ['/groups', 'Groups', 'Create group'],
      ['/organizations', 'Organizations', 'Create organization'],
      ['/roles', 'Roles', 'Create role'],
      ['/apis', 'APIs', 'Register API'],
    ] as const) {
      await visit(page, path, title);
      expect([path, await isThere(page, change)]).toEqual([path, false]);
    }
    await visit(page, '/audit', 'Audit trail');
    await page.getByRole('row').nth(1).waitFor();
    await visit(page, '/', 'Overview');
    expect(seen).toEqual([]);
    await context.close();
  });
});
