import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { contentSecurityPolicy } from '../../src/views/index.ts';
import { samples, type Sample } from '../../src/views/samples.ts';
import { CONTRAST, lookWithAxe } from '../support/axe.ts';
import { launchBrowser, openWindow, showAs } from '../support/browser.ts';
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
    const context = await openWindow(browser, options);
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

  let window: Awaited<ReturnType<typeof open>>;
  let page: Page;
  beforeAll(async () => {
    window = await open({});
    page = await window.context.newPage();
  });
  afterAll(() => window?.context.close());

  const WIDE = 1280;
  const NARROW = 320;

  it.each(all.map(([name]) => name))(
    'has nothing that axe objects to, light and dark, and fits into a narrow window, also in German: %s',
    async (name) => {
      await page.goto(`${ORIGIN}/${name}`);
      for (const [colorScheme, rules] of [['light'], ['dark', CONTRAST]] as const) {
        await showAs(page, { colorScheme, width: WIDE });
        const { objections, passed } = await lookWithAxe(page, rules);
        expect([colorScheme, objections]).toEqual([colorScheme, []]);
        expect(passed).toContain('color-contrast');
      }
      const widthOf = () => page.evaluate('document.documentElement.scrollWidth');
      await showAs(page, { colorScheme: 'light', width: NARROW });
      expect(await widthOf()).toBe(NARROW);
      await page.goto(`${ORIGIN}/${name}?german`);
      expect(['in German', await widthOf()]).toEqual(['in German', NARROW]);
      expect(window.seen).toEqual([]);
    },
  );

  it('posts a form, url-encoded, in a browser that runs no scripts', async () => {
    const { context, seen } = await open({ javaScriptEnabled: false });
    const plain = await context.newPage();
    await plain.goto(`${ORIGIN}/login-plain`);
    await plain.getByLabel('Email address').fill('ada@northwind.example');
    await plain.getByLabel('Password').fill('correct horse & battery');
    await plain.getByRole('button', { name: 'Sign in' }).click();
    await plain.waitForURL(`${ORIGIN}/login`);
    const body = 'email=ada%40northwind.example&password=correct+horse+%26+battery';
    expect(seen).toEqual([expect.stringMatching(/^POST http:..pages.test.login flow=[^&]+&csrf=[^&]+&/)]);
    expect(seen[0]).toContain(body);
    await context.close();
  });
});
