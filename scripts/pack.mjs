// Runs before and after `npm pack`, which packs the checkout with the manifest it finds there: `node scripts/pack.mjs before`
// writes the manifest of the package and keeps the checkout's, and `after` puts that back. The two differ because nearly
// every dependency of the checkout is in the bundle, and because npx would ask for all packages if the checkout had a `bin`.

import { existsSync } from 'node:fs';
import { copyFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { leftOut, manifestOf, parts, root, unbundled } from './product.mjs';

const manifest = join(root, 'package.json');
const kept = join(root, 'dist/package.json.kept');

/** The manifest of the package. It is private: whoever publishes it has to own its name. */
function packaged(checkout) {
  const { name, version, description, license, type, engines, optionalDependencies } = checkout;
  return {
    name,
    version,
    description,
    license,
    private: true,
    type,
    engines,
    bin: { guildhall: 'dist/cli.js' },
    files: [
      ...parts.map((path) => `dist/${path}`),
      ...leftOut.map((pattern) => `!dist/${pattern}`),
      'docs',
      '!docs/recipes',
      'deploy',
      'CHANGELOG.md',
      'SECURITY.md',
    ],
    dependencies: unbundled(checkout),
    optionalDependencies,
  };
}

const [when] = process.argv.slice(2);
// An earlier run may have been stopped before it put the checkout's manifest back.
if (existsSync(kept)) await rename(kept, manifest);
if (when === 'before') {
  await copyFile(manifest, kept);
  await writeFile(manifest, `${JSON.stringify(packaged(await manifestOf(root)), null, 2)}\n`);
} else if (when !== 'after') {
  console.error('usage: node scripts/pack.mjs before|after');
  process.exitCode = 2;
}
