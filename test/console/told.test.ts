/** What the console says of events. */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { en } from '../../src/console/messages/en/index.ts';

const told = new Set(Object.keys(en));
const sources = globSync('src/{modules,doors}/**/*.ts', { exclude: ['**/introspection.ts'] });
const actions = new Set(
  sources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\baction: '(\w+\.\w+)'/g)].map(([, action]) => action!),
  ),
);

it('has words for every action', () => {
  expect(actions.size).toBeGreaterThan(40);
  const hasWords = (action: string) => ['', '.user'].some((kind) => told.has(`told.${action}${kind}`));
  expect([...actions].filter((action) => !hasWords(action))).toEqual([]);
});

it('has words for one event where it has words for many', () => {
  const many = [...told].filter((key) => key.startsWith('told.') && key.endsWith('.many'));
  expect(many.length).toBeGreaterThan(20);
  expect(many.map((key) => key.slice(0, -'.many'.length)).filter((key) => !told.has(key))).toEqual([]);
});
