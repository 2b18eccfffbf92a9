import { cloneSource, TEST_SECRET_KEY } from './template.ts';
import type { EmbeddedPostgres } from '../../src/persistence/embedded/index.ts';
import { startTestPostgres } from './postgres.ts';

declare global {
  var testPostgres: EmbeddedPostgres | undefined;
}

/** One PostgreSQL for the whole run, with a migrated template that every test file copies. */
export default async function setUp(): Promise<void> {
  globalThis.testPostgres = await startTestPostgres();
  process.env['TEST_POSTGRES_URL'] = globalThis.testPostgres.url;
  await cloneSource(globalThis.testPostgres.url, TEST_SECRET_KEY);
}
