// What the product is made of when it leaves the checkout: for the container image and for the package.

import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { external } from './bundle.mjs';

export const root = resolve(import.meta.dirname, '..');

/** What of the build runs, below its folder. */
export const parts = ['main.js', 'worker.js', 'cli.js', 'app', 'console', 'pages'];

/** What stays behind of `parts`: the library for tests, and source maps, which nothing reads. */
export const leftOut = ['app/product.js', '**/*.map'];

/** The manifest of the package in `folder`. */
export const manifestOf = async (folder) => JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));

/** The dependencies that are not in the bundle, with their versions. The build leaves all others inside. */
export function unbundled({ dependencies }) {
  return Object.fromEntries(external.filter((name) => name in dependencies).map((name) => [name, dependencies[name]]));
}
