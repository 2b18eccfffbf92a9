/** What the console tells of the audit trail. */
import { expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { buildClient, buildUser } from '../support/builders.ts';
import { describeInBrowser, useConsole } from '../support/console.ts';
import { tokensOf } from '../support/logins.ts';
import { until } from '../support/until.ts';

describeInBrowser('the audit trail', () => {
  const app = useApp();
  const { open, asAdministrator } = useConsole(app);

  it('says in words who was added to what, by the names of then, which lead to what still exists', async () => {
    const [ada, grace] = [
      await buildUser(app, { name: 'Ada Lovelace' }),
      await buildUser(app, { name: 'Grace Hopper' }),
    ];
    const token = await app.token('admin');
    const CREATE = `mutation ($ids: [ID!]) {
      createGroup(input: { name: "finance_read", memberIds: $ids }) { group { id } }
    }`;
    const { id } = (await app.data(token, CREATE, { ids: [ada.id, grace.id] })).createGroup.group;
    await app.data(token, 'mutation ($id: ID!) { deleteUser(id: $id) { user { id } } }', { id: grace.id });
    const { context, seen } = await open();
    const page = await asAdministrator(context, `/audit?q=${id}`);
    await page.getByText('added 2 members to finance_read').waitFor();
    await page.getByRole('link', { name: 'Show each' }).click();
    await page.getByText('added Grace Hopper to finance_read').waitFor();
    await page.getByText('added Ada Lovelace to finance_read').waitFor();
    expect(await page.getByRole('link', { name: 'Ada Lovelace' }).count()).toBe(1);
    expect(await page.getByRole('link', { name: 'Grace Hopper' }).count()).toBe(0);
    expect(seen).toEqual([]);
    await context.close();
  });

  it('is searched by a name, and folds an import until it is opened', async () => {
    const token = await app.token('admin');
    const run = (text: string, variables: object = {}) => app.data(token, text, variables);
    const { createGroup } = await run('mutation { createGroup(input: { name: "payroll" }) { group { id } } }');
    const CREATE = 'mutation { createUserImport(input: { format: CSV }) { userImport { id } } }';
    const { id } = (await run(CREATE)).createUserImport.userImport;
    const rows = Array.from({ length: 30 }, (_, n) => `p${n}@imported.example,Person ${n},payroll`);
    await app.send('PUT', `/imports/${id}/file`, { token, body: ['email,name,groups', ...rows].join('\n') });
    await until(async () => {
      const { userImport } = await run('query ($id: ID!) { userImport(id: $id) { state } }', { id });
      return userImport.state === 'DONE';
    });

    const { context, seen } = await open({ locale: 'de' });
    const page = await asAdministrator(context, '/audit?q=payroll');
    await page.getByText('hat 30 Mitglieder zu payroll hinzugefügt, durch einen Import').waitFor();
    expect(await page.getByRole('link', { name: 'einen Import' }).getAttribute('href')).toBe(`/console/imports/${id}`);
    expect(await page.getByText(/hat Person \d+ zu payroll/).count()).toBe(0);
    await page.getByRole('link', { name: 'Einzeln zeigen' }).click();
    await page
      .getByText(/hat Person \d+ zu payroll hinzugefügt/)
      .first()
      .waitFor();
    expect(await page.getByText(/hat Person \d+ zu payroll/).count()).toBe(25);
    await page.getByRole('button', { name: 'Weiter' }).click();
    await until(async () => (await page.getByText(/hat Person \d+ zu payroll/).count()) === 5);

    // Whoever looks for a person sees what was done to that person.
    await page.goto(`${app.issuer}/console/audit?q=Person+17`);
    await page.getByText('hat Person 17 zu payroll hinzugefügt').waitFor();
    await page.goto(`${app.issuer}/console/groups/${createGroup.group.id}?tab=history`);
    await page.getByText('hat 30 Mitglieder zu payroll hinzugefügt').waitFor();
    expect(seen).toEqual([]);
    await context.close();
  });

  it('tells on the page of a user what was done to them, and what they did', async () => {
    const ada = await buildUser(app, { name: 'Ada Lovelace', role: 'admin' });
    const client = await buildClient(app);
    const { access_token: token } = await tokensOf(app, client, ada, 'openid admin');
    await app.data(token, 'mutation { createGroup(input: { name: "engines" }) { group { id } } }');
    const { context, seen } = await open();
    const page = await asAdministrator(context, `/users/${ada.id}?tab=history`);
    await page.getByText('signed in as Ada Lovelace').waitFor();
    expect(await page.getByText('created the group engines').count()).toBe(0);
    await page.getByLabel('Which events').selectOption('Done by Ada Lovelace');
    await page.getByText('created the group engines').waitFor();
    expect(seen).toEqual([]);
    await context.close();
  });
});
