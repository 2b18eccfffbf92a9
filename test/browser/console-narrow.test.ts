import { expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { buildUser } from '../support/builders.ts';
import { describeInBrowser, useConsole } from '../support/console.ts';

describeInBrowser('the console in a narrow window', () => {
  const app = useApp();
  const { open, asAdministrator } = useConsole(app);

  it('lists an invitation as soon as it is sent, and asks before it revokes it', async () => {
    const { id } = await buildUser(app, { passwordHash: null });
    const { context, seen } = await open({ viewport: { width: 390, height: 800 } });
    const page = await asAdministrator(context, `/users/${id}?tab=invitations`);
    await page.getByText('No invitations.').waitFor();
    await page.getByRole('button', { name: 'Send an invitation' }).click();
    await page.getByRole('row', { name: /Pending/ }).waitFor();
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('row', { name: /Revoked/ }).waitFor();
    expect(seen).toEqual([]);
    await context.close();
  }, 60_000);
});
