// Tests run as ECMAScript modules from the TypeScript sources. The compiler options mirror tsconfig.json.

const swc = {
  jsc: {
    target: 'es2024',
    parser: { syntax: 'typescript', tsx: true, decorators: true },
    experimental: { keepImportAttributes: true },
    transform: {
      legacyDecorator: true,
      decoratorMetadata: false,
      useDefineForClassFields: false,
      react: { runtime: 'automatic', importSource: 'preact' },
    },
  },
  module: { type: 'es6' },
  sourceMaps: 'inline',
  // The compiler options are the ones above, whatever .swcrc a parent folder holds.
  swcrc: false,
};

/** @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/test/**/*.test.ts', '<rootDir>/test/**/*.test.tsx'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '\\.tsx?$': ['@swc/jest', swc], '/dist/app/.*\\.js$': '<rootDir>/test/support/built.mjs' },
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  reporters: ['default', '<rootDir>/test/support/reached-reporter.mjs'],
  maxWorkers: 2,
  // Two workers, a database and hashes that are slow on purpose share two cores.
  testTimeout: 60_000,
  // Every test file loads its own copy of the modules, and an ES module is never unloaded: a worker that has grown past
  // this starts afresh.
  workerIdleMemoryLimit: '768MB',
};
