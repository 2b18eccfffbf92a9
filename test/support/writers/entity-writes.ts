import { relative } from 'node:path';
import ts from 'typescript';
import { compiledSources } from '../program.ts';
import { roomOf } from './rooms.ts';

/** The methods by which MikroORM writes the entity, or the class, that is handed to them first. */
const OF_MANAGER = new Set([
  'assign',
  'create',
  'insert',
  'insertMany',
  'nativeDelete',
  'nativeUpdate',
  'persist',
  'remove',
  'upsert',
  'upsertMany',
]);
/** Functions of ours that write the entity of their arguments. */
const OF_OURS = new Set(['expired', 'reseal', 'sweeper']);
const OF_BUILDER = new Set(['insert', 'update', 'delete', 'truncate']);

/** A place in the sources where an entity is written. */
export interface EntityWrite {
  readonly file: string;
  readonly room: string;
  readonly entity: string;
  /** The room of the entity. */
  readonly owner: string;
  /** The properties that are set, where the source names them. */
  readonly properties: readonly string[];
}

/** Every place where an entity is written: handed to the manager, built a statement for, or a property of it set. */
export function entityWrites(): EntityWrite[] {
  const program = compiledSources();
  const checker = program.getTypeChecker();
  return program.getSourceFiles().flatMap((source) => {
    const file = relative(process.cwd(), source.fileName);
    // Whoever writes an entity has it from a manager, or from its class. Types cost time.
    if (!file.startsWith('src/') || !/\bem\b|EntityManager|\.entity\.ts/.test(source.text)) return [];
    const found: EntityWrite[] = [];
    const visit = (node: ts.Node): void => {
      const entity = writtenBy(node, checker);
      if (entity) found.push({ file, room: roomOf(file), ...entity, properties: propertiesSet(node) });
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  });
}

type Entity = Pick<EntityWrite, 'entity' | 'owner'>;

function writtenBy(node: ts.Node, checker: ts.TypeChecker): Entity | undefined {
  if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)) {
    const { left } = node;
    return ts.isPropertyAccessExpression(left) ? entityOf(checker.getTypeAtLocation(left.expression)) : undefined;
  }
  if (!ts.isCallExpression(node)) return undefined;
  if (ts.isIdentifier(node.expression) && OF_OURS.has(node.expression.text)) return handedTo(node, checker);
  if (!ts.isPropertyAccessExpression(node.expression)) return undefined;
  const { name, expression } = node.expression;
  if (!OF_MANAGER.has(name.text) && !OF_BUILDER.has(name.text)) return undefined;
  const receiver = checker.getTypeAtLocation(expression);
  const kind = receiver.getSymbol()?.name ?? '';
  if (kind.endsWith('EntityManager') && OF_MANAGER.has(name.text)) {
    const [first] = node.arguments;
    return first && entityOf(checker.getTypeAtLocation(first));
  }
  return kind.endsWith('QueryBuilder') && OF_BUILDER.has(name.text) ? entityOf(receiver) : undefined;
}

/** The entity among a call's arguments, or in an object among them. */
function handedTo({ arguments: handed }: ts.CallExpression, checker: ts.TypeChecker): Entity | undefined {
  const values = handed.flatMap((argument): readonly ts.Expression[] =>
    ts.isObjectLiteralExpression(argument)
      ? argument.properties.filter(ts.isPropertyAssignment).map(({ initializer }) => initializer)
      : [argument],
  );
  return values.map((value) => entityOf(checker.getTypeAtLocation(value))).find((found) => found !== undefined);
}

/** What an assignment, or the data of an update, sets. */
function propertiesSet(node: ts.Node): string[] {
  if (ts.isBinaryExpression(node)) return [(node.left as ts.PropertyAccessExpression).name.text];
  const data = (node as ts.CallExpression).arguments[2];
  if (!data || !ts.isObjectLiteralExpression(data)) return [];
  return data.properties.map((property) => property.name?.getText() ?? '...');
}

const isAssignment = (kind: ts.SyntaxKind): boolean =>
  kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;

/** The entity that a type is, is the class of, is a part of, or has for its argument. */
function entityOf(type: ts.Type, depth = 0): Entity | undefined {
  if (depth > 3) return undefined;
  for (const { fileName } of (type.getSymbol()?.declarations ?? []).map((each) => each.getSourceFile())) {
    const file = relative(process.cwd(), fileName);
    if (/^src\/modules\/.*\.entity\.ts$/.test(file)) return { entity: type.getSymbol()!.name, owner: roomOf(file) };
  }
  const parts = [
    ...(type.isUnionOrIntersection() ? type.types : []),
    ...(type.aliasTypeArguments ?? []),
    ...((type as ts.TypeReference).typeArguments ?? []),
  ];
  for (const part of parts) {
    const found = entityOf(part, depth + 1);
    if (found) return found;
  }
  return undefined;
}
