import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const CACHE = resolve(import.meta.dirname, '../../node_modules/.cache/python');

/**
 * Installs Python packages, each as `name==version`, into a virtual environment of their own, once, and gives the folder
 * of its programs; or why they cannot be had.
 */
export async function pythonPrograms(...packages: readonly string[]): Promise<string | Error> {
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
