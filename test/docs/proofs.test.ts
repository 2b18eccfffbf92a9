import { globSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { proofs } from '../../scripts/proofs.ts';

it('every file that `npm test` leaves out is run by a long proof', () => {
  const patterns = Object.values(proofs).flatMap(({ command }) => command.split(' -- ')[1]?.split(' ') ?? []);
  const files = globSync('test/proofs/**/*.test.ts');
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !patterns.some((pattern) => file.includes(pattern)))).toEqual([]);
});
