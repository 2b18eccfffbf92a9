// Has Node load the tests. Jest would give each test file its own copy of all modules that it imports: half of the time went
// into that. This way a worker of jest loads the product, the packages and `test/support` once. Only the test file itself is
// loaded for each file, so a module in `test/support` keeps nothing that belongs to one of them.

import module, { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import Runtime from 'jest-runtime';

const require = createRequire(import.meta.url);
const root = resolve(import.meta.dirname, '../..');
const addressOf = (file) => pathToFileURL(join(import.meta.dirname, file)).href;
const ours = (url) => ({ url, format: 'module', shortCircuit: true });
/** Where the modules of the built product are. */
const PRODUCT = pathToFileURL(join(root, 'dist/app/')).href;
const HANDLERS = Symbol.for('EVENT_HANDLERS');
const TYPESCRIPT = /^file:.*\.tsx?(\?|$)/;
const TEST_FILE = /\.test\.tsx?(\?|$)/;
const SYNTAX = {
  supportsStaticESM: true,
  supportsDynamicImport: true,
  supportsTopLevelAwait: true,
  supportsExportNamespaceFrom: true,
};

/** Of the test file that runs. */
let current;
/** How many files have run in this process, and how often each: in watch mode, more than once. */
let files = 0;
const runs = new Map();
/** Where the source map of each module is, by its address in stack traces. */
const sourceMaps = new Map();

// The product and `src`, of which some tests try units, have a MikroORM each. Both would keep their entities in one global.
Object.defineProperty(globalThis, 'mikro-orm-metadata', { get: () => ({}), set: () => {} });

module.enableCompileCache(join(root, 'dist/.cache'));
module.registerHooks({
  resolve(specifier, context, next) {
    if (specifier === '@jest/globals') {
      const isOfFile = TEST_FILE.test(context.parentURL);
      return ours(isOfFile ? `${addressOf('globals-of-file.mjs')}?${files}` : addressOf('globals.mjs'));
    }
    if (specifier === 'argon2' && context.parentURL?.startsWith(PRODUCT)) return ours(addressOf('argon2.mjs'));
    return next(specifier, context);
  },
  load: (url, context, next) =>
    TYPESCRIPT.test(url) ? { source: current.compile(url), format: 'module', shortCircuit: true } : next(url, context),
});

export default class NativeRuntime extends Runtime {
  constructor(...given) {
    super(...given);
    current = this;
  }

  compile(url) {
    const path = fileURLToPath(url);
    const code = this.transformCache.transform(path, SYNTAX);
    sourceMaps.set(url, this.transformCache.getSourceMaps().get(path));
    return code;
  }

  getSourceMaps() {
    return sourceMaps;
  }

  // Tests have the process itself, and no copy of it.
  installGetBuiltinModule() {}

  /** What collects and runs the tests of a file keeps them in its module and in this global. */
  requireInternalModule(path) {
    delete globalThis[HANDLERS];
    delete require.cache[path];
    return require(path);
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  async unstable_importModule(path) {
    // The product's MikroORM finds entities by name among those of `src`, too: the first of the name, which is to be its own.
    const { loadAll } = await import(`${PRODUCT}product.js`);
    await loadAll();
    globalThis[Symbol.for('guildhall.jest')] = this.requireModuleOrMock(path, '@jest/globals');
    files += 1;
    const times = runs.get(path) ?? 0;
    runs.set(path, times + 1);
    await import(pathToFileURL(path).href + (times > 0 ? `?${times}` : ''));
  }
}
