/** What the console tells of the audit trail. */
import { expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { buildUser } from '../support/builders.ts';
import { describeInBrowser, useConsole } from '../support/console.ts';

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
    await page.getByText('added Grace Hopper to finance_read').waitFor();
    await page.getByText('added Ada Lovelace to finance_read').waitFor();
    expect(await page.getByRole('link', { name: 'Ada Lovelace' }).count()).toBe(1);
    expect(await page.getByRole('link', { name: 'Grace Hopper' }).count()).toBe(0);
    expect(seen).toEqual([]);
    await context.close();
  });
});
