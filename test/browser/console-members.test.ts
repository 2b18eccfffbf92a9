/** Members of groups and organizations: added by pasted addresses, and a mistake undone. */
import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { useApp } from '../support/app.ts';
import { buildUser } from '../support/builders.ts';
import { describeInBrowser, useConsole } from '../support/console.ts';

describeInBrowser('members', () => {
  const app = useApp();
  const { open, asAdministrator } = useConsole(app);

  const paste = async (page: Page, text: string): Promise<void> => {
    await page.getByRole('button', { name: 'Add members' }).click();
    await page.getByLabel('Or paste addresses').fill(text);
    await page.getByRole('button', { name: /^Add addresses/ }).click();
  };
  const organizationOf = async (token: string, id: string): Promise<string | null> =>
    (await app.data(token, 'query ($id: ID!) { user(id: $id) { organizationId } }', { id })).user.organizationId;
  /** Lets the list that is asked for behind the first of two changes be read before the second and arrive behind it. */
  const answerListLast = async (page: Page): Promise<void> => {
    const [read, changed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let changes = 0;
    await page.route('**/graphql', async (route) => {
      const { variables } = route.request().postDataJSON();
      if (variables.select && ++changes === 2) {
        await read.promise;
        await route.fulfill({ response: await route.fetch() });
        changed.resolve();
      } else if (variables.where && changes === 1) {
        const response = await route.fetch();
        read.resolve();
        await changed.promise;
        await route.fulfill({ response });
      } else await route.continue();
    });
  };

  it('of a group are added from any text with addresses, and undo removes who was added', async () => {
    const [grace, alan] = [await buildUser(app, { name: 'Grace' }), await buildUser(app, { name: 'Alan' })];
    const token = await app.token('admin');
    const create = 'mutation ($input: CreateGroupInput!) { createGroup(input: $input) { group { id } } }';
    const input = { name: 'Pasted', memberIds: [grace.id] };
    const { group } = (await app.data(token, create, { input })).createGroup;
    const { context, seen } = await open();
    const page = await asAdministrator(context, `/groups/${group.id}`);
    await paste(page, `Grace <${grace.email}>, Alan <${alan.email.toUpperCase()}>; nobody@example.org`);
    await page.getByText('Addresses of nobody here: 1').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('row', { name: /Alan/ }).waitFor();
    await page.getByText('Added: 1. Not changed: 1.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('row', { name: /Alan/ }).waitFor({ state: 'detached' });
    expect(await page.getByRole('row', { name: /Grace/ }).count()).toBe(1);
    expect(seen).toEqual([]);
    await context.close();
  });

  it('of an organization are added, brought back to where they were, and removed', async () => {
    const token = await app.token('admin');
    const create =
      'mutation ($input: CreateOrganizationInput!) { made: createOrganization(input: $input) { organization { id } } }';
    const made = async (name: string): Promise<string> =>
      (await app.data(token, create, { input: { name } })).made.organization.id;
    const [old, next] = [await made('Old House'), await made('New House')];
    const [ada, bob] = [
      await buildUser(app, { name: 'Ada Old', organizationId: old }),
      await buildUser(app, { name: 'Bob None' }),
    ];
    const { context, seen } = await open();
    const page = await asAdministrator(context, `/organizations/${next}`);
    await page.getByText('No members found.').waitFor();

    await paste(page, `${ada.email}\n${bob.email}`);
    await page.getByRole('row', { name: /Ada Old/ }).waitFor();
    await page.getByRole('row', { name: /Bob None/ }).waitFor();
    expect([await organizationOf(token, ada.id), await organizationOf(token, bob.id)]).toEqual([next, next]);
    await answerListLast(page);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('No members found.').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    expect([await organizationOf(token, ada.id), await organizationOf(token, bob.id)]).toEqual([old, null]);

    await paste(page, bob.email);
    await page
      .getByRole('row', { name: /Bob None/ })
      .getByRole('checkbox')
      .check();
    await page.getByRole('button', { name: 'Remove selected: 1' }).click();
    await page.getByText('No members found.').waitFor();
    expect(await organizationOf(token, bob.id)).toBeNull();
    expect(seen).toEqual([]);
    await context.close();
  });
});
