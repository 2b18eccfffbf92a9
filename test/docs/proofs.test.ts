import { globSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { proofs, shareAt, shares } from '../../scripts/proofs.ts';

/** The words of a command that say which files are run. */
const patternsOf = (command: string): string[] =>
  command
    .split(' -- ')[1]
    ?.split(/ --?\w/)[0]!
    .split(' ') ?? [];
const runsOf = (commands: readonly string[], files: readonly string[]): string[] =>
  files.filter((file) => commands.flatMap(patternsOf).some((pattern) => file.includes(pattern)));

it('every file that `npm test` leaves out is run by a long proof', () => {
  const files = globSync('test/proofs/**/*.test.ts');
  expect(files.length).toBeGreaterThan(0);
  expect(
    runsOf(
      Object.values(proofs).map(({ command }) => command),
      files,
    ),
  ).toEqual(files);
});

it('the parts of a long proof run the files that the whole runs', () => {
  const files = globSync('test/proofs/**/*.test.ts');
  for (const { command, parts = [command] } of Object.values(proofs))
    expect(runsOf(parts, files)).toEqual(runsOf([command], files));
});

it('an hour has one share of the long proofs, and a week has all of them', () => {
  const hours = Array.from({ length: 7 * 24 }, (_, hour) => shareAt(Date.UTC(2026, 0, 5, hour, 59)));
  expect([...new Set(hours)].sort()).toEqual(shares.map(([name]) => name).sort());
  expect(new Set(shares.map(([name]) => name.split(':')[0]))).toEqual(new Set(Object.keys(proofs)));
});
