/** What wants attention leads to exactly that: the lists have as many rows as the overview counts. */
import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { buildClient, buildUser } from '../support/builders.ts';
import { describeInBrowser, useConsole } from '../support/console.ts';

describeInBrowser('the overview', () => {
  const app = useApp();
  const { open, asAdministrator } = useConsole(app);

  it('leads to lists of what wants attention, and to the administrators of the first steps', async () => {
    const { customerId } = app.customer;
    const now = app.clock.now();
    const soon = new Date(now.getTime() + 3_600_000);
    const insert = (text: string, ...values: unknown[]) => app.server.database.pool.query(text, values);
    const mail = (attempts: number, failedAt: Date | null) =>
      insert(
        `insert into outbox_mails (id, customer_id, kind, recipient, subject, attempts, next_attempt_at, failed_at, created_at)
         values ($1, $2, 'invitation', 'a@example.com', 's', $3, $4, $5, $6)`,
        randomUUID(),
        customerId,
        attempts,
        soon,
        failedAt,
        now,
      );
    await Promise.all([mail(0, null), mail(2, null), mail(3, null), mail(9, now), mail(9, now), mail(9, now)]);
    const client = await buildClient(app);
    const service = await buildClient(app, { grantTypes: ['client_credentials'] });
    for (const { id } of [client, service])
      await insert('update clients set previous_secret_expires_at = $2 where id = $1', id, soon);
    await insert(
      `insert into logout_deliveries (id, customer_id, client_id, user_id, session_id, attempts, failed_at, created_at)
       values ($1, $2, $3, $1, $1, 9, $4, $4)`,
      randomUUID(),
      customerId,
      client.id,
      now,
    );
    await buildUser(app, { role: 'admin' });
    await buildUser(app, { role: 'admin', isActive: false });
    await buildUser(app);

    const { context, seen } = await open();
    const page = await asAdministrator(context, '/');
    const counts: [name: string, count: number][] = [
      ['Mails that were given up in the last 30 days', 3],
      ['Mails that could not be sent yet', 2],
      ['Logout deliveries that were given up', 1],
      ['Applications whose replaced secret expires within a week', 1],
      ['Service accounts whose replaced secret expires within a week', 1],
      ['Administrators without a second factor', 2],
      ['Give every administrator a second factor', 2],
    ];
    for (const [name, count] of counts) {
      const entry = page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) });
      if (name !== 'Give every administrator a second factor')
        expect(await entry.innerText()).toBe(`${name}: ${count}`);
      await entry.getByRole('link').click();
      const rows = page.locator('.list tbody tr');
      await rows.first().waitFor();
      expect([name, await rows.count()]).toEqual([name, count]);
      await page.goBack();
      await page.getByText('Wants attention').waitFor();
    }
    expect(seen).toEqual([]);
    await context.close();
  });
});
