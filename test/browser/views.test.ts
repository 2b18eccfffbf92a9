import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { contentSecurityPolicy } from '../../src/views/index.ts';
import { samples, type Sample } from '../../src/views/samples.ts';
import { launchBrowser } from '../support/browser.ts';
import { needs } from '../support/needs.ts';

const ORIGIN = 'http://pages.test';
const passkeyScript = readFileSync(join(import.meta.dirname, '../../dist/pages/passkeys.js'));
const all: [string, Sample][] = Object.entries(samples);

needs('chromium')('the pages in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  /** A window onto the samples, each under its name, and what it asked for or complained about. */
  async function open(options: BrowserContextOptions): Promise<{ context: BrowserContext; seen: string[] }> {
    const context = await browser.newContext(options);
    const seen: string[] = [];
    await context.route('**', (route) => {
      const url = new URL(route.request().url());
      if (url.pathname === '/passkeys.js')
        return route.fulfill({ contentType: 'text/javascript', body: passkeyScript });
      const found = all.find(([name]) => url.pathname === `/${name}`)?.[1];
      if (!found || route.request().method() !== 'GET')
        seen.push(`${route.request().method()} ${url.href} ${route.request().postData() ?? ''}`.trim());
      const body = found ? found.render({ ...(found.context as object), ...(url.search && { language: 'de' }) }) : '';
      const script = body.includes('src="/passkeys.js"') ? `${ORIGIN}/passkeys.js` : undefined;
      return route.fulfill({
        contentType: 'text/html; charset=utf-8',
        headers: { 'content-security-policy': contentSecurityPolicy([], script) },
        body,
      });
    });
    // Looked at without the script that would take it away.
    const refused = /Executing inline script violates|Refused to execute inline script/;
    context.on('console', (message) => refused.test(message.text()) || seen.push(message.text()));
    return { context, seen };
  }

  describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
    let window: Awaited<ReturnType<typeof open>>;
    let page: Page;
    beforeAll(async () => {
      window = await open({ colorScheme });
      page = await window.context.newPage();
    });
    afterAll(() => window.context.close());

    it.each(all.map(([name]) => name))(
      'has nothing that axe objects to on %s',
      async (name) => {
        await page.goto(`${ORIGIN}/${name}`);
        // The pages have no frames, so axe need not open a window of its own to put their results together.
        const { violations, passes } = await new AxeBuilder({ page }).setLegacyMode().analyze();
        expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
        expect(passes.map(({ id }) => id)).toContain('color-contrast');
        expect(window.seen).toEqual([]);
      },
      30_000,
    );
  });

  it('fits every page into a width of 320 pixels', async () => {
    const { context } = await open({ viewport: { width: 320, height: 640 } });
    const page = await context.newPage();
    for (const name of all.flatMap(([each]) => [each, `${each}?german`])) {
      await page.goto(`${ORIGIN}/${name}`);
      expect([name, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([name, 320]);
    }
    await context.close();
  });

  it('posts a form, url-encoded, in a browser that runs no scripts', async () => {
    const { context, seen } = await open({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${ORIGIN}/login-plain`);
    await page.getByLabel('Email address').fill('ada@northwind.example');
    await page.getByLabel('Password').fill('correct horse & battery');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${ORIGIN}/login`);
    const body = 'email=ada%40northwind.example&password=correct+horse+%26+battery';
    expect(seen).toEqual([expect.stringMatching(/^POST http:..pages.test.login flow=[^&]+&csrf=[^&]+&/)]);
    expect(seen[0]).toContain(body);
    await context.close();
  });
});
