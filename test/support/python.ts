import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect } from '@jest/globals';
import { type Group, isInstalled, needs } from './needs.ts';
import { note } from './reached.ts';

const run = promisify(execFile);
const CACHE = resolve(import.meta.dirname, '../../node_modules/.cache/python');

/** Python packages, and `describe` for the tests that drive them. */
interface Installed {
  /** The folder of their programs. */
  readonly programs: string;
  readonly describe: Group;
}

/**
 * Installs Python packages, each as `name==version`, into a virtual environment of their own, once. Their tests are skipped
 * if PyPI cannot be reached, and the end of the run says so.
 */
export async function usePython(...packages: readonly string[]): Promise<Installed> {
  if (!isInstalled('python')) return { programs: '', describe: needs('python') };
  const programs = await install(packages);
  if (!(programs instanceof Error)) return { programs, describe };
  return {
    programs: '',
    describe: (name, body) => {
      note('skipped', programs.message, expect.getState().testPath!);
      describe.skip(name, () => void body());
    },
  };
}

async function install(packages: readonly string[]): Promise<string | Error> {
  const folder = resolve(CACHE, packages.join('+'));
  const programs = resolve(folder, 'bin');
  const done = resolve(folder, 'installed');
  if (existsSync(done)) return programs;
  try {
    await run('python3', ['-m', 'venv', '--clear', folder], { timeout: 120_000 });
    await run(resolve(programs, 'pip'), ['install', '--quiet', '--disable-pip-version-check', ...packages], {
      timeout: 240_000,
    });
    await run('touch', [done]);
    return programs;
  } catch (cause) {
    return new Error(`${packages.join(', ')} cannot be installed: ${(cause as Error).message.split('\n')[0]}`);
  }
}
