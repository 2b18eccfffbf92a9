import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { useApp } from '../support/app.ts';
import { launchBrowser, openWindow } from '../support/browser.ts';
import { answerOf, authorizePath, buildClient, buildUser } from '../support/builders.ts';
import { claimsIn, redeem } from '../support/logins.ts';
import { needs } from '../support/needs.ts';

/** An application that notes what of it is loaded. */
class Application {
  readonly asked: string[] = [];
  private readonly server: Server = createServer((request, response) => {
    this.asked.push(request.url ?? '');
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>The application</title>');
  });

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  stop(): Promise<unknown> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(resolve));
  }

  at(path: string): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${path}`;
  }
}

needs('chromium')('a logout in a browser', () => {
  const app = useApp();
  const application = new Application();
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
    await application.start();
  });
  afterAll(async () => {
    await browser?.close();
    await application.stop();
  });

  it.each([true, false])(
    'really loads the address of the application, and goes on, with scripts: %s',
    async (javaScriptEnabled) => {
      const client = await buildClient(app, {
        redirectUris: [application.at('/callback')],
        postLogoutRedirectUris: [application.at('/bye')],
        frontchannelLogoutUri: application.at('/out'),
        frontchannelLogoutSessionRequired: true,
      });
      const user = await buildUser(app);
      const context = await openWindow(browser, { javaScriptEnabled });
      const page = await context.newPage();
      await page.goto(app.issuer + authorizePath(client, { scope: 'openid' }));
      await page.getByLabel('Email address').fill(user.email);
      await page.getByLabel('Password').fill(user.password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.waitForURL(/\/callback/);
      const { code } = answerOf({ url: page.url() });
      const { id_token: hint } = (await redeem(app, client, code!)).body;
      const query = new URLSearchParams({ id_token_hint: hint, post_logout_redirect_uri: application.at('/bye') });
      await page.goto(`${app.issuer}/oauth2/logout?${query}`);
      await page.waitForURL(application.at('/bye'));
      const told = new URLSearchParams({ iss: app.issuer, sid: claimsIn(hint).sid });
      expect(application.asked).toContain(`/out?${told}`);
      await context.close();
    },
  );
});
