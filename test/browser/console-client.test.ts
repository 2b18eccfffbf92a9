import { expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { objections } from '../support/axe.ts';
import { buildClient, buildUser } from '../support/builders.ts';
import { describeInBrowser, heading, useConsole } from '../support/console.ts';

describeInBrowser('the page of an application in the console', () => {
  const app = useApp();
  const { open, asAdministrator } = useConsole(app);
  const [TWO, ONE] = ['urn:guildhall:acr:2', 'urn:guildhall:acr:1'];
  const stored = async (id: string) => {
    const text =
      'query ($id: ID!) { client(id: $id) { subjectType sectorIdentifierUri defaultAcrValues defaultMaxAge } }';
    return (await app.data(await app.token('read'), text, { id })).client;
  };

  it('changes how it knows users, and what sign-ins ask for, and says what is wrong beside each field', async () => {
    const { id } = await buildClient(app, { name: 'Ledger' });
    const { context, seen } = await open({ viewport: { width: 390, height: 800 } });
    const page = await asAdministrator(context, `/applications/${id}`);
    await heading(page, 'Ledger');
    const levels = page.getByLabel('Levels of sign-ins');
    const age = page.getByLabel('Age of sign-ins in seconds');
    const save = page.getByRole('button', { name: 'Save' });
    await levels.fill('gold');
    await age.fill('-1');
    await save.click();
    await page.getByText(/can contain only/).waitFor();
    await page.getByText(/must be a whole number of seconds/).waitFor();
    expect(await objections(page)).toEqual([]);
    await levels.fill(`${TWO}\n${ONE}`);
    await age.fill('3600');
    await page.getByLabel('How it knows users').selectOption({ label: 'By pairwise identifiers' });
    await page.getByLabel('Address of the sector').fill('https://sector.example/list.json');
    await save.click();
    await page.getByText('Saved').first().waitFor();
    expect(await stored(id)).toEqual({
      subjectType: 'PAIRWISE',
      sectorIdentifierUri: 'https://sector.example/list.json',
      defaultAcrValues: [TWO, ONE],
      defaultMaxAge: 3600,
    });
    await age.fill('');
    await Promise.all([page.waitForResponse(/graphql/), save.click()]);
    await page.reload();
    await heading(page, 'Ledger');
    expect([await age.inputValue(), await levels.inputValue()]).toEqual(['', `${TWO}\n${ONE}`]);
    expect((await stored(id)).defaultMaxAge).toBeNull();
    expect(seen).toEqual([]);
    await context.close();
  });

  it('turns codes by email on, and shows them as the weak factor of a user', async () => {
    const { id } = await buildUser(app, { emailVerified: true });
    const { context } = await open();
    const page = await asAdministrator(context, '/settings');
    await page.getByLabel('Codes by email').click({ force: true });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The sign-in settings are changed.').waitFor();
    await page.goto(`${app.issuer}/console/users/${id}?tab=factors`);
    await page.getByText('No second factor but codes by email, which are weak.').waitFor();
    await context.close();
    const off = 'mutation ($id: ID!) { updateCustomer(id: $id, input: { emailCodes: false }) { customer { id } } }';
    await app.data(await app.token('admin'), off, { id: app.customer.customerId });
  });
});
