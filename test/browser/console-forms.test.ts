/** Forms of the console: nothing that is typed is lost, and nothing that is shown is untrue. */
import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { useApp } from '../support/app.ts';
import { buildUser } from '../support/builders.ts';
import { describeInBrowser, heading, useConsole } from '../support/console.ts';

describeInBrowser('forms of the console', () => {
  const app = useApp();
  const { open, asAdministrator } = useConsole(app);

  const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
  const focused = (page: Page) => page.locator(':focus');

  it('begin a dialog in its first field, send it with Enter, and ask before Escape gives up what is typed', async () => {
    const { context, seen } = await open({ viewport: { width: 390, height: 800 } });
    const page = await asAdministrator(context, '/organizations');
    await page.getByRole('button', { name: 'Create organization' }).click();
    await page.getByRole('dialog').locator('input:focus').waitFor();
    await page.keyboard.type('Typed');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).and(focused(page)).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Create organization' }).waitFor();
    await page.reload();
    expect(await page.getByRole('dialog').getByRole('textbox').inputValue()).toBe('Typed');
    await page.getByRole('dialog').locator('input:focus').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('row', { name: /Typed/ }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.goto(`${app.issuer}/console/groups`);
    await page.getByRole('button', { name: 'Create group' }).click();
    await page.getByRole('dialog').locator('input:focus').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.goto(`${app.issuer}/console/users`);
    await page.getByRole('row').nth(1).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Add to a group' }).click();
    await page.getByRole('dialog').getByRole('combobox').and(focused(page)).waitFor();
    expect(seen).toEqual([]);
    await context.close();
  });

  it('keep what is typed over tabs and reloads, and ask before the page is left', async () => {
    const { id } = await buildUser(app, { name: 'Ada', givenName: 'Ada' });
    const { context } = await open();
    const page = await asAdministrator(context, `/users/${id}`);
    await field(page, 'Given name').fill('Adele');
    await page.getByRole('tab', { name: 'Groups' }).click();
    await page.getByRole('tab', { name: 'Profile' }).click();
    expect(await field(page, 'Given name').inputValue()).toBe('Adele');
    await page.reload();
    expect(await field(page, 'Given name').inputValue()).toBe('Adele');
    const away = page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Groups' });
    await away.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await field(page, 'Given name').inputValue()).toBe('Adele');
    await away.click();
    const discard = page.getByRole('dialog').getByRole('button', { name: 'Discard' });
    // White on this is 6.5 : 1.
    expect(await discard.evaluate((button) => getComputedStyle(button).backgroundColor)).toBe('rgb(179, 38, 30)');
    await discard.click();
    await heading(page, 'Groups');
    await page.goto(`${app.issuer}/console/users/${id}`);
    expect(await field(page, 'Given name').inputValue()).toBe('Ada');
    await context.close();
  });

  it('show nobody else until another user is there', async () => {
    const [ada, bob] = [await buildUser(app, { name: 'Ada Other' }), await buildUser(app, { name: 'Bob Other' })];
    const { context } = await open();
    const page = await asAdministrator(context, `/users/${ada.id}`);
    await heading(page, 'Ada Other');
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    await context.route(/[/]graphql$/, async (route) => {
      await held;
      await route.continue();
    });
    await page.evaluate(`__TSR_ROUTER__.navigate({ href: '/console/users/${bob.id}' })`);
    await page.locator('#content').getByRole('status').waitFor();
    expect(await page.locator('#content').getByRole('heading', { name: 'Ada Other' }).count()).toBe(0);
    goOn();
    await heading(page, 'Bob Other');
    await context.close();
  });

  it('tell that a field has got another value meanwhile, and send nothing over it before', async () => {
    const { id } = await buildUser(app, { name: 'Bob', givenName: 'Bob' });
    const { context } = await open();
    const page = await asAdministrator(context, `/users/${id}`);
    await field(page, 'Given name').fill('Robert');
    const update = 'mutation ($id: ID!) { updateUser(id: $id, input: { givenName: "Rob" }) { user { id } } }';
    await app.data(await app.token('admin'), update, { id });
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Load again' }).click();
    await page.getByText('Meanwhile, this got another value elsewhere: Given name.').waitFor();
    expect(await field(page, 'Given name').inputValue()).toBe('Robert');
    await field(page, 'Given name').press('Enter');
    await page.getByText('Saved.').waitFor();
    const { user } = await app.data(await app.token('admin'), 'query ($id: ID!) { user(id: $id) { givenName } }', {
      id,
    });
    expect(user.givenName).toBe('Robert');
    await context.close();
  });

  it('tell settings of the customer from defaults that nobody has touched', async () => {
    const { context } = await open();
    const page = await asAdministrator(context, '/settings');
    const isSet = page.getByText('Set for this customer');
    const codes = page.getByRole('switch', { name: 'Codes by email' });
    await codes.waitFor();
    expect(await isSet.count()).toBe(0);
    await codes.check({ force: true });
    await page.getByRole('button', { name: 'Save' }).click();
    await isSet.waitFor();
    expect(await isSet.count()).toBe(1);
    await codes.uncheck({ force: true });
    await page.getByRole('button', { name: 'Save' }).click();
    await isSet.waitFor({ state: 'detached' });
    await context.close();
  });

  it('name what is wrong by the labels of the fields, and go to the first of them', async () => {
    const { context } = await open();
    const page = await asAdministrator(context, '/applications/new?kind=web');
    expect(await page.getByRole('switch', { name: 'Ask users for consent' }).isChecked()).toBe(true);
    await field(page, 'Name').fill('Wrong');
    await field(page, 'Redirect URIs').fill('https://a.example/callback\nhttps://a.example/#here');
    await page.getByRole('button', { name: 'Register application' }).click();
    await page.getByText('“Redirect URIs” (line 2) must not have a fragment.').waitFor();
    await field(page, 'Redirect URIs').and(focused(page)).waitFor();
    expect(await page.getByText('redirectUris').count()).toBe(0);
    await context.close();
  });

  it('keep a change that needs a fresh proof, make it when that is given, and nothing if the reader gives up', async () => {
    const { id } = await buildUser(app, { name: 'Eve', username: null });
    const { context } = await open();
    const page = await asAdministrator(context, `/users/${id}`);
    const role = page.getByRole('combobox', { name: 'Role' });
    const roleOf = async () =>
      (await app.data(await app.token('admin'), 'query ($id: ID!) { user(id: $id) { role username } }', { id })).user;
    await role.waitFor();
    app.clock.advance(601);
    await role.selectOption('ADMIN');
    await field(page, 'Username').fill('eve');
    await page.getByRole('button', { name: 'Save' }).first().click();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByText('Nothing was changed').waitFor();
    expect([await role.inputValue(), await field(page, 'Username').inputValue()]).toEqual(['ADMIN', 'eve']);
    expect(await roleOf()).toMatchObject({ role: 'MEMBER', username: null });

    await page.getByRole('button', { name: 'Save' }).first().click();
    await page.locator('input[name=password]').fill(app.customer.adminPassword);
    await page.keyboard.press('Enter');
    await page.getByText('Saved.').waitFor();
    expect(await roleOf()).toMatchObject({ role: 'ADMIN', username: 'eve' });
    expect([await role.inputValue(), await page.getByRole('button', { name: 'Discard' }).count()]).toEqual([
      'ADMIN',
      0,
    ]);
    expect(new URL(page.url()).search).toBe('');
    await context.close();
  });
});
