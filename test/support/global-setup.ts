import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startTestPostgres, type TestPostgres } from './postgres.ts';
import { keptTemplate } from './template.ts';

declare global {
  var testPostgres: TestPostgres | undefined;
}

const root = resolve(import.meta.dirname, '../..');

/** Builds the product; then one PostgreSQL for the whole run, with a migrated template that every test file copies. */
export default async function setUp(): Promise<void> {
  execFileSync(process.execPath, [join(root, 'scripts/build.mjs')], { stdio: 'inherit' });
  process.env['TEST_NOTES'] = mkdtempSync(join(tmpdir(), 'guildhall-notes-'));
  globalThis.testPostgres = await startTestPostgres(await keptTemplate(join(root, 'dist')));
  process.env['TEST_POSTGRES_URL'] = globalThis.testPostgres.url;
}
