import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { copyFiles, startTestPostgres } from './postgres.ts';

export const TEMPLATE = 'guildhall_template';

/** The SECRET_KEY of every test server: the template's signing keys are sealed with it. */
export const TEST_SECRET_KEY = Buffer.alloc(32, 7).toString('base64url');

/**
 * The files of a PostgreSQL that has the template, beside the build in `dist`. They are made once for each build, each account and
 * each day, because the template has keys, which age.
 */
export async function keptTemplate(dist: string): Promise<string> {
  const build = readFileSync(join(dist, 'built'), 'utf8').slice(0, 16);
  const day = new Date().toISOString().slice(0, 10);
  const kept = join(dist, `template-${build}-${day}-${process.getuid?.()}`);
  if (existsSync(kept)) return kept;
  for (const outdated of globSync(join(dist, 'template-*'))) await rm(outdated, { recursive: true, force: true });
  const postgres = await startTestPostgres();
  // It imports the product, which takes time, and has to be built before.
  const { makeTemplate } = await import('./template-source.ts');
  await makeTemplate(postgres.url, TEMPLATE, TEST_SECRET_KEY);
  // Another run may have made the same meanwhile.
  const draft = await mkdtemp(join(dist, 'template-'));
  await postgres.stop((files) => copyFiles(files, join(draft, 'files')));
  await rename(join(draft, 'files'), kept).catch(() => {});
  await rm(draft, { recursive: true });
  return kept;
}
