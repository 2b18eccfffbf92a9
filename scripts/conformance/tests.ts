import ts from 'typescript';

/** A test whose name has the clause that it proves. */
export interface ClauseTest {
  readonly spec: string;
  readonly clause: string;
  readonly sentence: string;
  readonly file: string;
}

interface Found {
  readonly tests: readonly ClauseTest[];
  /** Names with a clause, of tests that do not run. */
  readonly problems: readonly string[];
}

const SPEC =
  'AuthZEN|FAPI 2\\.0 Message Signing|FAPI 2\\.0|JARM|Client ID Metadata Document|RFC \\d+|OIDC Core|OIDC Discovery|OIDC Registration|OIDC RP-Initiated Logout|OIDC Back-Channel Logout|OIDC Front-Channel Logout';
const CLAUSE = '§[\\dA-Z][\\d.]*';
const NAME = new RegExp(`^((?:${SPEC}) ${CLAUSE}(?:, (?:(?:${SPEC}) )?${CLAUSE})*): (.+)$`, 's');
/** One of the clauses before the colon. Those after the first may leave out the specification. */
const PART = new RegExp(`(?:(${SPEC}) )?§([\\d.A-Z]+)`, 'g');
const RUNNERS = new Set(['describe', 'it', 'test']);

/**
 * The clauses that the tests of a file prove by their names, `<spec> §<clause>: <sentence>`. Only tests that run count: a
 * test that is skipped, by itself or with its `describe`, or still to be written, is a problem.
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

/** The tests that a call declares, if any: `it('…', …)`, `describe.each(…)('…', …)`, `(here ? describe : …)('…')`. */
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

/** The names of the tests of an `each`: the first element of each row, if the rows are literals. */
function rowsOf(callee: ts.Expression): string[] {
  const table = ts.isCallExpression(callee) ? callee.arguments[0] : undefined;
  if (!table || !ts.isArrayLiteralExpression(table)) return [];
  return table.elements
    .map((row) => (ts.isArrayLiteralExpression(row) ? row.elements[0] : row))
    .filter((name) => name !== undefined && ts.isStringLiteralLike(name))
    .map((name) => name.text);
}

/** The names that a callee consists of, without the table of an `each`. */
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
