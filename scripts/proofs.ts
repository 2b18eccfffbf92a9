/** The long proofs. `scripts/prove.ts` says when they run, and docs/reference/proofs.md shows this table. */
import { globSync, readFileSync } from 'node:fs';
import { guards } from '../test/guards/guards.ts';

export interface Proof {
  readonly proves: string;
  /** Those of its subject and of itself, as `git ls-files` takes them. */
  readonly paths: readonly string[];
  readonly command: string;
  /** The commands that together prove the same, if it takes longer than the share of one run. */
  readonly parts?: readonly string[];
}

const TESTS = 'npm run --silent test --';
const DECISIONS = `${TESTS} test/proofs/decisions.test.ts`;
const RECIPES = `${TESTS} test/proofs/recipes.test.ts`;
const SCHEMATHESIS = `${TESTS} test/proofs/schemathesis.test.ts`;

export const proofs: Readonly<Record<string, Proof>> = {
  recipes: {
    proves: 'Every patch of a recipe applies and compiles, and its tests pass.',
    paths: ['docs/recipes', 'test/proofs/recipes.test.ts', ...patched()],
    command: RECIPES,
    parts: byName(RECIPES, 'compile'),
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
    // Laying out the release comes with each part.
    parts: ['npm run --silent test:upgrade -- --no-tests', ...shards('npm run --silent test:upgrade', 24)],
  },
  guards: {
    proves: 'Each of ten guards turns some test red when it is removed.',
    paths: ['test/guards', ...guards.map(({ file }) => file)],
    command: 'npm run --silent test:guards',
    parts: shards('npm run --silent test:guards', 10),
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
    command: `${TESTS} plans`,
    parts: byFile('test/proofs/*plans.test.ts'),
  },
  nesting: {
    proves: 'Effective groups and members are those of a naive model, in ten thousand graphs.',
    paths: [
      'src/ground/persistence/migrations',
      'src/modules/access',
      'src/modules/groups',
      'test/proofs/nesting.test.ts',
      'test/support/nesting.ts',
    ],
    command: `${TESTS} test/proofs/nesting.test.ts`,
  },
  decisions: {
    proves:
      'Decisions, explanations, searches and the scopes of tokens are those of a naive model, in ten thousand graphs.',
    paths: [
      'src/modules/access',
      'src/modules/apis',
      'src/modules/roles',
      'test/proofs/decisions.test.ts',
      'test/support/decision*.ts',
    ],
    command: DECISIONS,
    parts: Array.from({ length: 10 }, (_, n) => `${DECISIONS} -t 'seed ${n + 1}$'`),
  },
  database: {
    proves:
      'MikroORM finds no difference between the entities and the schema; the embedded PostgreSQL outlives kill -9 and ' +
      'copies; a backup is restored whole or not at all.',
    paths: [
      'mikro-orm.config.ts',
      'src/cli/backup.ts',
      'src/cli/restore.ts',
      'src/ground/persistence',
      '*.entity.ts',
      'test/proofs/database',
    ],
    command: `${TESTS} test/proofs/database`,
    parts: byFile('test/proofs/database/*.test.ts'),
  },
  pages: {
    proves:
      'Axe objects to nothing on any page, which fits into its window in every language and color; ' +
      'the Tab key comes to all that can be used in the console, in reading order; its API reference is whole.',
    paths: [
      'src/console',
      'src/views',
      'src/ground/words',
      'test/proofs/console*',
      'test/proofs/views.test.ts',
      'test/support/axe.ts',
      'openapi.json',
    ],
    command: `${TESTS} test/proofs/console test/proofs/views`,
    parts: byFile('test/proofs/{console*,views}.test.ts'),
  },
  package: {
    proves: 'The package and the image of a release have what they need, and start.',
    paths: ['scripts', 'package.json', 'Dockerfile', 'test/proofs/build'],
    command: `${TESTS} test/proofs/build`,
  },
  schemathesis: {
    proves: 'Schemathesis finds nothing to object to in REST, for any kind of caller.',
    paths: ['openapi.json', 'src/doors/rest', 'test/proofs/schemathesis.test.ts'],
    command: SCHEMATHESIS,
    parts: byName(SCHEMATHESIS, 'service account'),
  },
  parties: {
    proves: 'Relying parties, libraries and tools of others work with it, and so do the clients that come with it.',
    paths: [
      'src/doors/oauth',
      'src/console/pages/apis/verifiers*',
      'schema.graphql',
      'clients',
      'test/proofs/clients',
      'test/proofs/parties',
    ],
    command: `${TESTS} test/proofs/clients test/proofs/parties`,
  },
  rig: {
    proves: 'Nodes, their database and what stands between them break under load, and no write is lost.',
    paths: ['src/ground/jobs', 'src/ground/persistence', 'src/server', 'test/ha'],
    command: 'npm run --silent test:ha -- --rolls 2',
    parts: shards('npm run --silent test:ha -- --rolls 2', 9),
  },
  deploy: {
    proves: 'The files for deployment are right to the tools of those who wrote the formats.',
    paths: ['deploy', 'Dockerfile', 'scripts/lint-deploy.sh'],
    command: 'npm run --silent lint:deploy',
  },
};

/** A run proves one of these in its turn: a proof, or of a long one a part, `upgrade:2/15`, with its command. */
export const shares: readonly (readonly [name: string, command: string])[] = Object.entries(proofs).flatMap(
  ([name, { command, parts }]) =>
    parts?.map((part, n) => [`${name}:${n + 1}/${parts.length}`, part] as const) ?? [[name, command] as const],
);

const HOUR_MS = 3_600_000;

/** The share whose turn it is: each hour has the next one, so that a week has all of them several times. */
export const shareAt = (time: number): string => shares[Math.floor(time / HOUR_MS) % shares.length]![0];

/** For a command that takes `--shard`, as jest does. */
function shards(command: string, count: number): string[] {
  const separator = command.includes(' -- ') ? '' : ' --';
  return Array.from({ length: count }, (_, n) => `${command}${separator} --shard ${n + 1}/${count}`);
}

function byFile(pattern: string): string[] {
  return globSync(pattern)
    .sort()
    .map((file) => `${TESTS} ${file}`);
}

/** The tests that have these words in their names, and all others. */
function byName(command: string, words: string): string[] {
  return [`${command} -t '${words}'`, `${command} -t '^(?!.*${words})'`];
}

/** The files of `src` that recipes change. */
function patched(): string[] {
  const patches = globSync('docs/recipes/*.patch');
  const headers = patches.flatMap((patch) => [...readFileSync(patch, 'utf8').matchAll(/^--- a\/(src\/\S+)$/gm)]);
  return [...new Set(headers.map(([, path]) => path!))].sort();
}
