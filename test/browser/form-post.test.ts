import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { useApp } from '../support/app.ts';
import { launchBrowser, openWindow } from '../support/browser.ts';
import { authorizePath, buildClient, buildUser } from '../support/builders.ts';
import { needs } from '../support/needs.ts';

/** A client's callback, which notes what is posted to it, and sends its visitor on to where the client is at home. */
class Callback {
  readonly received: string[] = [];
  private readonly server: Server = createServer((request, response) => {
    if (request.url === '/home') return void response.end('at home');
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url?.startsWith('/callback'))
        this.received.push(`${request.method} ${Buffer.concat(chunks).toString()}`);
      response.writeHead(303, { location: `${this.home}/home` }).end();
    });
    return undefined;
  });

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  stop(): Promise<unknown> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(resolve));
  }

  private get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Another origin than the callback’s. */
  get home(): string {
    return `http://localhost:${this.port}`;
  }

  get redirectUri(): string {
    return `http://127.0.0.1:${this.port}/callback`;
  }
}

needs('chromium')('an answer in a browser', () => {
  const app = useApp();
  const callback = new Callback();
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
    await callback.start();
  });
  afterAll(async () => {
    await browser?.close();
    await callback.stop();
  });

  it.each([
    ['form_post', true],
    ['form_post', false],
    ['query', true],
  ])(
    'by %s reaches the client, and the client’s own next address, with scripts: %s',
    async (mode, javaScriptEnabled) => {
      const client = await buildClient(app, { redirectUris: [callback.redirectUri, `${callback.home}/home`] });
      const user = await buildUser(app);
      const context = await openWindow(browser, { javaScriptEnabled });
      const page = await context.newPage();
      await page.goto(app.issuer + authorizePath(client, { response_mode: mode }));
      await page.getByLabel('Email address').fill(user.email);
      await page.getByLabel('Password').fill(user.password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      if (!javaScriptEnabled) await page.getByRole('button', { name: 'Continue' }).click();
      await page.waitForURL(`${callback.home}/home`);
      const posted = /^POST code=[\w-]{65}&state=a\+state&iss=http%3A%2F%2F/;
      expect(callback.received.pop()).toMatch(mode === 'form_post' ? posted : /^GET $/);
      await context.close();
    },
  );
});
