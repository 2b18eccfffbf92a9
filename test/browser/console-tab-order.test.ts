/** The order in which the Tab key goes through the pages of the console, and through its dialogs. */
import { beforeAll, expect, it } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { useApp } from '../support/app.ts';
import { buildClient } from '../support/builders.ts';
import { describeInBrowser, heading, useConsole } from '../support/console.ts';

interface Box {
  readonly name: string;
  readonly isDate: boolean;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * All that can be used by mouse in the open dialog, or else on the page, in the order of the document. Of tabs, radio buttons
 * and rows, the Tab key comes to one, and the arrow keys to the others. What a row opens and marks is the row's.
 */
const CONTROLS = `(() => {
  const within = document.querySelector('[role=dialog]') ?? document.body;
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert]');
  const isOfRow = (element) => element.tabIndex < 0 && element.matches('tbody a, tbody .mark input');
  const radios = (name) => [...document.querySelectorAll('input[type=radio]')].filter((each) => each.name === name);
  const radioOf = (name) => radios(name).find(({ checked }) => checked) ?? radios(name)[0];
  const isOther = (element) =>
    element.matches('[role=tab][aria-selected=false], tr[tabindex="-1"]') ||
    (element.type === 'radio' && element !== radioOf(element.name));
  const all = within.querySelectorAll('a[href], button, input, select, textarea, summary, tbody tr[tabindex]');
  globalThis.controls = [...all].filter(
    (element) => !element.disabled && isShown(element) && !isOfRow(element) && !isOther(element),
  );
  return controls.map((element) => {
    // Switches and boxes are drawn by what is around them.
    const place = element.getClientRects()[0]?.width > 1 ? element : element.parentElement;
    const { left, top, right, bottom } = place.getBoundingClientRect();
    const label = element.labels?.[0]?.textContent;
    const name = element.getAttribute('aria-label') || label || element.textContent || element.tagName;
    return { name: name.replaceAll(/\\s+/g, ' ').trim().slice(0, 60), isDate: element.type === 'date', left, top: top + scrollY, right, bottom: bottom + scrollY };
  });
})()`;

/** How many rows have a first link that the Tab key comes to, although the Enter key opens it from the row. */
const FIRST_LINKS = `[...document.querySelectorAll('tbody tr[tabindex]')]
  .filter((row) => row.querySelector('a')?.tabIndex >= 0).length`;

describeInBrowser('the Tab key in the console', () => {
  const app = useApp();
  const { open, asAdministrator } = useConsole(app);
  let ids: Record<'user' | 'group' | 'client', string>;

  beforeAll(async () => {
    const admin = await app.token('admin');
    const createUser =
      'mutation { made: createUser(input: { email: "ada@tab.example", givenName: "Ada" }) { user { id } } }';
    const user = (await app.data(admin, createUser)).made.user.id;
    const createGroup = 'mutation ($input: CreateGroupInput!) { made: createGroup(input: $input) { group { id } } }';
    const group = (await app.data(admin, createGroup, { input: { name: 'tab', memberIds: [user] } })).made.group.id;
    ids = { user, group, client: (await buildClient(app, { name: 'Tab' })).id };
  });

  const controls = (page: Page) => page.evaluate<Box[]>(CONTROLS);
  const at = (page: Page) => page.evaluate<number>('controls.indexOf(document.activeElement)');

  /** Goes on with the Tab key so often, and tells the names of what it comes to. */
  async function tab(page: Page, boxes: readonly Box[], times: number): Promise<string[]> {
    const passed: string[] = [];
    for (let n = 0; n < times; n += 1) {
      const before = await at(page);
      await page.keyboard.press('Tab');
      // Day, month, year and calendar are parts of one field.
      for (let part = 0; part < 3 && boxes[before]?.isDate && (await at(page)) === before; part += 1)
        await page.keyboard.press('Tab');
      const html = page.evaluate<string>('document.activeElement.outerHTML.slice(0, 200)');
      passed.push(boxes[await at(page)]?.name ?? (await html));
    }
    return passed;
  }

  /** The steps that lead back: to the left in the same line, or up, unless it is in the next column. */
  const stepsBack = (boxes: readonly Box[]): string[] =>
    boxes.slice(1).flatMap((box, index) => {
      const before = boxes[index]!;
      const isAbove = box.bottom <= before.top + 1;
      const isBeside = box.top < before.bottom - 1 && !isAbove;
      const isBack = isAbove ? box.left < before.right - 1 : isBeside && box.right <= before.left + 1;
      return isBack ? [`${before.name} → ${box.name}`] : [];
    });

  const pages = (): [path: string, heading: string][] => [
    ['/', 'Overview'],
    ['/users', 'Users'],
    ['/users/new', 'Create user'],
    [`/users/${ids.user}`, 'Ada'],
    [`/users/${ids.user}?tab=sessions`, 'Ada'],
    ['/groups', 'Groups'],
    [`/groups/${ids.group}`, 'tab'],
    [`/groups/${ids.group}?tab=profile`, 'tab'],
    ['/applications', 'Applications'],
    ['/applications/new?kind=web', 'Register application'],
    [`/applications/${ids.client}`, 'Tab'],
    [`/applications/${ids.client}?tab=try`, 'Tab'],
    [`/groups/${ids.group}?tab=applications`, 'tab'],
    [`/users/${ids.user}?tab=history`, 'Ada'],
    ['/mails/templates', 'Mail templates'],
    ['/audit', 'Audit trail'],
    ['/attributes/new', 'Define attribute'],
    ['/settings/branding', 'Branding'],
  ];

  const WINDOWS: readonly [name: string, options: BrowserContextOptions][] = [
    ['wide', {}],
    ['narrow', { viewport: { width: 390, height: 800 } }],
  ];
  it.each(WINDOWS)(
    'comes to all that can be used, in reading order: %s',
    async (_name, options) => {
      const { context } = await open(options);
      const page = await asAdministrator(context, '/');
      await heading(page, 'Overview');
      for (const [path, title] of pages()) {
        await page.goto(`${app.issuer}/console${path}`);
        await heading(page, title);
        await page.waitForLoadState('networkidle');
        const boxes = await controls(page);
        const passed = await tab(page, boxes, boxes.length);
        expect([path, passed[0], passed]).toEqual([path, 'Skip to the content', boxes.map(({ name }) => name)]);
        expect([path, await page.evaluate(FIRST_LINKS)]).toEqual([path, 0]);
        // The link that skips is over the page, and only when it has the focus.
        expect([path, stepsBack(boxes.slice(1))]).toEqual([path, []]);
      }
      await context.close();
    },
    240_000,
  );

  const DIALOGS = (): [path: string, heading: string, opener: string][] => [
    ['/', 'Overview', 'Search'],
    ['/', 'Overview', 'Keyboard'],
    ['/users', 'Users', 'Columns'],
    ['/users', 'Users', 'Saved filters'],
    ['/users', 'Users', 'Export'],
    ['/groups', 'Groups', 'Create group'],
    ['/organizations', 'Organizations', 'Create organization'],
    [`/groups/${ids.group}`, 'tab', 'Add members'],
    [`/users/${ids.user}`, 'Ada', 'Delete'],
    [`/applications/${ids.client}`, 'Tab', 'Delete'],
  ];
  it('stays in a dialog, goes round in it, and comes back to what opened it', async () => {
    const { context } = await open();
    const page = await asAdministrator(context, '/');
    await heading(page, 'Overview');
    for (const [path, title, opener] of DIALOGS()) {
      await page.goto(`${app.issuer}/console${path}`);
      await heading(page, title);
      await page.waitForLoadState('networkidle');
      const before = await controls(page);
      const opens = before.findIndex(({ name }) => name.startsWith(opener));
      expect([path, opener, (await tab(page, before, opens + 1)).at(-1)]).toEqual([path, opener, before[opens]?.name]);
      await page.keyboard.press('Enter');
      // The dialog takes the focus a moment after it is there.
      await page.getByRole('dialog').locator(':focus').waitFor();
      const boxes = await controls(page);
      const start = await at(page);
      expect([opener, start >= 0]).toEqual([opener, true]);
      const round = boxes.map((_, index) => boxes[(start + 1 + index) % boxes.length]!.name);
      expect([opener, await tab(page, boxes, boxes.length)]).toEqual([opener, round]);
      await page.keyboard.press('Shift+Tab');
      expect([opener, await at(page)]).toEqual([opener, (start + boxes.length - 1) % boxes.length]);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.locator(':focus').waitFor();
      await controls(page);
      expect([opener, await at(page)]).toEqual([opener, opens]);
    }
    await context.close();
  });
});
