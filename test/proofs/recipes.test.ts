/** The recipes of CONTRIBUTING: every patch of `docs/recipes`, all on one copy of the tree. */
import { execFile, spawn } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const root = resolve(import.meta.dirname, '../..');
const patches = globSync('docs/recipes/*.patch').sort();

/** What a patch changes beyond its own tests, and is quick to try. */
const ALSO_TRIED = ['test/rest/routes.test.ts', 'test/views/pages.test.ts', 'test/persistence/migrations.test.ts'];

/** How a recipe that no longer works is written anew. */
const refreshing = (patch: string): string =>
  [
    `To refresh a recipe, begin with a clean tree:`,
    `  git apply --reject ${patch}    # what does not fit is left in *.rej`,
    `  (change the code until the recipe works again, and its paragraph in CONTRIBUTING; remove the *.rej files)`,
    `  git add src test && git restore --staged --worktree src/doors/graphql/introspection.ts`,
    `  git diff --cached -U1 src test > ${patch} && git apply -R --index ${patch}`,
    `  npm test -- test/proofs/recipes.test.ts`,
  ].join('\n');

/** The tests that patches add. */
const addedTests = patches.flatMap((patch) =>
  [...readFileSync(patch, 'utf8').matchAll(/^--- \/dev\/null\n\+\+\+ b\/(test\/\S+\.test\.tsx?)$/gm)].map(
    ([, file]) => file!,
  ),
);

/** A program's whole output, with its exit code; the environment is a shell's, not that of a test. */
function run(cwd: string, ...args: string[]): Promise<{ code: number | null; output: string }> {
  const { PATH, HOME, TMPDIR, CI } = process.env;
  const env = { PATH, HOME, ...(TMPDIR && { TMPDIR }), ...(CI && { CI }), NO_COLOR: '1' };
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk));
  return new Promise((done) => {
    child.on('close', (code) => done({ code, output: Buffer.concat(output).toString() }));
  });
}

let copy: string;
/** Why patches do not apply. */
const misfits = new Map<string, string>();
let generate: Awaited<ReturnType<typeof run>>;

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'guildhall-recipes-'));
  const { stdout } = await promisify(execFile)('git', ['ls-files', '-z', '-co', '--exclude-standard'], { cwd: root });
  const files = stdout.split('\0').filter((file) => file && existsSync(join(root, file)));
  for (const file of files) await cp(join(root, file), join(copy, file));
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  for (const patch of patches)
    await promisify(execFile)('git', ['apply', join(root, patch)], { cwd: copy }).catch((error: Error) =>
      misfits.set(patch, `${error.message}\n${refreshing(patch)}`),
    );
  generate = await run(copy, 'scripts/run.mjs', 'scripts/generate.ts');
}, 600_000);

afterAll(() => rm(copy, { recursive: true, force: true }));

describe('the recipes of CONTRIBUTING', () => {
  it('are all shown there', () => {
    const page = readFileSync('CONTRIBUTING.md', 'utf8');
    expect(patches.filter((patch) => !page.includes(`](${patch})`))).toEqual([]);
    expect(patches.map((patch) => basename(patch, '.patch'))).toEqual(
      expect.arrayContaining(['field', 'grant', 'migration', 'page', 'rest-path', 'user-field']),
    );
  });

  it.each(patches)('%s applies', (patch) => {
    expect(misfits.get(patch) ?? '').toBe('');
  });

  const how = refreshing('docs/recipes/<name>.patch');

  it('generate their files', () => {
    expect(generate.code === 0 ? '' : generate.output).toBe('');
  });

  it('compile', async () => {
    const compiled = await run(copy, join('node_modules', 'typescript/bin/tsc'));
    expect(compiled.code === 0 ? '' : `${compiled.output}\n${how}`).toBe('');
  }, 600_000);

  it('pass their tests', async () => {
    const jest = [
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      'node_modules/jest/bin/jest.js',
    ];
    const tests = await run(copy, ...jest, '--maxWorkers=2', ...addedTests, ...ALSO_TRIED);
    expect(tests.code === 0 ? '' : `${tests.output}\n${how}`).toBe('');
  }, 600_000);
});
