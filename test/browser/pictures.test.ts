/**
 * The pictures in README.md, taken of the built server. `npm run pictures` takes them anew. Beside each is what its page said and
 * looked like, so that no picture is older than its page.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { beforeAll, expect, it } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { useApp } from '../support/app.ts';
import { describeInBrowser, useConsole } from '../support/console.ts';

const TAKE = process.env['PICTURES'] === 'take';
const PEOPLE = ['Ada Lovelace', 'Alan Turing', 'Barbara Liskov', 'Donald Knuth', 'Edsger Dijkstra', 'Grace Hopper'];
const MOMENT = /[A-Z][a-z]{2} \d+, \d{4}, \d+:\d+\s[AP]M/g;
/** What a page looks like, in a few words. */
const LOOK = `[document.body, ...document.querySelectorAll('h1, button, input')].slice(0, 6).map((each) => {
  const { fontSize, color, backgroundColor, borderRadius } = getComputedStyle(each);
  return [each.tagName, fontSize, color, backgroundColor, borderRadius].join(' ');
}).join('\\n')`;

describeInBrowser('the pictures in README.md', () => {
  const app = useApp();
  const { open, asAdministrator } = useConsole(app);

  beforeAll(async () => {
    const token = await app.token('admin');
    for (const name of PEOPLE)
      await app.data(token, 'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }', {
        input: { name, email: `${name.split(' ')[0]!.toLowerCase()}@acme.example`, emailVerified: true },
      });
  });
  const pageOf = {
    console: async (context: BrowserContext): Promise<Page> => {
      const page = await asAdministrator(context, '/users');
      await page.getByRole('link', { name: PEOPLE[0]! }).waitFor();
      // Asked for apart from the rows.
      await page.getByText(`${PEOPLE.length + 1} found`).waitFor();
      return page;
    },
    login: async (context: BrowserContext): Promise<Page> => {
      const page = await context.newPage();
      await page.goto(`${app.issuer}/login`);
      return page;
    },
  };

  it.each([
    ['console', 'light'],
    ['console', 'dark'],
    ['login', 'light'],
    ['login', 'dark'],
  ] as const)('%s, %s, is as old as its page', async (name, colorScheme) => {
    const { context } = await open({ colorScheme, viewport: { width: 1280, height: 720 } });
    const page = await pageOf[name](context);
    const words = (await page.locator('body').innerText()).replaceAll(MOMENT, 'a moment');
    const found = `${words.trim()}\n\n${await page.evaluate<string>(LOOK)}\n`;
    const file = `docs/pictures/${name}-${colorScheme}`;
    if (TAKE) {
      await page.screenshot({ path: `${file}.png` });
      await writeFile(`${file}.txt`, found);
    }
    expect(found).toBe(await readFile(`${file}.txt`, 'utf8'));
    expect(await readFile('README.md', 'utf8')).toContain(`${file}.png`);
    await context.close();
  });
});
