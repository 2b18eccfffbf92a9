/** The order in which the Tab key goes through the pages of the console, and through its dialogs. */
import { beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { useApp } from '../support/app.ts';
import { showAs } from '../support/browser.ts';
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

/** Notes what has the focus after each press of the Tab key. */
const NOTE = `(() => {
  globalThis.passed = [];
  globalThis.note ??= ({ key }) => key === 'Tab' && passed.push(document.activeElement);
  document.addEventListener('keyup', note, true);
})()`;

/** Where each of these is among the controls, or else what it is. */
type Place = number | string;
const NOTED = `passed.map((element) => {
  const index = controls.indexOf(element);
  return index < 0 ? element.outerHTML.slice(0, 200) : index;
})`;

/** The Tab key begins at the top of the page again. */
const TO_TOP = `(() => {
  const top = document.createElement('a');
  top.tabIndex = -1;
  document.body.prepend(top);
  top.focus();
  top.remove();
})()`;

/** How many rows have a first link that the Tab key comes to, although the Enter key opens it from the row. */
const FIRST_LINKS = `[...document.querySelectorAll('tbody tr[tabindex]')]
  .filter((row) => row.querySelector('a')?.tabIndex >= 0).length`;

describeInBrowser('the Tab key in the console', () => {
  const app = useApp();
  const { open, asAdministrator, visit } = useConsole(app);
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
    const start = await at(page);
    const isDate = (place: Place): boolean => typeof place === 'number' && boxes[place]?.isDate === true;
    await page.evaluate(NOTE);
    let passed: Place[] = [];
    // Day, month, year and calendar are parts of one field.
    let parts = 3 * boxes.filter((box) => box.isDate).length;
    for (let presses = times; presses > 0; parts -= presses) {
      for (let n = 0; n < presses; n += 1) await page.keyboard.press('Tab');
      const places = await page.evaluate<Place[]>(NOTED);
      passed = places.filter((place, index) => !isDate(place) || place !== (places[index - 1] ?? start));
      presses = Math.min(times - passed.length, parts);
    }
    return passed.map((place) => (typeof place === 'number' ? boxes[place]!.name : place));
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

  it('comes to all that can be used, in reading order, in a wide and a narrow window', async () => {
    const { context } = await open();
    const page = await asAdministrator(context, '/');
    await heading(page, 'Overview');
    for (const [path, title] of pages()) {
      await visit(page, path, title);
      for (const width of [1280, 390]) {
        await showAs(page, { colorScheme: 'light', width });
        await page.evaluate(TO_TOP);
        const boxes = await controls(page);
        const passed = await tab(page, boxes, boxes.length);
        const names = boxes.map(({ name }) => name);
        expect([path, width, passed[0], passed]).toEqual([path, width, 'Skip to the content', names]);
        expect([path, width, await page.evaluate(FIRST_LINKS)]).toEqual([path, width, 0]);
        // The link that skips is over the page, and only when it has the focus.
        expect([path, width, stepsBack(boxes.slice(1))]).toEqual([path, width, []]);
      }
    }
    await context.close();
  });

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
      await visit(page, path, title);
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
