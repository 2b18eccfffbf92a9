// Builds the product: `dist/main.js` (the server), `dist/worker.js` (its workers, if it has any) and `dist/cli.js` (the command
// line). Each has a few lines that turn on Node's compile cache and load its bundle from `dist/app`. `dist/app/strength.js` is
// the thread that estimates passwords. `dist/app/product.js` is the same code as a library, for the tests. `dist/pages` has the script of the pages with passkeys, and `dist/console` is the web UI. The argument can be
// another folder than `dist`. Nothing is built if nothing has changed since the last build, of which `dist/built` says what of.

import { readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { buildPageScript, bundle } from './bundle.mjs';
import { compress } from './compress.mjs';
import { buildConsole } from './console.mjs';
import { fingerprint } from './fingerprint.mjs';
import { laterImports } from './later-imports.mjs';

const dist = resolve(import.meta.dirname, '..', process.argv[2] ?? 'dist');
const programs = { main: 'src/main.ts', worker: 'src/worker.ts', cli: 'src/cli/main.ts' };
const threads = { strength: 'src/modules/credentials/strength-thread.ts' };

// The cache is beside the code only. Other users may be able to write to the temporary folder that Node would choose, and
// their compiled code would run here. If the cache cannot be written, starting is only slower.
//
// One of the objects that `process.nextTick` queues is kept. V8 forgets the shape of objects of which none is alive when it
// collects garbage, and then Node.js makes them at a quarter of the speed until the process ends. A request makes nine.
//
// Passwords are hashed on libuv's threads, as many at a time as there are cores; two more are for files and DNS. libuv reads
// the number when it starts them.
const launcher = (name) => `#!/usr/bin/env node
import { createHook } from 'node:async_hooks';
import module from 'node:module';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error('Guildhall needs Node.js 22.18 or newer; this is ' + process.version + '.');
  process.exit(1);
}
module.enableCompileCache(join(import.meta.dirname, '.cache'));

process.env.UV_THREADPOOL_SIZE ??= String(Math.min(availableParallelism(), 16) + 2);

let kept;
const ticks = createHook({ init: (id, type, trigger, tick) => type === 'TickObject' && (kept ??= tick) }).enable();
process.nextTick(() => {});
ticks.disable();

await import('./app/${name}.js');
`;

const mark = join(dist, 'built');
// The lockfile stands for the packages.
const files = ['package.json', 'package-lock.json', 'tsconfig.json', 'openapi.json'];
const current = fingerprint('src/**', 'scripts/*.mjs', ...files);

/** Does a step and says so: a build takes half a minute, in which whoever starts the server for the first time waits. */
async function step(what, done) {
  const start = performance.now();
  process.stdout.write(`${what} …`);
  await done();
  console.log(` ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

async function buildServer() {
  const entries = { ...programs, ...threads, product: 'src/product.ts' };
  const bundled = await bundle(entries, join(dist, 'app'), { plugins: [laterImports] });
  const others = bundled.filter((path) => !path.startsWith('src/') && !files.includes(path));
  if (others.length > 0) throw new Error(`Changes of these files would not be noticed: ${others.join(', ')}`);
  for (const name of Object.keys(programs)) await writeFile(join(dist, `${name}.js`), launcher(name), { mode: 0o755 });
  await buildPageScript(join(dist, 'pages'));
}

async function build() {
  await rm(mark, { force: true });
  await step('Building the server', buildServer);
  await step('Building the console', () => buildConsole(dist));
  await step('Compressing the console', () => compress(join(dist, 'console', 'assets')));
  await writeFile(mark, current);
}

if ((await readFile(mark, 'utf8').catch(() => '')) !== current) await build();

// For npx, which finds the command here at once. With a `bin` in package.json, it would look through all packages first.
const bin = resolve(import.meta.dirname, '../node_modules/.bin');
await symlink('../../dist/cli.js', join(bin, 'guildhall')).catch((error) => {
  if (error.code !== 'EEXIST' && error.code !== 'ENOENT') throw error;
});
