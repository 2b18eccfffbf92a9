// Makes the contents of the container image: `node scripts/image.mjs <folder> [build]` copies the build (by default `dist`),
// the manifest, and the few packages outside the bundle with their dependencies.

import { cp, mkdir } from 'node:fs/promises';
import { join, matchesGlob, relative } from 'node:path';
import { leftOut, manifestOf, parts, root, unbundled } from './product.mjs';

const [target, build = 'dist'] = process.argv.slice(2);
if (!target) {
  console.error('usage: node scripts/image.mjs <folder> [build]');
  process.exit(2);
}

/** Adds a package and its dependencies to `found`, all from the top of node_modules. */
async function collect(name, found) {
  if (found.has(name)) return;
  found.add(name);
  const { dependencies = {} } = await manifestOf(join(root, 'node_modules', name));
  for (const dependency of Object.keys(dependencies)) await collect(dependency, found);
}

const packages = new Set();
for (const name of Object.keys(unbundled(await manifestOf(root)))) await collect(name, packages);

await mkdir(target, { recursive: true });
const copy = (from, to, options) => cp(join(root, from), join(target, to), { recursive: true, ...options });
for (const path of ['package.json', 'LICENSE', ...[...packages].map((name) => join('node_modules', name))])
  await copy(path, path);
const isShipped = (path) => !leftOut.some((pattern) => matchesGlob(relative(join(root, build), path), pattern));
for (const path of parts) await copy(join(build, path), join('dist', path), { filter: isShipped });
