// What `@jest/globals` is for a test file: its own functions, so that stack traces begin with it. Each file has its copy of
// this module.

export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } =
  globalThis[Symbol.for('guildhall.jest')];
