import { rmSync } from 'node:fs';

/** Stops and deletes the run's PostgreSQL, and what the tests have noted. */
export default async function tearDown(): Promise<void> {
  await globalThis.testPostgres?.stop();
  rmSync(process.env['TEST_NOTES']!, { recursive: true, force: true });
}
