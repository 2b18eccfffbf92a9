// Builds the product: `dist/main.js` (the server) and `dist/cli.js` (the command line), each a few lines that switch on
// Node's compile cache before loading its bundle from `dist/app`. `dist/app/product.js` is the same code as a library, for
// the tests. Another folder may be named instead of `dist`.

import { symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { bundle } from './bundle.mjs';

const dist = resolve(import.meta.dirname, '..', process.argv[2] ?? 'dist');
const programs = { main: 'src/main.ts', cli: 'src/cli/main.ts' };

// The cache lives beside the code and nowhere else: compiled code in a folder that others may write to, such as the
// temporary one Node would choose, would be run as our own. Where it cannot be written, starting is slower, no more.
const launcher = (name) => `#!/usr/bin/env node
import module from 'node:module';
import { join } from 'node:path';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error('Guildhall needs Node.js 22.18 or newer; this is ' + process.version + '.');
  process.exit(1);
}
module.enableCompileCache(join(import.meta.dirname, '.cache'));
await import('./app/${name}.js');
`;

await bundle({ ...programs, product: 'src/product.ts' }, join(dist, 'app'));
for (const name of Object.keys(programs)) await writeFile(join(dist, `${name}.js`), launcher(name), { mode: 0o755 });

// For npx, which finds the command here at once. Of a `bin` in package.json it would first look through all packages.
const bin = resolve(import.meta.dirname, '../node_modules/.bin');
await symlink('../../dist/cli.js', join(bin, 'guildhall')).catch((error) => {
  if (error.code !== 'EEXIST' && error.code !== 'ENOENT') throw error;
});
