import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, BrowserContextOptions, Frame, Page, Request } from 'playwright-core';
import { afterAll, beforeAll } from '@jest/globals';
import type { TestApp } from './app.ts';
import { launchBrowser, openWindow } from './browser.ts';
import { needs } from './needs.ts';
import { until } from './until.ts';

/** Describes what needs a browser; skipped where there is none. */
export const describeInBrowser = needs('chromium');

/** A window of a browser that nobody has used before. */
export interface Window {
  readonly context: BrowserContext;
  /** What the browser complained about, and what it asked other servers for. */
  readonly seen: string[];
}

/** Of each page, what it has asked the server for: how many there were, and which have no answer yet. */
interface Requests {
  count: number;
  readonly open: Set<Request>;
}

/** The console of a test's server, as people use it. */
export interface ConsoleInBrowser {
  open(options?: BrowserContextOptions): Promise<Window>;
  /** Opens a page of the console, and signs in on the way. */
  signIn(context: BrowserContext, path: string, email: string, password: string): Promise<Page>;
  /** The same, as the administrator of the first customer. */
  asAdministrator(context: BrowserContext, path: string): Promise<Page>;
  /** Loads the page at this address, which has this heading, and waits until all of it is there. */
  visit(page: Page, path: string, title?: string): Promise<void>;
  /** The same as a link does it: only a page under a policy of its own is loaded anew. */
  follow(page: Page, path: string): Promise<void>;
  /** Waits until all of the page is there. */
  settled(page: Page): Promise<void>;
}

// When a frame has been drawn, the page has done what an answer leads to.
const WAITING = `new Promise(requestAnimationFrame).then(
  () => document.querySelectorAll('[role=status][aria-label]').length)`;

const isUnderOwnPolicy = (address: string): boolean => /^[/]console[/]explorer\b/.test(address);

/** A browser for the tests of one file. */
export function useConsole(app: TestApp): ConsoleInBrowser {
  let browser: Browser | undefined;
  const requestsOf = new WeakMap<BrowserContext, Requests>();
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  const signIn: ConsoleInBrowser['signIn'] = async (context, path, email, password) => {
    const page = await context.newPage();
    await page.goto(`${app.issuer}/console${path}`);
    // By the names of the fields: the page is in the language of the browser.
    await page.locator('input[name=email]').fill(email);
    await page.locator('input[name=password]').fill(password);
    await page.keyboard.press('Enter');
    return page;
  };
  const settled: ConsoleInBrowser['settled'] = async (page) => {
    await page.locator('#content h1, #content [role=alert]').first().waitFor();
    const requests = requestsOf.get(page.context())!;
    await until(async () => {
      const { count } = requests;
      const waiting = await page.evaluate<number>(WAITING);
      return waiting === 0 && requests.open.size === 0 && requests.count === count;
    });
  };
  const visit: ConsoleInBrowser['visit'] = async (page, path, title) => {
    const { open } = requestsOf.get(page.context())!;
    // Of what the page before asked for, such as the explorer's workers, the browser does not always tell the end.
    const forget = (frame: Frame): void => {
      if (frame === page.mainFrame()) open.clear();
    };
    page.on('framenavigated', forget);
    await page.goto(`${app.issuer}/console${path}`);
    page.off('framenavigated', forget);
    if (title !== undefined) await heading(page, title);
    await settled(page);
  };
  return {
    open: async (options = {}) => {
      const context = await openWindow(browser!, { locale: 'en-US', ...options });
      const seen: string[] = [];
      context.on('console', (message) => seen.push(message.text()));
      context.on('weberror', (error) => seen.push(String(error.error())));
      const requests: Requests = { count: 0, open: new Set() };
      requestsOf.set(context, requests);
      context.on('request', (request) => {
        const url = request.url();
        if (url.startsWith(app.issuer)) requests.open.add(request);
        else if (!url.startsWith('data:')) seen.push(url);
        requests.count += 1;
      });
      context.on('requestfinished', (request) => requests.open.delete(request));
      context.on('requestfailed', (request) => requests.open.delete(request));
      return { context, seen };
    },
    signIn,
    settled,
    visit,
    follow: async (page, path) => {
      const address = `/console${path}`;
      if (isUnderOwnPolicy(address) || isUnderOwnPolicy(new URL(page.url()).pathname)) return visit(page, path);
      await page.evaluate(`__TSR_ROUTER__.navigate({ href: ${JSON.stringify(address)} })`);
      await page.waitForURL(({ pathname, search }) => pathname + search === address);
      return settled(page);
    },
    asAdministrator: (context, path) => signIn(context, path, app.customer.adminEmail, app.customer.adminPassword),
  };
}

/** Waits for the page with this heading. */
export const heading = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

interface ConsoleDocument {
  readonly id: string;
  readonly name: string;
  readonly kind: 'query' | 'mutation';
  readonly text: string;
}

/** Every GraphQL document that the built console can send. */
export function consoleDocuments(): ConsoleDocument[] {
  const documents = JSON.parse(readFileSync('dist/console/documents.json', 'utf8')) as Record<string, string>;
  return Object.entries(documents).map(([id, text]) => {
    const [, kind, name] = /^(query|mutation) (\w+)/.exec(text)!;
    return { id, name: name!, kind: kind as 'query' | 'mutation', text };
  });
}
