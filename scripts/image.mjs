// Makes the contents of the container image: `node scripts/image.mjs <folder> [build]` copies the build (by default `dist`),
// the manifest, and the few packages outside the bundle with their dependencies.

import { cp, mkdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { external } from './bundle.mjs';

const root = resolve(import.meta.dirname, '..');
const [target, build = 'dist'] = process.argv.slice(2);
if (!target) {
  console.error('usage: node scripts/image.mjs <folder> [build]');
  process.exit(2);
}

const manifest = async (folder) => JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));

/** Adds a package and its dependencies to `found`, all from the top of node_modules. */
async function collect(name, found) {
  if (found.has(name)) return;
  found.add(name);
  const { dependencies = {} } = await manifest(join(root, 'node_modules', name));
  for (const dependency of Object.keys(dependencies)) await collect(dependency, found);
}

const { dependencies } = await manifest(root);
const packages = new Set();
for (const name of external) if (name in dependencies) await collect(name, packages);

await mkdir(target, { recursive: true });
const copy = (from, to) => cp(join(root, from), join(target, to), { recursive: true });
for (const path of ['package.json', 'LICENSE', ...[...packages].map((name) => join('node_modules', name))])
  await copy(path, path);
for (const path of ['main.js', 'cli.js', 'app', 'console']) await copy(join(build, path), join('dist', path));
