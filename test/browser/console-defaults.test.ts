/** Forms that create something show what is stored: what a reader does not touch is what the server has afterwards. */
import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { useApp } from '../support/app.ts';
import { describeInBrowser, heading, useConsole } from '../support/console.ts';

describeInBrowser('a form that creates something', () => {
  const app = useApp({ CLIENT_REGISTRATION: 'on' });
  const { open, asAdministrator, follow } = useConsole(app);

  const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

  /** The switches, boxes and selects of the page's last form, by their labels. */
  const drawn = async (page: Page): Promise<Record<string, unknown>> => {
    await page.locator('#content form').last().waitFor();
    return page.evaluate<Record<string, unknown>>(`(() => {
      const form = [...document.querySelectorAll('#content form')].at(-1);
      const all = [...form.querySelectorAll('input[type=checkbox], select')];
      return Object.fromEntries(all.map((each) => [
        each.labels[0].textContent,
        each.type === 'checkbox' ? each.checked : each.selectedOptions[0].textContent,
      ]));
    })()`);
  };

  it('shows what is stored of an application of each kind', async () => {
    const { context } = await open();
    const page = await asAdministrator(context, '/applications');
    await heading(page, 'Applications');
    for (const kind of ['web', 'browser', 'native', 'machine']) {
      await follow(page, `/applications/new?kind=${kind}`);
      const shown = await drawn(page);
      expect([kind, Object.keys(shown).length]).not.toEqual([kind, 0]);
      await field(page, 'Name').fill(`A ${kind}`);
      if (kind !== 'machine') await field(page, 'Redirect URIs').fill(`https://${kind}.example/callback`);
      await page.getByRole('button', { name: 'Register application' }).click();
      await page.getByRole('link', { name: `Open A ${kind}` }).click();
      await heading(page, `A ${kind}`);
      expect([kind, await drawn(page)]).toMatchObject([kind, shown]);
    }
    await context.close();
  });

  it('shows what is stored of an attribute', async () => {
    const { context } = await open();
    const page = await asAdministrator(context, '/attributes/new');
    const shown = await drawn(page);
    await field(page, 'Name').fill('plain');
    await page.getByRole('button', { name: 'Define attribute' }).click();
    await heading(page, 'plain');
    expect(await drawn(page)).toMatchObject(shown);
    await context.close();
  });

  it('shows what is stored of an initial access token', async () => {
    const { context } = await open();
    const page = await asAdministrator(context, '/registration/new');
    const shown = await drawn(page);
    expect(await page.getByLabel('How many applications').inputValue()).toBe('1');
    await page.getByLabel(/^Token/).fill('Plain');
    await page.getByLabel('Hosts of the applications').fill('plain.example');
    // An emptied number has its default again.
    await page.getByLabel('How many applications').fill('');
    expect(await page.getByLabel('How many applications').getAttribute('placeholder')).toBe('1');
    await page.getByRole('button', { name: 'Create initial access token' }).click();
    await page.getByText('It is shown only once.').waitFor();
    const query = `{ initialAccessTokens { edges { node {
      clientsMax clientLifetime requireNonce scopes grantTypes tokenEndpointAuthMethods createdAt expiresAt } } } }`;
    const { initialAccessTokens } = await app.data(await app.token('admin'), query);
    const { createdAt, expiresAt, ...stored } = initialAccessTokens.edges[0].node;
    expect(stored).toMatchObject({ clientsMax: 1, clientLifetime: null });
    const lists = [stored.scopes, stored.grantTypes, stored.tokenEndpointAuthMethods].map(
      (list: string[]) => list.length,
    );
    const checked = Object.values(shown).filter((value) => value === true).length;
    expect(checked).toBe(lists.reduce((sum, count) => sum + count, 0) + (stored.requireNonce ? 1 : 0));
    expect(Object.values(shown)).toContain('24 hours');
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(86_400_000);
    await context.close();
  });

  it('shows what an import does with users who exist', async () => {
    const { context } = await open();
    const page = await asAdministrator(context, '/imports');
    const select = page.getByRole('combobox', { name: 'Users who exist already' });
    const query = '{ inputConstraints(input: "CreateUserImportInput") { field defaultValue } }';
    const { inputConstraints } = await app.data(await app.token('admin'), query);
    const known = Object.fromEntries(
      inputConstraints.map((each: { field: string; defaultValue: unknown }) => [each.field, each.defaultValue]),
    );
    expect(await select.inputValue()).toBe(known.existing);
    await context.close();
  });
});
