import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { guards } from './guards.ts';

it.each(guards)('the guard that `npm run test:guards` removes stands once: $name', ({ file, text }) => {
  expect(readFileSync(file, 'utf8').split(text)).toHaveLength(2);
});
