import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';

const read = (path: string): string => readFileSync(new URL(`../../docs/${path}`, import.meta.url), 'utf8');
const page = read('data-bounds.md');

/** The cells of each line of the table, by the name of the database's table. */
const lines = [...page.matchAll(/^\| `(\w+)` +\|(.*)\|$/gm)].map(([, name = '', cells = '']) => ({
  name,
  cells: cells.split('|').map((cell) => cell.trim()),
}));

it('every table has a line that says who causes its rows, how many there can be, and how long they are kept', () => {
  const tables = [...read('reference/database.md').matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
  expect(lines.map(({ name }) => name)).toEqual(tables);
  for (const { cells } of lines) {
    expect(cells).toHaveLength(4);
    for (const cell of cells) expect(cell).not.toBe('');
  }
});

it('the settings that the page names exist', () => {
  const reference = read('reference/configuration.md');
  const named = new Set([...page.matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g)].map(([, name = '']) => name));
  named.delete('TOO_MANY_CHANGES');
  expect([...named].filter((name) => !reference.includes(`\`${name}\``))).toEqual([]);
});
