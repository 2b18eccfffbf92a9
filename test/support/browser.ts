import { chromium, type Browser } from 'playwright-core';

const EXECUTABLE = '/usr/bin/chromium';

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
