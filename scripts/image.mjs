// Lays out what the container image holds: `node scripts/image.mjs <folder> [build]` copies the build (`dist` unless
// another is named), the manifest and the few packages that the bundle leaves outside, each with what it depends on.

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

/** Adds a package and what it depends on to `found`, all from the top of node_modules. */
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
for (const path of ['main.js', 'cli.js', 'app']) await copy(join(build, path), join('dist', path));
