import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/** What declares statements or fragments; the name comes first, or the room stands in the object. */
const BY_NAME = new Set(['sql', 'lookup', 'fragment']);
const BY_ROOM = new Set(['outboxStatements']);

/** The room that a source file stands in: a module, a room of a floor, or a folder of `src`. */
export const roomOf = (file: string): string =>
  /^src\/(?:(?:modules|doors|ground)\/)?([^/]+)\//.exec(file)?.[1] ?? 'src';

const sources = (): string[] =>
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `src/${file}`);

/** A declaration: its room by its file, and what the names of its statements begin with. */
export interface Declaration {
  readonly file: string;
  readonly room: string;
  readonly name: string;
}

/** Every place in the sources where statements get their names. What makes them for any room has none of its own. */
export function declarations(): Declaration[] {
  const files = sources().filter((file) => !/^src\/ground\/(?:kernel|jobs)\//.test(file));
  return files.flatMap((file) => {
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
    const ours = importedFromGround(source);
    const found: Declaration[] = [];
    const visit = (node: ts.Node): void => {
      const name = ts.isCallExpression(node) && nameIn(node, ours);
      if (name) found.push({ file, room: roomOf(file), name });
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  });
}

/** What a file imports of the kernel and the jobs; `lookup` may be a module's of somebody else. */
const importedFromGround = (source: ts.SourceFile): ReadonlySet<string> =>
  new Set(
    source.statements.filter(ts.isImportDeclaration).flatMap(({ moduleSpecifier, importClause }) => {
      const names = importClause?.namedBindings;
      const isOurs = /\/(?:kernel|jobs)\//.test(moduleSpecifier.getText());
      return isOurs && names && ts.isNamedImports(names) ? names.elements.map(({ name }) => name.text) : [];
    }),
  );

function nameIn(call: ts.CallExpression, ours: ReadonlySet<string>): string | undefined {
  const { expression } = call;
  const [first] = call.arguments;
  if (!first || !ts.isIdentifier(expression) || !ours.has(expression.text)) return undefined;
  if (BY_NAME.has(expression.text)) return beginningOf(first);
  if (!BY_ROOM.has(expression.text) || !ts.isObjectLiteralExpression(first)) return undefined;
  const room = first.properties.find((property) => property.name?.getText() === 'room');
  return room && ts.isPropertyAssignment(room) ? `${beginningOf(room.initializer)}.` : undefined;
}

function beginningOf(node: ts.Expression): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) return node.head.text;
  throw new Error(`What a statement is called cannot be read: ${node.getText()}`);
}

/** Every table's room: the one its entity stands in. */
export function owners(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const file of sources().filter((each) => each.endsWith('.entity.ts')))
    for (const [, table] of readFileSync(file, 'utf8').matchAll(/tableName: '(\w+)'/g)) found.set(table!, roomOf(file));
  return found;
}
