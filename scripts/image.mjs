// Lays out what the container image holds: `node scripts/image.mjs <folder>` copies the build, the manifest and the few
// packages that the bundle leaves outside, each with what it depends on.

import { cp, mkdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { external } from './bundle.mjs';

const root = resolve(import.meta.dirname, '..');
const [target] = process.argv.slice(2);
if (!target) {
  console.error('usage: node scripts/image.mjs <folder>');
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
const paths = ['package.json', 'LICENSE', 'dist/main.js', 'dist/cli.js', 'dist/app'];
for (const path of [...paths, ...[...packages].map((name) => join('node_modules', name))])
  await cp(join(root, path), join(target, path), { recursive: true });
