import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { cloneDatabase, dropDatabase } from '../../support/postgres.ts';
import { note } from '../../support/reached.ts';
import { Started } from '../../support/started.ts';
import { TEST_SECRET_KEY } from '../../support/template.ts';

interface Manifest {
  readonly private: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const MEGABYTE = 1024 * 1024;
const MODULES = resolve('node_modules');
const { PATH, HOME } = process.env;
const run = (cwd: string, command: string, ...args: string[]) =>
  promisify(execFile)(command, args, { cwd, env: { PATH, HOME } });
const manifestIn = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;

let folder: string;
let checkout: string;
let tarball: string;
/** What is in it. */
let packaged: Manifest;

// Packing changes the manifest for a moment, so it happens in a copy.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildhall-package-'));
  checkout = join(folder, 'checkout');
  const copied = ['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md', 'SECURITY.md', 'docs', 'deploy', 'scripts'];
  const built = ['main.js', 'worker.js', 'cli.js', 'app', 'console', 'pages'].map((path) => join('dist', path));
  for (const path of [...copied, ...built]) await cp(path, join(checkout, path), { recursive: true });
  await symlink(MODULES, join(checkout, 'node_modules'));
  await run(checkout, process.execPath, 'scripts/pack.mjs', 'before');
  packaged = await manifestIn(checkout);
  const { stdout } = await run(checkout, 'npm', 'pack', '--silent', '--ignore-scripts', '--pack-destination', folder);
  tarball = join(folder, stdout.trim());
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The packages that `names` need, with themselves: from the top of the checkout's. */
async function withTheirOwn(names: readonly string[], found = new Set<string>()): Promise<Set<string>> {
  for (const name of names.filter((each) => !found.has(each))) {
    found.add(name);
    const { dependencies = {} } = await manifestIn(join(MODULES, name));
    await withTheirOwn(Object.keys(dependencies), found);
  }
  return found;
}

/** Installs the package into an empty folder. What it depends on comes from the checkout, so no registry is asked. */
async function install(): Promise<string> {
  const home = join(folder, 'empty');
  await mkdir(home);
  const { dependencies = {} } = packaged;
  const needed = [...(await withTheirOwn(Object.keys(dependencies)))];
  const local = Object.fromEntries(needed.map((name) => [name, `file:${join(MODULES, name)}`]));
  await writeFile(join(home, 'package.json'), JSON.stringify({ private: true, dependencies: local }));
  const alone = ['--offline', '--install-links', '--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund'];
  await run(home, 'npm', 'install', ...alone, '--cache', join(folder, 'cache'), tarball);
  return home;
}

it('needs the packages outside the bundle and no others, cannot be published by mistake, and stays small', async () => {
  expect(Object.keys(packaged.dependencies ?? {})).toEqual(['argon2', 'bcrypt']);
  expect(packaged).toMatchObject({ private: true, bin: { guildhall: 'dist/cli.js' }, engines: { node: '>=22.18' } });
  expect(packaged).not.toHaveProperty('scripts');
  expect((await stat(tarball)).size).toBeLessThan(15 * MEGABYTE);
});

it('is installed without a build, and the command `start` becomes a server', async () => {
  const home = await install();
  const own = await readdir(join(home, 'node_modules/guildhall'), { recursive: true });
  expect(own).toEqual(
    expect.arrayContaining(['README.md', 'docs/operations.md', 'dist/worker.js', 'dist/pages/passkeys.js']),
  );
  expect(own.filter((path) => /\.map$|\/product\.js$|^src\b|^docs\/recipes/.test(path))).toEqual([]);

  const postgres = process.env['TEST_POSTGRES_URL']!;
  const database = `package_${randomUUID().replaceAll('-', '')}`;
  const url = await cloneDatabase(postgres, 'template1', database);
  const env = { NODE_ENV: 'development', DATABASE_URL: url, SECRET_KEY: TEST_SECRET_KEY };
  const server = await Started.by([join(home, 'node_modules/.bin/guildhall'), 'start'], env);
  try {
    expect(server.output).toContain('Guildhall is ready.');
    expect(server.output).toContain(`${server.address}/console`);
    const [, id, secret] = /Service client +(\S+)\n +secret +(\S+)/.exec(server.output)!;
    const answer = await server.token({ client_id: id!, client_secret: secret!, scope: 'read' });
    expect(answer.status).toBe(200);
    const command = await readFile(`/proc/${server.child.pid}/cmdline`, 'utf8').catch(() => null);
    // The process is the server itself, so its supervisor's signals reach it. Only Linux tells.
    if (command !== null) expect(command.split('\0')).toContain('--max-semi-space-size=16');
    server.child.kill();
    expect(await server.ended()).toBe(0);
    note('command', 'start');
  } finally {
    server.child.kill('SIGKILL');
    await server.ended();
    await dropDatabase(postgres, database);
  }
});

it('puts the manifest of the checkout back', async () => {
  await run(checkout, process.execPath, 'scripts/pack.mjs', 'after');
  expect(await readFile(join(checkout, 'package.json'), 'utf8')).toBe(await readFile('package.json', 'utf8'));
});

it('says which Node.js it needs to one that is too old', async () => {
  const launcher = await readFile(join(checkout, 'dist/cli.js'), 'utf8');
  await writeFile(join(folder, 'old.mjs'), launcher.replace('process.versions.node', "'20.19.0'"));
  await expect(run(folder, process.execPath, 'old.mjs', 'start')).rejects.toThrow(
    'Guildhall needs Node.js 22.18 or newer',
  );
});

it.each(['package.json', 'Dockerfile', 'deploy/systemd/guildhall.service'])(
  '%s starts the server by the command that limits its memory',
  async (file) => {
    expect(await readFile(file, 'utf8')).toMatch(/dist\/cli\.js(?:", "| )start\b/);
  },
);

const AT_START = [/--max-semi-space-size=16\b/, /MALLOC_MMAP_THRESHOLD_\W+131072\b/, /MALLOC_ARENA_MAX\W+1\b/];

it.each([
  ['src/cli/start.ts', AT_START],
  ['docs/operations.md', AT_START],
])('%s limits the memory of the server as the others do', async (file, limits) => {
  const text = await readFile(file, 'utf8');
  for (const limit of limits) expect(text).toMatch(limit);
});
