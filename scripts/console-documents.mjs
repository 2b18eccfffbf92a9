// The console's GraphQL documents. The build takes their texts out of the scripts and writes them to
// `dist/console/documents.json`, where the server finds them. The scripts only have their ids.

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { Kind, parse, print, visit } from 'graphql';

/** A document is the text of a call, and the fragments that the text spreads: graphql(`…`, [FRAGMENT]). */
const CALL = /\bgraphql\(\s*`((?:[^`$\\]|\$(?!\{))*)`\s*(?:,\s*\[[\w\s,]*\]\s*,?\s*)?\)/g;
const ANY_CALL = /\bgraphql\(/g;

const TYPENAME = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } };

/** The client's cache knows by the types of an answer what a change outdates. */
const withTypes = (document) =>
  visit(document, {
    SelectionSet: (node, _key, parent) =>
      parent.kind === Kind.OPERATION_DEFINITION ? undefined : { ...node, selections: [...node.selections, TYPENAME] },
  });

/** The names of the fragments that a definition needs, with those that these need. */
function spreadsOf(definition, fragments, found = new Set()) {
  visit(definition, {
    FragmentSpread: ({ name: { value } }) => {
      if (found.has(value)) return;
      found.add(value);
      if (!fragments.has(value)) throw new Error(`The console has no fragment ${value}.`);
      spreadsOf(fragments.get(value), fragments, found);
    },
  });
  return found;
}

/** All documents of the sources, by the texts in their calls: of operations the id and the whole document, of fragments null. */
export async function readDocuments(source) {
  const texts = new Map();
  for (const file of await sourcesIn(source)) {
    const code = await readFile(file, 'utf8');
    const calls = [...code.matchAll(CALL)];
    if (calls.length !== (code.match(ANY_CALL) ?? []).length)
      throw new Error(`${relative(source, file)} has a document that is not a plain text with a list of fragments.`);
    for (const [, text] of calls) {
      const { definitions } = parse(text, { noLocation: true });
      if (definitions.length !== 1) throw new Error(`${relative(source, file)} has two definitions in one document.`);
      texts.set(text, definitions[0]);
    }
  }
  const all = [...texts.values()];
  const names = all.map(({ name }) => name?.value ?? 'a document without a name');
  const twice = names.filter((name, index) => name.includes(' ') || names.indexOf(name) !== index);
  if (twice.length > 0) throw new Error(`Every document needs a name of its own: ${twice.join(', ')}.`);
  const fragments = new Map(
    all.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION).map((each) => [each.name.value, each]),
  );
  const whole = ([text, definition]) => {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) return [text, null];
    const needed = [...spreadsOf(definition, fragments)].map((name) => fragments.get(name));
    const query = print(withTypes({ kind: Kind.DOCUMENT, definitions: [definition, ...needed] }));
    const digest = createHash('sha256').update(query).digest('hex').slice(0, 16);
    return [text, { id: `console/${definition.name.value}/${digest}`, query }];
  };
  return new Map([...texts].map(whole));
}

async function sourcesIn(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return files.filter((file) => /\.tsx?$/.test(file)).sort();
}

/** The plugin of Vite that does it. */
export function trustedDocuments(source) {
  let documents;
  return {
    name: 'trusted-documents',
    enforce: 'pre',
    async buildStart() {
      documents = await readDocuments(source);
    },
    transform(code, id) {
      if (!id.startsWith(source) || code.search(CALL) === -1) return null;
      const literal = (_call, text) =>
        JSON.stringify({ kind: Kind.DOCUMENT, definitions: [], documentId: documents.get(text)?.id });
      return { code: code.replace(CALL, literal), map: null };
    },
    generateBundle() {
      const operations = [...documents.values()].filter((document) => document !== null);
      const texts = Object.fromEntries(operations.map(({ id, query }) => [id, query]));
      this.emitFile({ type: 'asset', fileName: 'documents.json', source: JSON.stringify(texts, null, 1) });
    },
  };
}
