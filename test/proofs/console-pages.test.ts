import { beforeAll, expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { CONTRAST, objections } from '../support/axe.ts';
import { showAs, type Look } from '../support/browser.ts';
import { buildConsolePages, type ConsolePages } from '../support/console-pages.ts';
import { describeInBrowser, useConsole } from '../support/console.ts';

describeInBrowser('the pages of the console', () => {
  const app = useApp();
  const { open, asAdministrator, visit, follow } = useConsole(app);
  let pages: ConsolePages;
  beforeAll(async () => {
    pages = await buildConsolePages(app);
  });

  const WIDE: Look = { colorScheme: 'light', width: 1280 };
  const NARROW: Look = { colorScheme: 'dark', width: 390 };

  it.each(['en-US', 'de-DE'])(
    'has nothing that axe objects to, no errors and no foreign requests, light and wide, dark and narrow: %s',
    async (locale) => {
      // In one language, each page is opened at its address and looked at by all rules both ways. In the other it is opened
      // as by a link, and by the second look only its colors can have changed.
      const [first, second] = locale === 'en-US' ? [WIDE, NARROW] : [NARROW, WIDE];
      const { context, seen } = await open({ locale });
      const page = await asAdministrator(context, '/');
      await page.getByRole('heading', { level: 1 }).waitFor();
      for (const [path, title] of pages.all) {
        await showAs(page, first);
        if (locale === 'en-US') await visit(page, path, title);
        else await follow(page, path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        for (const look of [first, second]) {
          await showAs(page, look);
          const rules = locale === 'de-DE' && look === second ? CONTRAST : undefined;
          expect([path, look, await objections(page, rules)]).toEqual([path, look, []]);
          const [lang, scrolled] = await page.evaluate<[string, number]>(
            '[document.documentElement.lang, document.documentElement.scrollWidth]',
          );
          expect([path, lang, scrolled]).toEqual([path, locale.slice(0, 2), look.width]);
        }
      }
      expect(seen).toEqual([]);
      await context.close();
    },
    480_000,
  );
});
