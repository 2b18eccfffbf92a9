import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

const IMPORT = /^(import|export) \{([^}]*)\} from '(\.[^']*\/index\.ts)';$/gm;
/** The exports of each index, by its path. */
const indexes = new Map();

/**
 * Has our files import each name from the file that has it, and not from the `index.ts` of its folder. An index brings all
 * that it exports into whatever imports one name of it: tokens would need all resolvers, and with them GraphQL.js.
 */
export const directImports = {
  name: 'direct-imports',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/].*\.tsx?$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const replaced = await Promise.all(Array.from(text.matchAll(IMPORT), (match) => direct(path, ...match)));
      return {
        contents: text.replaceAll(IMPORT, () => replaced.shift()),
        loader: path.endsWith('x') ? 'tsx' : 'ts',
      };
    });
  },
};

async function direct(path, statement, verb, names, from) {
  const exported = await exportsOf(resolve(dirname(path), from));
  if (!exported) return statement;
  const imports = namesIn(names).map(([name, local]) => {
    const [file, original] = exported.get(name);
    const what = original === '*' ? `* as ${local}` : `{ ${original} as ${local} }`;
    return `${verb} ${what} from ${JSON.stringify(file)};`;
  });
  // Lines keep their numbers.
  return imports.join(' ') + '\n'.repeat(statement.split('\n').length - 1);
}

/** `A, type B, C as D`: each name that is more than a type, with what it is called here. */
const namesIn = (list) =>
  list
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '' && !each.startsWith('type '))
    .map((each) => each.split(' as '))
    .map(([name, local = name]) => [name, local]);

/** The names that an `index.ts` exports, each with its file and its name there; null if the file does more than that. */
function exportsOf(index) {
  if (!indexes.has(index)) indexes.set(index, readExports(index));
  return indexes.get(index);
}

async function readExports(index) {
  const code = (await readFile(index, 'utf8')).replaceAll(/\/\*.*?\*\/|^\/\/.*$/gms, '');
  const exported = new Map();
  for (const statement of code.split(';').map((each) => each.trim())) {
    if (statement === '' || statement.startsWith('export type ')) continue;
    const [, names, namespace, from] = /^export (?:\{([^}]*)\}|\* as (\w+)) from '([^']*)'$/.exec(statement) ?? [];
    if (from === undefined) return null;
    const file = resolve(dirname(index), from);
    if (namespace !== undefined) exported.set(namespace, [file, '*']);
    else for (const [original, name] of namesIn(names)) exported.set(name, [file, original]);
  }
  return exported;
}
