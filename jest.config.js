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
  runtime: '<rootDir>/test/runner/runtime.mjs',
  testEnvironment: '<rootDir>/test/runner/environment.mjs',
  injectGlobals: false,
  // Nothing else is looked through at the start.
  roots: ['<rootDir>/test'],
  testMatch: ['<rootDir>/test/**/*.test.ts', '<rootDir>/test/**/*.test.tsx'],
  // The long proofs among the tests run when they are named, as `npm run prove` does.
  testPathIgnorePatterns: process.env['TEST_NAMED'] ? [] : ['/test/proofs/'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '\\.tsx?$': ['@swc/jest', swc] },
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  reporters: ['default', '<rootDir>/test/runner/reached-reporter.mjs', '<rootDir>/test/runner/summary-reporter.mjs'],
  // For two cores: each file waits now and then, for PostgreSQL, for Chromium, or for what has to take a while.
  maxWorkers: 4,
  // However busy the machine is, only what never ends is given up.
  testTimeout: 300_000,
  // A worker that has grown past this starts afresh.
  workerIdleMemoryLimit: '768MB',
};
