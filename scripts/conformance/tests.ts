import ts from 'typescript';

/** A test that says which clause it proves. */
export interface ClauseTest {
  readonly spec: string;
  readonly clause: string;
  readonly sentence: string;
  readonly file: string;
}

interface Found {
  readonly tests: readonly ClauseTest[];
  /** Names that say they prove a clause, of tests that do not run. */
  readonly problems: readonly string[];
}

const SPEC = 'RFC \\d+|OIDC Core|OIDC Discovery|OIDC RP-Initiated Logout|OIDC Back-Channel Logout';
const CLAUSE = '§[\\dA-Z][\\d.]*';
const NAME = new RegExp(`^((?:${SPEC}) ${CLAUSE}(?:, (?:(?:${SPEC}) )?${CLAUSE})*): (.+)$`, 's');
/** One of the clauses in front of the colon; those after the first may leave the specification out. */
const PART = new RegExp(`(?:(${SPEC}) )?§([\\d.A-Z]+)`, 'g');
const RUNNERS = new Set(['describe', 'it', 'test']);

/**
 * The clauses that the tests of a file prove by their names, `<spec> §<clause>: <sentence>`, as the compiler reads them.
 * A test counts when it runs: one that is skipped, itself or with what it stands in, or still to be written, is a problem.
 */
export function clausesIn(file: string, text: string): Found {
  const tests: ClauseTest[] = [];
  const problems: string[] = [];

  const visit = (node: ts.Node, running: boolean): void => {
    let inside = running;
    const call = ts.isCallExpression(node) ? runnerOf(node) : undefined;
    if (call) inside = running && call.runs;
    for (const title of call?.titles ?? []) {
      const proved = read(file, title);
      if (inside) tests.push(...proved);
      else if (proved.length > 0) problems.push(`${file}: “${title}” does not run`);
    }
    ts.forEachChild(node, (child) => visit(child, inside));
  };

  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true), true);
  return { tests, problems };
}

interface Runner {
  readonly titles: readonly string[];
  readonly runs: boolean;
}

/** What a call declares, if it declares tests: `it('…', …)`, `describe.each(…)('…', …)`, `(here ? describe : …)('…')`. */
function runnerOf(call: ts.CallExpression): Runner | undefined {
  const [title, body] = call.arguments;
  if (!title || !ts.isStringLiteralLike(title)) return undefined;
  const words = new Set<string>();
  collect(call.expression, words);
  if (![...words].some((word) => RUNNERS.has(word))) return undefined;
  return {
    titles: title.text.startsWith('%s') ? rowsOf(call.expression) : [title.text],
    runs: body !== undefined && !words.has('skip') && !words.has('todo'),
  };
}

/** What the rows of an `each` begin with, where they are written out: the names of its tests. */
function rowsOf(callee: ts.Expression): string[] {
  const table = ts.isCallExpression(callee) ? callee.arguments[0] : undefined;
  if (!table || !ts.isArrayLiteralExpression(table)) return [];
  return table.elements
    .map((row) => (ts.isArrayLiteralExpression(row) ? row.elements[0] : row))
    .filter((name) => name !== undefined && ts.isStringLiteralLike(name))
    .map((name) => name.text);
}

/** The names a callee is made of; the table of an `each` is not looked into. */
function collect(callee: ts.Expression, words: Set<string>): void {
  if (ts.isIdentifier(callee)) words.add(callee.text);
  else if (ts.isPropertyAccessExpression(callee)) {
    words.add(callee.name.text);
    collect(callee.expression, words);
  } else if (ts.isCallExpression(callee) || ts.isParenthesizedExpression(callee)) collect(callee.expression, words);
  else if (ts.isConditionalExpression(callee)) {
    collect(callee.whenTrue, words);
    collect(callee.whenFalse, words);
  }
}

function read(file: string, title: string): ClauseTest[] {
  const [, clauses = '', sentence = ''] = NAME.exec(title) ?? [];
  let spec = '';
  return [...clauses.matchAll(PART)].map(([, name, clause = '']) => {
    spec = name ?? spec;
    return { spec, clause, sentence, file };
  });
}
