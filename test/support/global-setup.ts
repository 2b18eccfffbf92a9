import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { EmbeddedPostgres } from '#product';

declare global {
  var testPostgres: EmbeddedPostgres | undefined;
}

/** Builds the product; then one PostgreSQL for the whole run, with a migrated template that every test file copies. */
export default async function setUp(): Promise<void> {
  execFileSync(process.execPath, [resolve(import.meta.dirname, '../../scripts/build.mjs')], { stdio: 'inherit' });
  process.env['TEST_NOTES'] = mkdtempSync(join(tmpdir(), 'guildhall-notes-'));
  // What imports the product comes after it.
  const { startTestPostgres } = await import('./postgres.ts');
  const { cloneSource, TEST_SECRET_KEY } = await import('./template.ts');
  globalThis.testPostgres = await startTestPostgres();
  process.env['TEST_POSTGRES_URL'] = globalThis.testPostgres.url;
  await cloneSource(globalThis.testPostgres.url, TEST_SECRET_KEY);
}
