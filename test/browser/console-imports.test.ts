import { expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { objections } from '../support/axe.ts';
import { describeInBrowser, heading, useConsole } from '../support/console.ts';

describeInBrowser('imports in the console', () => {
  const app = useApp();
  const { open, asAdministrator } = useConsole(app);

  it('previews an import with the faults of rows, and imports then', async () => {
    const { context, seen } = await open();
    const page = await asAdministrator(context, '/imports');
    await heading(page, 'Import and export');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: /^File/ }).click();
    const rows = 'email,name\nnew@northwind.example,New Person\nno-address,Nobody\n';
    await (await chooser).setFiles({ name: 'users.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) });
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await heading(page, 'Preview');
    await page.getByText('Nothing was changed.').waitFor();
    await page.getByRole('row', { name: /^3 email/ }).waitFor();
    await page.getByRole('button', { name: 'Import now' }).click();
    await heading(page, 'Import');
    await page.getByText('Done').waitFor();
    await page.goto(`${app.issuer}/console/users?q=new@northwind`);
    await page.getByRole('row', { name: /New Person/ }).waitFor();
    expect(seen).toEqual([]);
    await context.close();
  });

  it('shows the columns of a file that it cannot read, has them mapped with the keyboard, and deletes imports', async () => {
    const { context, seen } = await open({ viewport: { width: 390, height: 844 } });
    const page = await asAdministrator(context, '/imports');
    await heading(page, 'Import and export');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: /^File/ }).click();
    const rows = Buffer.from('Adresse;Gesperrt;Ort\nmapped@northwind.example;yes;Bonn\nwrong;yes;Ulm\n', 'utf16le');
    const buffer = Buffer.concat([Buffer.from([0xff, 0xfe]), rows]);
    await (await chooser).setFiles({ name: 'benutzer.csv', mimeType: 'text/csv', buffer });
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await heading(page, 'Preview');
    const mapping = page.getByRole('region', { name: 'Columns of the file' });
    await mapping.getByText('mapped@northwind.example').waitFor();
    await mapping.getByText('No column of the file is email').waitFor();
    // By the keyboard alone.
    await mapping.getByLabel('Column Adresse is').focus();
    await page.keyboard.type('Address');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Active');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    expect(await mapping.getByLabel('Column Gesperrt says the opposite').isChecked()).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Nothing was changed.').waitFor();
    expect(await mapping.getByLabel('Encoding').locator('option').first().textContent()).toBe('As found: utf-16le');
    await page.getByRole('row', { name: /^3 email/ }).waitFor({ state: 'attached' });
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(await objections(page)).toEqual([]);
    await mapping.getByRole('button', { name: 'Import now' }).click();
    await heading(page, 'Import');
    await page.getByText('Done').waitFor();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await heading(page, 'Import and export');
    await page.goto(`${app.issuer}/console/users?q=mapped@northwind`);
    await page.getByText('mapped@northwind.example').first().waitFor();
    // The first file was refused because of its columns.
    expect(seen).toEqual([expect.stringContaining('status of 400')]);
    await context.close();
  });

  it('says that a file has not arrived, and sends it again or deletes the import', async () => {
    const { context } = await open();
    const page = await asAdministrator(context, '/imports');
    await heading(page, 'Import and export');
    const isUpload = (url: URL): boolean => url.pathname.includes('/imports/') && !url.pathname.includes('/console/');
    await context.route(isUpload, (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()));
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: /^File/ }).click();
    const buffer = Buffer.from('email,name\nlost@northwind.example,Lost Person\n');
    await (await chooser).setFiles({ name: 'users.csv', mimeType: 'text/csv', buffer });
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    const alert = page.getByRole('alert', { name: 'The file has not arrived' });
    await alert.getByText('The file could not be sent.').waitFor();
    expect(await objections(page)).toEqual([]);
    await context.unroute(isUpload);
    await alert.getByRole('button', { name: 'Send the file again' }).click();
    await page.getByText('Nothing was changed.').waitFor();
    expect(await alert.count()).toBe(0);

    // Another window does not have the file.
    const create = 'mutation { createUserImport(input: { format: CSV, dryRun: true }) { userImport { id } } }';
    const { userImport } = (await app.data(await app.token('admin'), create)).createUserImport;
    await page.goto(`${app.issuer}/console/imports/${userImport.id}`);
    await alert.getByText('send it again, or delete the import').waitFor();
    expect(await alert.getByRole('button', { name: 'Send the file again' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await heading(page, 'Import and export');
    expect(await page.getByText('File missing').count()).toBe(0);
    await context.close();
  });

  it('takes the CSV of Firebase with the parameters of its hashes, in German', async () => {
    const { context, seen } = await open({ locale: 'de-DE' });
    const page = await asAdministrator(context, '/imports');
    await heading(page, 'Import und Export');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: /^Datei/ }).click();
    const row = `u1,fire@northwind.example,true,bFNyZg==,NDJ4RUM=,Fire Person${','.repeat(23)}\n`;
    await (await chooser).setFiles({ name: 'users.csv', mimeType: 'text/csv', buffer: Buffer.from(row) });
    await page.getByLabel('Format').selectOption('CSV von Firebase (auth:export)');
    await page.getByLabel('Signierschlüssel').fill('anhzcHI4S2k=');
    await page.getByRole('button', { name: 'Vorschau', exact: true }).click();
    await heading(page, 'Vorschau');
    const mapping = page.getByRole('region', { name: 'Spalten der Datei' });
    await mapping.getByText('Fire Person').waitFor();
    expect(await mapping.getByText('bFNyZg==').count()).toBe(0);
    // The hash is too short to be one.
    await page.getByRole('row', { name: /^1 passwordHash/ }).waitFor();
    await mapping.getByLabel('Spalte Password Hash ist').selectOption('Weglassen');
    await mapping.getByRole('button', { name: 'Vorschau der Änderungen' }).click();
    await mapping.getByRole('button', { name: 'Jetzt importieren' }).click();
    await heading(page, 'Import');
    await page.getByText('Fertig').waitFor();
    await page.goto(`${app.issuer}/console/users?q=fire@northwind`);
    await page.getByRole('row', { name: /Fire Person/ }).waitFor();
    expect(seen).toEqual([]);
    await context.close();
  });
});
