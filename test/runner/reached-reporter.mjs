// Fails a run of all tests that has left something of the product alone: a REST operation, a GraphQL root field, an
// endpoint of OAuth, a page or a command that no test has had a good answer of. What there is comes from `test/reached.test.ts`.

import { Kind, parse } from 'graphql';
import { isWhole, notesOf } from './notes.mjs';

/** `Query.user` for every root field that the document asks for. */
function rootFields(document) {
  const fragments = new Map();
  const operations = [];
  for (const each of parse(document).definitions)
    if (each.kind === Kind.FRAGMENT_DEFINITION) fragments.set(each.name.value, each);
    else operations.push(each);
  const fieldsOf = ({ selections }) =>
    selections.flatMap((each) =>
      each.kind === Kind.FIELD
        ? [each.name.value]
        : fieldsOf((each.kind === Kind.FRAGMENT_SPREAD ? fragments.get(each.name.value) : each).selectionSet),
    );
  return operations.flatMap(({ operation, selectionSet }) =>
    fieldsOf(selectionSet).map((name) => `${operation === 'mutation' ? 'Mutation' : 'Query'}.${name}`),
  );
}

/** What the notes name as being there and nothing has reached. */
function leftAlone() {
  const requests = notesOf('request').map((parts) => parts.join(' '));
  const others = new Set([...notesOf('document').flatMap(([text]) => rootFields(text)), ...notesOf('command').flat()]);
  const isReached = (what) => {
    const [, method, path] = /^([A-Z]+) (\/.*)$/.exec(what) ?? [];
    if (!method) return others.has(what);
    const pattern = new RegExp(`^${method} ${path.replaceAll(/:\w+/g, '[^/]+')}$`);
    return requests.some((request) => pattern.test(request));
  };
  const there = notesOf('there is').flat();
  if (there.length === 0) return ['everything: test/reached.test.ts has not told what there is'];
  return [...new Set(there)].filter((what) => !isReached(what));
}

export default class ReachedReporter {
  constructor(config) {
    this.isWhole = isWhole(config);
  }

  onRunComplete() {
    if (!this.isWhole) return;
    const left = leftAlone();
    if (left.length > 0) this.error = new Error(`No test of the built product has reached: ${left.join(', ')}.`);
    if (this.error) console.error(this.error.message);
  }

  getLastError() {
    return this.error;
  }
}
