import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { objections } from '../support/axe.ts';
import { buildUser } from '../support/builders.ts';
import { buildConsolePages, type ConsolePages } from '../support/console-pages.ts';
import { describeInBrowser, heading, useConsole } from '../support/console.ts';

describeInBrowser('the console in a browser', () => {
  const app = useApp();
  const { open, signIn, asAdministrator, follow, settled } = useConsole(app);
  let pages: ConsolePages;
  beforeAll(async () => {
    pages = await buildConsolePages(app);
  });

  it('opens every page without an error', async () => {
    const { context, seen } = await open();
    const page = await asAdministrator(context, '/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (const [path, title] of pages.all) {
      await follow(page, path);
      await heading(page, title);
      expect([path, seen]).toEqual([path, []]);
    }
    await context.close();
  });

  it('finds a user, disables them and enables them again by keyboard alone', async () => {
    const { context, seen } = await open();
    const page = await asAdministrator(context, '/users');
    await heading(page, 'Users');
    await page.keyboard.press('/');
    await page.keyboard.type('grace');
    await page.waitForURL(/q=grace/);
    await page.getByText('1 found').waitFor();
    await page.getByRole('row', { name: /Grace Northwind/ }).focus();
    await page.keyboard.press('Enter');
    await heading(page, 'Grace Northwind');
    await page.getByRole('button', { name: 'Disable' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('The user is disabled. All their sessions have ended.').waitFor();
    await page.getByRole('button', { name: 'Enable' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('The user can sign in again.').waitFor();
    expect(seen).toEqual([]);
    await context.close();
  });

  it('removes a member, and puts them back', async () => {
    const { context } = await open();
    const page = await asAdministrator(context, `/groups/${pages.group}`);
    await page.getByRole('checkbox', { name: 'Select Ada Northwind' }).check();
    await page.getByRole('button', { name: 'Remove selected: 1' }).click();
    await page.getByText('No members found.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('row', { name: /Ada Northwind/ }).waitFor();
    await context.close();
  });

  it('registers an application, shows its secret once and snippets with its id, and tries it', async () => {
    const { context, seen } = await open();
    const page = await asAdministrator(context, '/applications/new');
    await page.getByRole('radio', { name: 'Web application' }).check();
    await page.getByRole('textbox', { name: 'Name' }).fill('Ledger');
    await page.getByRole('textbox', { name: 'Redirect URIs', exact: true }).fill('https://ledger.example/callback');
    await page.getByRole('button', { name: 'Register application' }).click();
    await page.getByText('It is shown only once.').waitFor();
    const secret = (await page.getByLabel('Secret', { exact: true }).textContent())!.trim();
    expect(secret).toMatch(/^ghs_/);
    await page.getByRole('tab', { name: 'oauth2-proxy' }).click();
    const snippet = await page.getByRole('tabpanel').textContent();
    expect(snippet).toContain(`client_secret = "${secret}"`);
    await page.getByRole('link', { name: 'Open Ledger' }).click();
    await heading(page, 'Ledger');
    expect(await page.content()).not.toContain(secret);
    const id = new URL(page.url()).pathname.split('/').at(-1)!;
    expect(snippet).toContain(`client_id = "${id}"`);
    expect(snippet).toContain(`oidc_issuer_url = "${app.issuer}"`);

    await page.getByRole('tab', { name: 'Try it' }).click();
    await page.getByRole('button', { name: 'Add it' }).click();
    await page.getByLabel('Secret', { exact: true }).fill(secret);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(({ pathname }) => pathname.startsWith('/consent') || pathname === '/console/try');
    if (!page.url().includes('/console/try')) await page.getByRole('button', { name: 'Allow' }).click();
    await heading(page, 'Try it');
    const idToken = await page.getByLabel('ID token', { exact: true }).textContent();
    expect(JSON.parse(idToken!)).toMatchObject({ claims: { iss: app.issuer, aud: id } });
    expect(new URL(page.url()).search).toBe('');
    expect(seen).toEqual([]);
    await context.close();
  });

  it('runs every example of the explorer with the authority of the session, and shows the schema', async () => {
    const { context, seen } = await open({ viewport: { width: 1440, height: 900 } });
    const page = await asAdministrator(context, '/explorer');
    await heading(page, 'Explorer');
    const examples = page.getByRole('region', { name: 'Examples' }).getByRole('button');
    await page.getByRole('button', { name: /^Execute query/ }).waitFor();
    await settled(page);
    expect(await examples.count()).toBeGreaterThan(5);
    // There is something to run from the beginning.
    await page.locator('.graphiql-tab-active', { hasText: 'WhatMayIDo' }).waitFor();
    for (const example of await examples.all()) {
      await example.click();
      // The editor has read the document when its tab has a name.
      await page.locator('.graphiql-tab-active', { hasNotText: '<untitled>' }).waitFor();
      const answered = page.waitForResponse((answer) => answer.url() === `${app.issuer}/graphql`);
      await page.getByRole('button', { name: /^Execute query/ }).click();
      const body = (await (await answered).json()) as { data?: object; errors?: object[] };
      expect([await example.textContent(), body.errors, typeof body.data]).toEqual([
        await example.textContent(),
        undefined,
        'object',
      ]);
    }
    await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
    expect(await objections(page)).toEqual([]);
    await page.getByRole('link', { name: 'Query', exact: true }).click();
    await page.getByRole('link', { name: 'auditEvents', exact: true }).waitFor();

    // What was written is there again, and the other pages are under their own policy.
    await page.reload();
    await page
      .getByRole('button', { name: /^CreateGroup/ })
      .first()
      .waitFor();
    const left = page.waitForResponse((answer) => answer.url().endsWith('/console/groups'));
    await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Groups' }).click();
    expect((await (await left).allHeaders())['content-security-policy']).toContain("style-src 'self';");
    await page.getByRole('row', { name: /^example/ }).waitFor();
    expect(seen).toEqual([]);
    await context.close();
  });

  it('defines an attribute, tells the faults of its fields, changes it, and deletes it by its name', async () => {
    const { context, seen } = await open();
    const page = await asAdministrator(context, '/attributes/new?type=INTEGER');
    await page.getByRole('textbox', { name: 'Name' }).fill('deskNumber');
    await page.getByRole('textbox', { name: 'Least value' }).fill('10');
    await page.getByRole('textbox', { name: 'Greatest value' }).fill('5');
    await page.getByRole('button', { name: 'Define attribute' }).click();
    await page.getByText('“Least value” is greater than “Greatest value”.').waitFor();
    expect(await page.getByRole('textbox', { name: 'Least value' }).getAttribute('aria-invalid')).toBe('true');
    await page.getByRole('textbox', { name: 'Greatest value' }).fill('500');
    await page.getByRole('button', { name: 'Define attribute' }).click();
    await heading(page, 'deskNumber');
    expect(await page.getByRole('textbox', { name: 'Least value' }).inputValue()).toBe('10');

    await page.getByRole('textbox', { name: 'Description' }).fill('Where the user sits');
    await page.getByRole('textbox', { name: 'Greatest value' }).fill('900');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    const { attributeDefinitions } = await app.data(
      await app.token('admin'),
      `{ attributeDefinitions(subject: USER, first: 100) {
        edges { node { name type description constraints { minimum maximum } } }
      } }`,
    );
    expect(attributeDefinitions.edges.map(({ node }: { node: object }) => node)).toContainEqual({
      name: 'deskNumber',
      type: 'INTEGER',
      description: 'Where the user sits',
      constraints: { minimum: 10, maximum: 900 },
    });

    await page.getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('dialog');
    expect(await question.getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true);
    await question.getByRole('textbox').fill('deskNumber');
    await question.getByRole('button', { name: 'Delete' }).click();
    await heading(page, 'Attributes');
    await page.getByRole('row', { name: /birthdate/ }).waitFor();
    expect(await page.getByRole('row', { name: /deskNumber/ }).count()).toBe(0);
    expect(seen).toEqual([]);
    await context.close();
  });

  it('finds anything from anywhere by keyboard', async () => {
    const { context, seen } = await open();
    const page = await asAdministrator(context, '/settings');
    await heading(page, 'Settings');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('searchbox').fill('brand');
    await page.getByRole('dialog').getByRole('link', { name: 'Branding' }).waitFor();
    await page.getByRole('dialog').getByRole('searchbox').fill('northwind');
    await page.getByRole('dialog').getByText('User · grace@northwind.example').waitFor();
    expect(await page.getByRole('dialog').getByText('Organization', { exact: true }).count()).toBe(1);
    await page.getByRole('dialog').getByRole('searchbox').fill('northwind_sales');
    await page.getByRole('dialog').getByText('User · grace@northwind.example').waitFor({ state: 'hidden' });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await heading(page, 'northwind_sales');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(seen).toEqual([]);
    await context.close();
  });

  it('keeps filters of a list under a name, in the browser', async () => {
    const { context, seen } = await open();
    const page = await asAdministrator(context, '/users?active=yes&order=EMAIL&down=1');
    await page.getByRole('row', { name: /Grace Northwind/ }).waitFor();
    await page.getByRole('button', { name: 'Saved filters' }).click();
    await page.getByRole('textbox', { name: /^Name for the present/ }).fill('Active, by address');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.goto(`${app.issuer}/console/users?q=alan`);
    await page.getByRole('button', { name: 'Saved filters' }).click();
    await page.getByRole('button', { name: 'Active, by address', exact: true }).click();
    await page.waitForURL(({ search }) => search === '?active=yes&order=EMAIL&down=1');
    await page.getByRole('row', { name: /Grace Northwind/ }).waitFor();
    await page.getByRole('button', { name: 'Saved filters' }).click();
    await page.getByRole('button', { name: 'Remove Active, by address' }).click();
    await page.getByText('None yet.').waitFor();
    expect(seen).toEqual([]);
    await context.close();
  });

  it('exports what a list is about', async () => {
    const { context, seen } = await open();
    const page = await asAdministrator(context, '/groups');
    await heading(page, 'Groups');
    await page.getByRole('button', { name: 'Export' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('group', { name: 'Who is in which group' }).getByRole('button', { name: 'CSV' }).click();
    expect(readFileSync(await (await download).path(), 'utf8')).toContain('northwind_sales');
    await page.goto(`${app.issuer}/console/users?q=alan%40northwind`);
    await page.getByRole('button', { name: 'Export' }).click();
    const filtered = page.waitForEvent('download');
    await page.getByRole('group', { name: 'All of this list (1)' }).getByRole('button', { name: 'CSV' }).click();
    expect(readFileSync(await (await filtered).path(), 'utf8')).toMatch(/^id.*\r\n.*alan@northwind.example.*\r\n$/);
    expect(seen).toEqual([]);
    await context.close();
  });

  it('keeps what it shows in the address, and speaks German', async () => {
    const { context } = await open({ locale: 'de-DE' });
    const page = await asAdministrator(context, '/users?q=alan&active=yes&order=CREATED_AT&down=1&columns=email');
    await heading(page, 'Benutzer');
    await page.getByRole('row', { name: /alan@northwind.example/ }).waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('alan');
    expect(await page.getByRole('columnheader', { name: 'Rolle' }).count()).toBe(0);
    await context.close();
  });

  it('shows a member no more than a member may see', async () => {
    const member = await buildUser(app);
    const { context, seen } = await open();
    const page = await signIn(context, '/', member.email, member.password);
    await page.getByRole('link', { name: 'Open your account' }).waitFor();
    expect(await page.getByText(/may not/).count()).toBe(0);
    await page.getByRole('region', { name: 'In this console' }).getByRole('link', { name: 'Groups' }).waitFor();
    expect(await page.getByRole('link', { name: 'Audit trail' }).count()).toBe(0);
    await page.goto(`${app.issuer}/console/users`);
    await heading(page, 'Users');
    expect(await page.getByRole('link', { name: 'Create user' }).count()).toBe(0);
    expect(seen).toEqual([]);
    await context.close();
  });

  it('loads at most 300 kB of compressed scripts at first', async () => {
    const folder = 'dist/console/assets';
    const { context } = await open();
    const scripts = new Set<string>();
    context.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.add(new URL(request.url()).pathname.split('/').at(-1)!);
    });
    const page = await asAdministrator(context, '/');
    await heading(page, 'Overview');
    await settled(page);
    const built = readdirSync(folder).filter((name) => scripts.has(name));
    expect(built.length).toBeGreaterThan(1);
    const bytes = built.reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name))).length, 0);
    expect(bytes).toBeLessThan(300_000);
    await context.close();
  });
});
