import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const page = readFileSync('ARCHITECTURE.md', 'utf8');
const picture = page.split('```')[1]!;

const foldersIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();

/** The lines of the picture with modules, from the top; the first twenty characters of a line are its label. */
function moduleLines(): string[][] {
  const lines = picture.split('\n');
  const from = lines.findIndex((line) => line.startsWith('  modules'));
  const to = lines.findIndex((line, at) => at > from && !/[a-z]/.test(line.slice(20)));
  return lines.slice(from, to).map((line) => line.slice(20).trim().split(/\s+/));
}

const IMPORT = /^(?:import|export) (?!type )(?:\{([^}]*)\}|\* as \w+) from '(\.[^']+)';/gm;

/** The modules whose code a module runs: what it imports beyond types. */
function importsOf(module: string): string[] {
  const found = globSync(`src/modules/${module}/**/*.ts`).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(IMPORT)]
      .filter(([, names]) => names === undefined || names.split(',').some((name) => /^\s*(?!type )\w/.test(name)))
      .map(([, , path]) => normalize(join(dirname(file), path!)).split('/')),
  );
  const others = found.filter(([, room, name]) => room === 'modules' && name !== module).map(([, , name]) => name!);
  return [...new Set(others)].sort();
}

describe('the picture of the architecture', () => {
  const rooms = [...picture.matchAll(/\b([a-z]+)\//g)].map(([, name]) => name!);
  const lines = moduleLines();

  it('has every folder of src', () => {
    const besides = ['modules', 'cli'];
    expect([...rooms, ...besides].sort()).toEqual(foldersIn('src'));
  });

  it('has every module', () => {
    expect(lines.flat().sort()).toEqual(foldersIn('src/modules'));
  });

  it('shows every module above those it imports', () => {
    const lineOf = (module: string) => lines.findIndex((line) => line.includes(module));
    const wrong = lines
      .flat()
      .flatMap((module) => importsOf(module).map((other) => ({ module, other })))
      .filter(({ module, other }) => lineOf(other) <= lineOf(module));
    expect(wrong).toEqual([]);
  });

  it('is tested on imports that are there', () => {
    expect(importsOf('credentials')).toContain('throttle');
  });
});

describe('an index.ts', () => {
  // Tables that their callers explain.
  const withoutParagraph = ['src/persistence/migrations/index.ts', 'src/rest/routes/index.ts'];
  const files = globSync('src/**/index.ts').sort();

  it('is in every module', () => {
    const modules = foldersIn('src/modules').map((name) => `src/modules/${name}/index.ts`);
    expect(files).toEqual(expect.arrayContaining(modules));
  });

  it.each(files.filter((file) => !withoutParagraph.includes(file)))('%s begins with a paragraph', (file) => {
    const [, paragraph = ''] = /^\/\*\*\n([\s\S]*?)\*\//.exec(readFileSync(file, 'utf8')) ?? [];
    expect(paragraph.replaceAll(/\s*\*\s*/g, ' ').trim().length).toBeGreaterThan(80);
  });
});

describe.each(['ARCHITECTURE.md', 'CONTRIBUTING.md'])('%s', (file) => {
  it('names files that are there', () => {
    const named = [...readFileSync(file, 'utf8').matchAll(/`((?:[\w-]+\/)+[\w.-]+\.(?:ts|mjs))`/g)].map(
      ([, path]) => path!,
    );
    const roots = ['.', 'src', 'src/modules'];
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((path) => !roots.some((root) => existsSync(join(root, path))))).toEqual([]);
  });
});
