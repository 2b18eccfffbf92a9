import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/** Where the sources declare a statement, and what its doc comment says. */
export interface Source {
  /** The statement's name. `*` stands for what only the caller of a function knows. */
  readonly pattern: string;
  /** The file that has the SQL text. */
  readonly file: string;
  /** The doc comment as one paragraph. Empty if there is none. */
  readonly comment: string;
}

const DECLARING = /^(?:sql|lookup)$/;

/** Finds every declaration of a statement in `src`. */
export function statementSources(): Source[] {
  const calls = globSync('src/**/*.ts').sort().flatMap(callsIn);
  const declaring = calls.filter(declares);
  const direct = declaring.flatMap((call) => sourceAt(call, call));
  // A function may get the whole name of its statement from its callers, or only the room.
  const byName = declaring
    .filter(({ arguments: [name] }) => patternOf(name) === undefined)
    .flatMap((call) => callsOf(functionAround(call), calls).flatMap((caller) => sourceAt(caller, call)));
  const byRoom = [...direct, ...byName]
    .filter(({ pattern }) => pattern.startsWith('*.'))
    .flatMap(({ pattern, call }) =>
      callsOf(functionAround(call), calls).flatMap((caller) => {
        const room = roomOf(caller);
        return room ? [{ ...sourceOfCall(caller), pattern: pattern.replace('*', room) }] : [];
      }),
    );
  return [...direct, ...byName, ...byRoom];
}

interface SourceAt extends Source {
  readonly call: ts.CallExpression;
}

/** The statement that `named` names, if it does, with the text and comment of `call`. */
function sourceAt(named: ts.CallExpression, call: ts.CallExpression): SourceAt[] {
  const pattern = patternOf(named.arguments[0]);
  return pattern === undefined ? [] : [{ ...sourceOfCall(call), pattern, call: named }];
}

const sourceOfCall = (call: ts.CallExpression): Omit<Source, 'pattern'> => ({
  file: call.getSourceFile().fileName,
  comment: commentOf(call),
});

const functionAround = (call: ts.CallExpression): string | undefined =>
  ts.findAncestor(call, isNamedFunction)?.name?.getText();

const callsOf = (name: string | undefined, calls: readonly ts.CallExpression[]): ts.CallExpression[] =>
  name === undefined ? [] : calls.filter(({ expression }) => expression.getText() === name);

/** The property `room` of the only argument. */
function roomOf({ arguments: [options] }: ts.CallExpression): string | undefined {
  if (!options || !ts.isObjectLiteralExpression(options)) return undefined;
  const room = options.properties.filter(ts.isPropertyAssignment).find(({ name }) => name.getText() === 'room');
  return room && ts.isStringLiteralLike(room.initializer) ? room.initializer.text : undefined;
}

/** The declaration of a statement. If several patterns match, the one with the fewest gaps counts. */
export function sourceOf(name: string, sources: readonly Source[]): Source | undefined {
  const gaps = ({ pattern }: Source): number => pattern.split('*').length;
  const matches = (pattern: string): boolean =>
    new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.+')}$`).test(name);
  return sources.filter(({ pattern }) => matches(pattern)).toSorted((one, other) => gaps(one) - gaps(other))[0];
}

function callsIn(file: string): ts.CallExpression[] {
  const found: ts.CallExpression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true));
  return found;
}

/** Calls `sql` or `lookup` of the kernel. A module may have a function of the same name. */
function declares(call: ts.CallExpression): boolean {
  const callee = call.expression.getText();
  return (
    DECLARING.test(callee) &&
    call
      .getSourceFile()
      .statements.filter(ts.isImportDeclaration)
      .some((each) => each.moduleSpecifier.getText().endsWith("/database.ts'") && importsName(each, callee))
  );
}

const importsName = ({ importClause }: ts.ImportDeclaration, wanted: string): boolean =>
  importClause?.namedBindings !== undefined &&
  ts.isNamedImports(importClause.namedBindings) &&
  importClause.namedBindings.elements.some(({ name }) => name.text === wanted);

type NamedFunction = ts.FunctionDeclaration | (ts.VariableDeclaration & { readonly name: ts.Identifier });

const isNamedFunction = (node: ts.Node): node is NamedFunction & { readonly name: ts.Identifier } =>
  (ts.isFunctionDeclaration(node) && node.name !== undefined) ||
  (ts.isVariableDeclaration(node) && node.initializer !== undefined && ts.isArrowFunction(node.initializer));

/** The nearest doc comment above the call: of a property, a constant or a function. */
function commentOf(call: ts.CallExpression): string {
  for (let node: ts.Node = call; !ts.isSourceFile(node); node = node.parent) {
    const comment = ts.isVariableDeclaration(node) ? undefined : ts.getJSDocCommentsAndTags(node).find(ts.isJSDoc);
    if (comment) return (ts.getTextOfJSDocComment(comment.comment) ?? '').replaceAll(/\s+/g, ' ').trim();
  }
  return '';
}

function patternOf(name: ts.Expression | undefined): string | undefined {
  if (name && ts.isStringLiteralLike(name)) return name.text;
  if (!name || !ts.isTemplateExpression(name)) return undefined;
  return name.head.text + name.templateSpans.map(({ literal }) => `*${literal.text}`).join('');
}
