// Bundles and runs one TypeScript entry: `node scripts/run.mjs <entry.ts> [arguments]`. Packages stay outside the bundle.

import { join, parse, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stop } from 'esbuild';
import { bundle } from './bundle.mjs';

const [entry, ...args] = process.argv.slice(2);
if (!entry) {
  console.error('usage: node scripts/run.mjs <entry.ts> [arguments]');
  process.exit(2);
}

// One folder for each entry, named after its path: `bench/main.ts` becomes `dist/run/bench-main/entry.js`.
const { dir, name } = parse(entry);
const outdir = resolve(import.meta.dirname, '../dist/run', join(dir, name).replaceAll(/[^\w]+/g, '-'));
await bundle({ entry }, outdir, { packages: 'external' });
await stop();

const script = join(outdir, 'entry.js');
process.argv = [process.execPath, script, ...args];
process.setSourceMapsEnabled(true);
await import(pathToFileURL(script).href);
