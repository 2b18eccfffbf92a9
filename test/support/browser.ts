import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';

// Chromium without what draws windows, which takes a third of the time.
const EXECUTABLE = '/usr/bin/chromium-headless-shell';

/** A Chromium of one's own, without a window, on a fresh profile that goes when the browser is closed. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: EXECUTABLE,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

// Less than the runner gives a test, so that the error says what did not come.
const PATIENCE_MS = 240_000;

/** A window on a fresh profile. However busy the machine is, only what never comes is given up. */
export async function openWindow(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PATIENCE_MS);
  return context;
}

// Those that never end say that something is on its way.
const FINISH = `new Promise(requestAnimationFrame).then(() => {
  for (const animation of document.getAnimations())
    if (animation.effect.getComputedTiming().endTime !== Infinity) animation.finish();
})`;

export interface Look {
  readonly colorScheme: 'light' | 'dark';
  readonly width: number;
}

/** Shows the page as it is in these colors and in a window so wide. */
export async function showAs(page: Page, { colorScheme, width }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height: 800 });
  await page.evaluate(FINISH);
}
