/** What the console tells of the logins at an application. */
import { expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { authorizePath, buildClient, buildUser } from '../support/builders.ts';
import { describeInBrowser, useConsole } from '../support/console.ts';
import { tokensOf } from '../support/logins.ts';

describeInBrowser('the logins of an application', () => {
  const app = useApp();
  const { open, asAdministrator } = useConsole(app);

  it('are listed with their user, outcome and method, and lead to the user', async () => {
    const client = await buildClient(app);
    const user = await buildUser(app, { name: 'Ada Login' });
    const browser = new BrowserLite(app.issuer);
    await browser.open(authorizePath(client));
    await browser.logIn({ ...user, password: 'a wrong password' });
    await tokensOf(app, client, user, 'openid');
    // With a session that began at another application.
    const signedIn = new BrowserLite(app.issuer);
    await signedIn.open(authorizePath(await buildClient(app)));
    await signedIn.logIn(user);
    await signedIn.open(authorizePath(client));
    const { context, seen } = await open();
    const page = await asAdministrator(context, `/applications/${client.id}?tab=logins`);
    const rows = page.getByRole('row', { name: /^Ada Login/ });
    await rows.nth(2).waitFor();
    expect(await rows.allInnerTexts()).toEqual([
      expect.stringMatching(/Signed in\s+Session \(single sign-on\)/i),
      expect.stringMatching(/Signed in\s+Password/i),
      expect.stringMatching(/Failed\s+–/i),
    ]);
    await rows.first().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Ada Login' }).waitFor();
    expect(seen).toEqual([]);
    await context.close();
  });
});
