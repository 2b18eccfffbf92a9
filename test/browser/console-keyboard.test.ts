/** The console by keyboard alone. */
import { beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { useApp } from '../support/app.ts';
import { describeInBrowser, heading, useConsole } from '../support/console.ts';

/** What has the focus: its name or text, where it is, and whether it looks different than without. */
interface Focused {
  readonly name: string;
  readonly tag: string;
  readonly inDialog: boolean;
  readonly inContent: boolean;
  readonly isSeen: boolean;
}
const NAME_OF = `(element) => {
  const label = element.id && document.querySelector('label[for="' + element.id + '"]')?.textContent;
  const name = element.getAttribute('aria-label') || label || element.textContent || '';
  return name.replaceAll(/\\s+/g, ' ').trim();
}`;
const FOCUSED = `(() => {
  const element = document.activeElement;
  const styles = () =>
    [element, element.parentElement].map((each) => {
      getComputedStyle(each).outline;
      // Not those that never end.
      for (const animation of document.getAnimations())
        if (animation.effect.getComputedTiming().endTime !== Infinity) animation.finish();
      const { outline, boxShadow, borderColor, backgroundColor, top } = getComputedStyle(each);
      return [outline, boxShadow, borderColor, backgroundColor, top].join();
    });
  const seen = styles();
  element.blur();
  const unseen = styles();
  element.focus({ preventScroll: true });
  return {
    name: (${NAME_OF})(element),
    tag: element.tagName,
    inDialog: element.closest('[role=dialog]') !== null,
    inContent: element.closest('#content') !== null,
    isSeen: seen.some((style, index) => style !== unseen[index]),
  };
})()`;

describeInBrowser('the console by keyboard alone', () => {
  const app = useApp();
  const { open, asAdministrator } = useConsole(app);

  beforeAll(async () => {
    const inputs = ['Ada', 'Alan', 'Grace'].map((givenName) => ({ email: `${givenName}@keys.example`, givenName }));
    const create = 'mutation ($inputs: [CreateUserInput!]!) { createUsers(inputs: $inputs) { changedCount } }';
    await app.data(await app.token('admin'), create, { inputs });
  });

  const focused = (page: Page): Promise<Focused> => page.evaluate<Focused>(FOCUSED);

  /** Goes to what has this name with the Tab key. */
  async function tabTo(page: Page, name: string | RegExp): Promise<void> {
    const passed: string[] = [];
    for (let n = 0; n < 60; n += 1) {
      await page.keyboard.press('Tab');
      const now = await page.evaluate<string>(`(${NAME_OF})(document.activeElement)`);
      if (typeof name === 'string' ? now === name : name.test(now)) return;
      passed.push(now);
    }
    throw new Error(`The Tab key does not come to ${name}, but to ${passed.join(' | ')}.`);
  }

  it('skips the navigation, goes in the order of the page, and shows where it is', async () => {
    const { context } = await open();
    const page = await asAdministrator(context, '/users');
    await heading(page, 'Users');
    await page.getByRole('row', { name: /Grace/ }).waitFor();
    await page.keyboard.press('Tab');
    expect(await focused(page)).toMatchObject({ name: 'Skip to the content', isSeen: true });
    const { y } = (await page.locator('.skip').boundingBox())!;
    expect(y).toBeGreaterThanOrEqual(0);
    await page.keyboard.press('Enter');
    await page.locator('#content:focus').waitFor();
    const passed: string[] = [];
    for (let n = 0; n < 40; n += 1) {
      await page.keyboard.press('Tab');
      const { name, tag, isSeen, inContent } = await focused(page);
      if (!inContent) break;
      expect([name, isSeen]).toEqual([name, true]);
      passed.push(tag === 'TR' ? 'a row' : name);
    }
    expect(passed.length).toBeGreaterThan(5);
    expect(passed.filter((name) => name === 'a row')).toHaveLength(1);
    await context.close();
  });

  it('moves in a list, marks rows, opens one, and comes back with help', async () => {
    const { context, seen } = await open();
    const page = await asAdministrator(context, '/users?order=NAME');
    await heading(page, 'Users');
    await page.getByRole('row', { name: /Grace/ }).waitFor();
    await tabTo(page, /^Ada/);
    const rowNow = async () => (await focused(page)).name.slice(0, 4);
    await page.keyboard.press('j');
    expect(await rowNow()).toBe('Admi');
    await page.keyboard.press('ArrowDown');
    expect(await rowNow()).toBe('Alan');
    await page.keyboard.press('x');
    await page.getByText('1 selected').waitFor();
    await page.keyboard.press('End');
    expect(await rowNow()).toBe('Grac');
    await page.keyboard.press('Space');
    await page.getByText('2 selected').waitFor();
    await page.keyboard.press('k');
    expect(await rowNow()).toBe('Alan');

    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard' }).locator(':focus').waitFor();
    for (let n = 0; n < 4; n += 1) {
      expect((await focused(page)).inDialog).toBe(true);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    // The focus comes back a moment later.
    await page.locator(':focus').waitFor();
    expect(await rowNow()).toBe('Alan');

    await page.keyboard.press('Enter');
    await heading(page, 'Alan');
    await page.locator('#content:focus').waitFor();
    expect(seen).toEqual([]);
    await context.close();
  });

  it('asks in a dialog that keeps the focus and gives it back', async () => {
    const { context } = await open();
    const page = await asAdministrator(context, `/users?q=${app.customer.adminEmail}`);
    await page.getByText('1 found').waitFor();
    await page.getByRole('row').nth(1).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: 'Sessions' }).click();
    await tabTo(page, 'End');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').locator(':focus').waitFor();
    expect(await focused(page)).toMatchObject({ name: 'Cancel', inDialog: true });
    for (let n = 0; n < 5; n += 1) {
      await page.keyboard.press('Tab');
      expect((await focused(page)).inDialog).toBe(true);
    }
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator(':focus').waitFor();
    expect((await focused(page)).name).toBe('End');
    await context.close();
  });

  it('takes a change back, without a question before it', async () => {
    const { context } = await open();
    const page = await asAdministrator(context, '/users?q=grace');
    await page.getByText('1 found').waitFor();
    await tabTo(page, /^Grace/);
    await page.keyboard.press('Enter');
    await heading(page, 'Grace');
    await tabTo(page, 'Disable');
    await page.keyboard.press('Enter');
    await page.getByText('The user is disabled.').waitFor();
    await tabTo(page, 'Undo');
    await page.keyboard.press('Enter');
    await page.getByText('Undone.').waitFor();
    await page.getByRole('button', { name: 'Disable' }).waitFor();
    await page.locator('#content:focus').waitFor();
    await context.close();
  });

  it('registers an application from start to end', async () => {
    const { context, seen } = await open();
    const page = await asAdministrator(context, '/applications');
    await heading(page, 'Applications');
    await tabTo(page, 'Register application');
    await page.keyboard.press('Enter');
    await page.getByRole('radio', { name: 'Web application' }).waitFor();
    await tabTo(page, /^Web application/);
    await page.keyboard.press('Space');
    await page.getByRole('textbox', { name: 'Name' }).waitFor();
    await tabTo(page, /^Name/);
    await page.keyboard.type('Typed');
    await tabTo(page, /^Redirect URIs/);
    await page.keyboard.type('https://typed.example/callback');
    await tabTo(page, 'Register application');
    await page.keyboard.press('Enter');
    await page.getByText('It is shown only once.').waitFor();
    expect((await focused(page)).inContent).toBe(true);
    await tabTo(page, 'Open Typed');
    await page.keyboard.press('Enter');
    await heading(page, 'Typed');
    await tabTo(page, 'Settings');
    await page.keyboard.press('ArrowRight');
    await page.waitForURL(/tab=apis/);
    await page.keyboard.press('ArrowRight');
    await page.waitForURL(/tab=snippets/);
    expect(seen).toEqual([]);
    await context.close();
  });
});
