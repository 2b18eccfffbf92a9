/** The editors of the branding and of the texts of mails. */
import { expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { objections } from '../support/axe.ts';
import { showAs } from '../support/browser.ts';
import { describeInBrowser, heading, useConsole } from '../support/console.ts';

// The smallest PNG.
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

interface Styled {
  readonly style: { readonly backgroundColor: string };
}

describeInBrowser('the branding in the console', () => {
  const app = useApp();
  const { open, asAdministrator, visit } = useConsole(app);

  it('is changed with faults beside their fields, and is on the login page', async () => {
    const { context, seen } = await open();
    const page = await asAdministrator(context, '/settings');
    await page.getByRole('navigation').getByRole('link', { name: 'Branding' }).click();
    await heading(page, 'Branding');
    const color = page.getByRole('textbox', { name: 'Color', exact: true });
    await color.fill('#ffd400');
    await page.getByText('Too light. Choose a darker color.').waitFor();
    const footer = page.getByRole('textbox', { name: 'End of every page (English)' });
    await footer.fill('Help: {phone}');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('unknown placeholder {phone}').waitFor();
    expect([await color.getAttribute('aria-invalid'), await footer.getAttribute('aria-invalid')]).toEqual([
      'true',
      'true',
    ]);
    await color.fill('#0b7a75');
    await footer.fill('Help: 555 1234');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Northwind');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The branding is changed.').waitFor();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose a picture' }).click();
    await (await chooser).setFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from(PNG, 'base64') });
    await page.getByRole('img', { name: 'Logo' }).waitFor();
    await page.goto(`${app.issuer}/login?prompt=login`);
    await page.getByText('Help: 555 1234').waitFor();
    expect(await page.getByText('Northwind', { exact: true }).count()).toBe(1);
    expect(seen).toEqual([]);
    await context.close();
  });

  it('has the texts of mails, with a preview of what is typed that loads and runs nothing', async () => {
    const brand =
      'mutation ($id: ID!) { updateBranding(id: $id, input: { name: "Northwind", color: "#0b7a75" }) { branding { name } } }';
    await app.data(await app.token('admin'), brand, { id: app.customer.customerId });
    const { context, seen } = await open();
    const page = await asAdministrator(context, '/mails');
    await page.getByRole('link', { name: 'Mail templates' }).click();
    await heading(page, 'Mail templates');
    const mail = page.frameLocator('iframe');
    await mail.getByRole('heading', { name: 'Your invitation to Northwind' }).waitFor();
    const button = mail.getByText('Activate account', { exact: true });
    const background = await button.evaluate((link) => (link as unknown as Styled).style.backgroundColor);
    expect(background).toBe('rgb(11, 122, 117)');
    await page.getByRole('textbox', { name: 'Subject' }).fill('Join {customer}');
    await mail.getByRole('heading', { name: 'Join Northwind' }).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The texts are changed.').waitFor();
    await page.getByRole('combobox', { name: 'Language of the mail' }).selectOption('de');
    await mail.getByRole('heading', { name: 'Ihre Einladung zu Northwind' }).waitFor();
    await page.getByRole('tab', { name: 'Text' }).click();
    await page.getByText('Hallo Ada Lovelace,').waitFor();
    expect(seen).toEqual([]);
    await context.close();
  });

  it('has nothing that axe objects to in its editors, light and wide, dark and narrow', async () => {
    const { context, seen } = await open({ locale: 'de-DE' });
    const page = await asAdministrator(context, '/settings');
    await heading(page, 'Einstellungen');
    for (const [path, title] of [
      ['/settings/branding', 'Erscheinungsbild'],
      ['/mails/templates?template=BACKUP_CODE_USED', 'E-Mail-Vorlagen'],
    ] as const) {
      await visit(page, path, title);
      for (const look of [
        { colorScheme: 'light', width: 1280 },
        { colorScheme: 'dark', width: 390 },
      ] as const) {
        await showAs(page, look);
        expect([path, look, await objections(page)]).toEqual([path, look, []]);
        expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, look.width]);
      }
    }
    // Axe itself would run in the frame, too, which forbids it.
    expect(seen.filter((text) => !text.startsWith('Blocked script execution'))).toEqual([]);
    await context.close();
  });
});
