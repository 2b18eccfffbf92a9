import { globSync } from 'node:fs';
import { describe, expect } from '@jest/globals';
import programs from './programs.json' with { type: 'json' };
import { note } from './reached.ts';

type Program = keyof typeof programs;

export type Group = (name: string, body: () => void | Promise<void>) => void;
type Block = Group & { readonly skip: Group };

export const isInstalled = (program: Program): boolean =>
  programs[program].files.every((file) => globSync(file).length > 0);

/**
 * `describe`, or the `it` that is given, for tests that drive a program of somebody else's. Without the program they are
 * skipped, and the end of the run says so (`summary-reporter.mjs`). In continuous integration they fail.
 */
export function needs(program: Program, block: Block = describe): Group {
  if (isInstalled(program)) return (name, body) => block(name, body);
  return (name, body) => {
    if (process.env['CI']) throw new Error(`${program} is missing: ${programs[program].packages.join(' ')}`);
    note('skipped', program, expect.getState().testPath!);
    block.skip(name, body);
  };
}
