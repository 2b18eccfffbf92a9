import { expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { buildUser } from '../support/builders.ts';
import { describeInBrowser, heading, useConsole } from '../support/console.ts';

describeInBrowser('the console in a narrow window', () => {
  const app = useApp();
  const { open, asAdministrator } = useConsole(app);

  it('lists an invitation as soon as it is sent, and asks before it revokes it', async () => {
    const { id } = await buildUser(app, { passwordHash: null });
    const { context, seen } = await open({ viewport: { width: 390, height: 800 } });
    const page = await asAdministrator(context, `/users/${id}?tab=invitations`);
    await page.getByText('No invitations.').waitFor();
    await page.getByRole('button', { name: 'Help with sign-in' }).click();
    await page.getByRole('button', { name: 'Send an invitation' }).click();
    await page.getByRole('row', { name: /Pending/ }).waitFor();
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('row', { name: /Revoked/ }).waitFor();
    expect(seen).toEqual([]);
    await context.close();
  });

  it('takes back that a user was enabled', async () => {
    const { id } = await buildUser(app, { isActive: false });
    const { context, seen } = await open({ viewport: { width: 390, height: 800 } });
    const page = await asAdministrator(context, `/users/${id}`);
    await page.getByRole('button', { name: 'Enable' }).click();
    await page.getByRole('button', { name: 'Disable' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone.').waitFor();
    await page.getByRole('button', { name: 'Enable' }).waitFor();
    expect(seen).toEqual([]);
    await context.close();
  });

  it.each(['en-US', 'de-DE'])('has room for whole headers and states of invitations and mails: %s', async (locale) => {
    const invite = 'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }';
    const input = { email: `somebody.${locale}@a-long-name.example`, sendInvitation: true };
    await app.data(await app.token('admin'), invite, { input });
    const { context } = await open({ locale, viewport: { width: 390, height: 800 } });
    const page = await asAdministrator(context, '/invitations');
    for (const next of ['/mails', null]) {
      await page.locator('tbody tr').first().waitFor();
      const [height, missing] = await page.evaluate<[number, number]>(`[
        Math.max(...[...document.querySelectorAll('.list th')].map((cell) => cell.clientHeight)),
        document.querySelector('.list').scrollWidth - document.querySelector('.list').clientWidth,
      ]`);
      expect([height < 50, missing]).toEqual([true, 0]);
      if (next) await page.goto(`${app.issuer}/console${next}`);
    }
    await context.close();
  });

  it('breaks no time, no header and no half of an address', async () => {
    const email = 'a.person.with.a.long.name@department.example';
    const invite = 'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }';
    await app.data(await app.token('admin'), invite, { input: { email, sendInvitation: true } });
    const { context } = await open({ viewport: { width: 390, height: 800 } });
    const page = await asAdministrator(context, '/');
    await heading(page, 'Overview');
    for (const [path, shown] of [
      ['/mails', email],
      ['/keys', 'RS256'],
    ] as const) {
      await page.goto(`${app.issuer}/console${path}`);
      await page.getByText(shown).first().waitFor();
      const broken = await page.evaluate<string[]>(`(() => {
        const texts = document.createTreeWalker(document.querySelector('main table'), NodeFilter.SHOW_TEXT);
        const found = [];
        while (texts.nextNode())
          for (const { 0: word, index } of texts.currentNode.data.matchAll(/[\\p{L}\\p{N}.:@]{2,}/gu)) {
            const range = document.createRange();
            range.setStart(texts.currentNode, index);
            range.setEnd(texts.currentNode, index + word.length);
            if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(word);
          }
        for (const part of document.querySelectorAll('time'))
          if (part.getClientRects().length > 2) found.push(part.textContent);
        return found;
      })()`);
      expect([path, broken]).toEqual([path, []]);
    }
    await context.close();
  });
});
