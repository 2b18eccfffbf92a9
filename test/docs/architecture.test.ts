import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
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

  it('has every floor of src, and every room of doors and ground', () => {
    const floors = foldersIn('src').filter((name) => !['server', 'cli'].includes(name));
    expect(rooms.sort()).toEqual([...floors, ...foldersIn('src/doors'), ...foldersIn('src/ground')].sort());
  });

  it('leaves four files at the top of src', () => {
    expect(globSync('src/*.ts').sort()).toEqual(['src/main.ts', 'src/modules.ts', 'src/product.ts', 'src/worker.ts']);
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

describe('the lists of modules', () => {
  const listedIn = (list: string): string[] => {
    const text = readFileSync(list, 'utf8');
    const imported = [...text.matchAll(/^import \{ (\w+) \} from '\.[^']*modules\/(\w+)\/[^']*';$/gm)];
    const listed = new Set([...text.matchAll(/^ {2}(\w+),$/gm)].map(([, name]) => name!));
    return imported.filter(([, name]) => listed.has(name!)).map(([, , module]) => module!);
  };
  const modulesWith = (file: string): string[] => globSync(`src/modules/*/${file}`).map((path) => path.split('/')[2]!);

  it.each([
    ['src/modules.ts', 'module.ts'],
    ['src/doors/graphql/modules.ts', 'graphql/index.ts'],
  ])('%s has every module with a %s', (list, file) => {
    expect(listedIn(list).sort()).toEqual([...new Set(modulesWith(file))].sort());
  });

  it('leave out no module that has tables, works in the background or has GraphQL fields', () => {
    const inBackground = '*.{entity,worker,bell,sweep,reseal}.ts';
    const missing = modulesWith(inBackground).filter((module) => !listedIn('src/modules.ts').includes(module));
    expect(missing).toEqual([]);
    const ofGraph = modulesWith('**/*.resolver.ts');
    expect(ofGraph.filter((module) => !listedIn('src/doors/graphql/modules.ts').includes(module))).toEqual([]);
  });

  it('have what each file of a module brings', () => {
    const parts = globSync('src/modules/*/{*.{entity,worker,sweep,reseal},graphql/*.{node,relations,permissions}}.ts');
    const forgotten = parts.filter((file) => {
      const face = file.includes('/graphql/') ? ['index'] : ['module', 'background'];
      const texts = face
        .map((name) => `${dirname(file)}/${name}.ts`)
        .filter((path) => existsSync(path))
        .map((path) => readFileSync(path, 'utf8'));
      return !texts.some((text) => text.includes(`from './${basename(file)}';`));
    });
    expect(parts.length).toBeGreaterThan(80);
    expect(forgotten).toEqual([]);
  });
});

describe("a module's file", () => {
  const table = page.split("## A module's files")[1]!.split('\n## ')[0]!;
  const [rules, graph] = table
    .split('| File in `graphql/`')
    .map((part) =>
      [...part.matchAll(/^\| `(?:<noun>\.([a-z.]+)|(\w+))\.ts`/gm)].map(([, role, name]) => role ?? name!),
    );

  /** The files whose role is none of these. */
  const withOtherRole = (files: readonly string[], roles: readonly string[]): string[] =>
    files.filter((file) => {
      const found = /^[a-z-]+(?:\.([a-z.]+))?\.ts$/.exec(basename(file));
      const role = found?.[1];
      return !found || (role !== undefined && !roles.includes(role));
    });

  it('has one of the roles of the first table', () => {
    expect(rules).toEqual(expect.arrayContaining(['index', 'hot.sql', 'entity']));
    expect(withOtherRole(globSync('src/modules/*/*.ts'), rules!)).toEqual([]);
  });

  it('of GraphQL has one of the roles of the second', () => {
    expect(graph).toEqual(expect.arrayContaining(['index', 'type', 'input']));
    const files = globSync('src/modules/*/graphql/*.ts');
    expect(files.length).toBeGreaterThan(80);
    expect(withOtherRole(files, graph!)).toEqual([]);
  });

  it('is in the folder or in its folder `graphql`', () => {
    const known = new Set(globSync(['src/modules/*/*.ts', 'src/modules/*/graphql/*.ts', 'src/modules/*/README.md']));
    expect(globSync('src/modules/*/**/*.*').filter((file) => !known.has(file))).toEqual([]);
  });
});

const paragraphOf = (index: string): string =>
  (/^\/\*\*\n([\s\S]*?)\*\//.exec(readFileSync(index, 'utf8'))?.[1] ?? '').replaceAll(/\s*\*\s*/g, ' ').trim();

describe('an index.ts', () => {
  // Their callers explain these tables.
  const withoutParagraph = ['src/ground/persistence/migrations/index.ts', 'src/doors/rest/routes/index.ts'];
  const files = globSync('src/**/index.ts').sort();

  it.each(files.filter((file) => !withoutParagraph.includes(file)))('%s begins with a paragraph', (file) => {
    expect(paragraphOf(file).length).toBeGreaterThan(80);
  });
});

describe('a folder', () => {
  const folders = [...new Set(globSync('src/*/**/*.{ts,tsx}').map(dirname))]
    .filter((folder) => !['src', 'src/doors', 'src/ground'].includes(folder))
    .sort();

  it.each(folders)('%s has a paragraph', (folder) => {
    if (existsSync(`${folder}/index.ts`) && paragraphOf(`${folder}/index.ts`)) return;
    const readme = readFileSync(`${folder}/README.md`, 'utf8');
    expect(/^# .+\n\n((?:.+\n)+)/.exec(readme)?.[1]!.length).toBeGreaterThan(80);
  });
});

describe.each(globSync('src/**/README.md').sort())('%s', (file) => {
  it('names files that are there', () => {
    const named = [
      ...readFileSync(file, 'utf8').matchAll(/`((?:[\w.-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:ts|tsx|mjs|css))`/g),
    ];
    const roots = [dirname(file), join(dirname(file), '..'), '.', 'src'];
    const isThere = (path: string): boolean =>
      path === 'index.ts' || roots.some((root) => existsSync(join(root, path)));
    expect(named.map(([, path]) => path!).filter((path) => !isThere(path))).toEqual([]);
  });
});

describe.each(['ARCHITECTURE.md', 'CONTRIBUTING.md'])('%s', (file) => {
  it('names files that are there', () => {
    const named = [...readFileSync(file, 'utf8').matchAll(/`((?:[\w-]+\/)+[\w.-]+\.(?:ts|mjs))`/g)].map(
      ([, path]) => path!,
    );
    // A module's files are named as those of groups, the model.
    const roots = ['.', 'src', 'src/modules', 'src/modules/groups'];
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((path) => !roots.some((root) => existsSync(join(root, path))))).toEqual([]);
  });
});
