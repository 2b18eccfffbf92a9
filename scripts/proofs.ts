/** The long proofs. `scripts/prove.ts` says when they run, and docs/reference/proofs.md shows this table. */
import { globSync, readFileSync } from 'node:fs';
import { guards } from '../test/guards/guards.ts';

export interface Proof {
  readonly proves: string;
  /** Those of its subject and of itself, as `git ls-files` takes them. */
  readonly paths: readonly string[];
  readonly command: string;
  /** So many parts of it run on different days, if it is too long for one. Its command takes `--shard`. */
  readonly parts?: number;
}

/** In the order of the days that have them, so that the parts of the longest fall on different days. */
export const proofs: Readonly<Record<string, Proof>> = {
  recipes: {
    proves: 'Every patch of a recipe applies and compiles, and its tests pass.',
    paths: ['docs/recipes', 'test/proofs/recipes.test.ts', ...patched()],
    command: 'npm run --silent test -- test/proofs/recipes.test.ts',
  },
  upgrade: {
    proves: 'Nodes of the last release are replaced under load, and its tests pass on the new schema.',
    paths: [
      'src/ground/persistence/migrations',
      'src/ground/persistence/*migrat*',
      '*.hot.sql.ts',
      '*.entity.ts',
      'test/upgrade',
    ],
    command: 'npm run --silent test:upgrade',
    parts: 4,
  },
  guards: {
    proves: 'Each of ten guards turns some test red when it is removed.',
    paths: ['test/guards', ...guards.map(({ file }) => file)],
    command: 'npm run --silent test:guards',
  },
  plans: {
    proves: 'Statements, lists and filters read few rows, whatever PostgreSQL has for statistics.',
    paths: [
      'src/ground/lists',
      'src/ground/kernel/entity*',
      'src/ground/persistence',
      '*.entity.ts',
      '*.filter.ts',
      '*.hot.sql.ts',
      '*.loader.ts',
      'test/proofs/*plans.test.ts',
      'test/support/plans',
    ],
    command: 'npm run --silent test -- plans',
  },
  pages: {
    proves:
      'Axe objects to nothing on any page, which fits into its window in every language and color; ' +
      'the Tab key comes to all that can be used in the console, in reading order.',
    paths: [
      'src/console',
      'src/views',
      'src/ground/words',
      'test/proofs/console*',
      'test/proofs/views.test.ts',
      'test/support/axe.ts',
    ],
    command: 'npm run --silent test -- test/proofs/console test/proofs/views',
  },
  package: {
    proves: 'The package and the image of a release have what they need, and start.',
    paths: ['scripts', 'package.json', 'Dockerfile', 'test/proofs/build'],
    command: 'npm run --silent test -- test/proofs/build',
  },
  schemathesis: {
    proves: 'Schemathesis finds nothing to object to in REST, for any kind of caller.',
    paths: ['openapi.json', 'src/doors/rest', 'test/proofs/schemathesis.test.ts'],
    command: 'npm run --silent test -- test/proofs/schemathesis.test.ts',
  },
  parties: {
    proves: 'Relying parties, libraries and tools of others work with it, and so do the clients that come with it.',
    paths: ['src/doors/oauth', 'schema.graphql', 'clients', 'test/proofs/clients', 'test/proofs/parties'],
    command: 'npm run --silent test -- test/proofs/clients test/proofs/parties',
  },
  rig: {
    proves: 'Nodes, their database and what stands between them break under load, and no write is lost.',
    paths: ['src/ground/jobs', 'src/ground/persistence', 'src/server', 'test/ha'],
    command: 'npm run --silent test:ha -- --rolls 2',
    parts: 4,
  },
  deploy: {
    proves: 'The files for deployment are right to the tools of those who wrote the formats.',
    paths: ['deploy', 'Dockerfile', 'scripts/lint-deploy.sh'],
    command: 'npm run --silent lint:deploy',
  },
};

/** The files of `src` that recipes change. */
function patched(): string[] {
  const patches = globSync('docs/recipes/*.patch');
  const headers = patches.flatMap((patch) => [...readFileSync(patch, 'utf8').matchAll(/^--- a\/(src\/\S+)$/gm)]);
  return [...new Set(headers.map(([, path]) => path!))].sort();
}
