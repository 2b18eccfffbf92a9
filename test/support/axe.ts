import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

/** What axe objects to in a page: the rule, how serious that is, and the elements. */
interface Objection {
  readonly id: string;
  readonly impact: string;
  readonly elements: string[];
}

interface Findings {
  readonly objections: Objection[];
  /** The rules that found nothing wrong in what they are about. */
  readonly passed: string[];
}

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
/** What depends on the colors alone. */
export const CONTRAST = ['color-contrast'];

// Of what passes, axe lists no elements: that takes half of its time.
const run = (runOnly?: readonly string[]): string => `
  axe.run(document, ${JSON.stringify({ resultTypes: ['violations'], runOnly })}).then(({ violations, passes }) => ({
    objections: violations.map(({ id, impact, nodes }) => ({ id, impact, elements: nodes.map(({ html }) => html) })),
    passed: passes.map(({ id }) => id),
  }))`;

/** Has axe look at the page, by these rules or by all. It is loaded once into each document, frames included. */
export async function lookWithAxe(page: Page, rules?: readonly string[]): Promise<Findings> {
  if (!(await page.evaluate('typeof axe === "object"')))
    for (const frame of page.frames()) {
      const loaded = frame.evaluate(AXE);
      // A frame that runs no scripts has nothing to say.
      await (frame === page.mainFrame() ? loaded : loaded.catch(() => {}));
    }
  return page.evaluate<Findings>(run(rules));
}

/** All that axe objects to, however little it matters. */
export async function allObjections(page: Page): Promise<[rule: string, elements: string[]][]> {
  const { objections: all } = await lookWithAxe(page);
  return all.map(({ id, elements }) => [id, elements]);
}

/** What axe objects to seriously. */
export async function objections(page: Page, rules?: readonly string[]): Promise<[rule: string, elements: string[]][]> {
  const { objections: all } = await lookWithAxe(page, rules);
  const serious = all.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  return serious.map(({ id, elements }) => [id, elements]);
}
