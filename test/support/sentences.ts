/** The sentences that the server writes about inputs, read from its source. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** A sentence in the source; what varies in it is `…1`, `…2` and so on. */
export interface Sentence {
  readonly file: string;
  readonly text: string;
}

/** The helpers that make errors of their first argument, by the folder that they are in. */
const MAKERS: Readonly<Record<string, readonly string[]>> = { 'modules/imports': ['wrong', 'broken', 'tooLarge'] };

/**
 * What `invalid` is called with in the modules and the kernel, the messages of errors with one of these codes, and the ends of
 * sentences that functions such as `redirectUriFault` return.
 */
export function sentencesOfServer(codes: ReadonlySet<string>): Sentence[] {
  return ['kernel', 'modules'].flatMap((folder) =>
    readdirSync(join('src', folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) => {
        const file = `${folder}/${name}`;
        return sentencesIn(file, codes).map((text) => ({ file, text }));
      }),
  );
}

function sentencesIn(file: string, codes: ReadonlySet<string>): string[] {
  const source = ts.createSourceFile(file, readFileSync(join('src', file), 'utf8'), ts.ScriptTarget.Latest, true);
  const makers = Object.entries(MAKERS).flatMap(([folder, names]) => (file.startsWith(folder) ? names : []));
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) found.push(...ofCall(node, makers, codes));
    // The rules between fields have functions that write the sentence.
    if (ts.isPropertyAssignment(node) && node.name.getText() === 'message' && ts.isArrowFunction(node.initializer))
      found.push(...textsOf(node.initializer.body));
    if (ts.isFunctionDeclaration(node) && node.name?.text.endsWith('Fault'))
      found.push(...endsIn(node).map((end) => `…1 ${end}.`));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function ofCall(node: ts.CallExpression, makers: readonly string[], codes: ReadonlySet<string>): string[] {
  const called = node.expression.getText();
  const [first, second] = node.arguments;
  if (called === 'invalid') return textsOf(second!);
  if (makers.includes(called)) return textsOf(first!);
  const code = called === 'errorOf' && first && ts.isStringLiteral(first) ? first.text : called.split('.').at(-1)!;
  const details = called === 'errorOf' ? second : first;
  if (!codes.has(code) || !details || !ts.isObjectLiteralExpression(details)) return [];
  return details.properties
    .filter((property) => ts.isPropertyAssignment(property))
    .filter(({ name }) => name.getText() === 'message')
    .flatMap(({ initializer }) => textsOf(initializer));
}

/** What a function returns as the ends of sentences. */
function endsIn(node: ts.Node): string[] {
  const found: string[] = [];
  const visit = (inner: ts.Node): void => {
    if (ts.isReturnStatement(inner) && inner.expression) found.push(...textsOf(inner.expression));
    ts.forEachChild(inner, visit);
  };
  visit(node);
  return found;
}

/** The texts that an expression can be. Of a variable, none: it has its sentences from elsewhere. */
function textsOf(node: ts.Node): string[] {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return [node.text];
  if (ts.isConditionalExpression(node)) return [...textsOf(node.whenTrue), ...textsOf(node.whenFalse)];
  if (!ts.isTemplateExpression(node)) return [];
  const { head, templateSpans: spans } = node;
  // The end of the sentence is in a function of its own.
  if (spans.some(({ expression }) => expression.getText() === 'fault')) return [];
  return [head.text + spans.map(({ literal }, n) => `…${n + 1}${literal.text}`).join('')];
}
