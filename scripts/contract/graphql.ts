import {
  buildASTSchema,
  findBreakingChanges,
  GraphQLSchema,
  isObjectType,
  Kind,
  parse,
  visit,
  type ASTNode,
  type ConstDirectiveNode,
  type DocumentNode,
} from 'graphql';
import { EXPECTED, isOver, removalOf } from './deprecation.ts';

/**
 * What breaks callers of the released schema, by today (`YYYY-MM-DD`). What was deprecated there and whose date of removal
 * has passed may be gone.
 */
export function breaksInSchema(released: string, current: string, today: string): string[] {
  const before = reachable(buildASTSchema(withoutExpired(parse(released), today), { assumeValid: true }));
  return findBreakingChanges(before, buildASTSchema(parse(current))).map(({ description }) => description);
}

/** Deprecations in a schema that name no date of removal. */
export function undatedInSchema(sdl: string): string[] {
  const undated: string[] = [];
  const path: string[] = [];
  visit(parse(sdl), {
    enter(node) {
      if ('name' in node && node.name) path.push(node.name.value);
      const reason = reasonOf(node);
      if (reason !== undefined && removalOf(reason) === undefined)
        undated.push(`${path.join('.')}: the deprecation has ${EXPECTED}`);
    },
    leave(node) {
      if ('name' in node && node.name) path.pop();
    },
  });
  return undated;
}

const withoutExpired = (document: DocumentNode, today: string): DocumentNode =>
  visit(document, {
    enter(node) {
      const reason = reasonOf(node);
      return reason !== undefined && isOver(reason, today) ? null : undefined;
    },
  });

/** The schema without the types that nothing refers to any more. A type with an interface is found through that. */
function reachable(schema: GraphQLSchema): GraphQLSchema {
  const { types, ...config } = schema.toConfig();
  const implementing = types.filter((type) => isObjectType(type) && type.getInterfaces().length > 0);
  return new GraphQLSchema({ ...config, types: implementing, assumeValid: true });
}

/** Why something is deprecated; undefined if it is not. */
function reasonOf(node: ASTNode): string | undefined {
  const directives = 'directives' in node ? (node.directives as readonly ConstDirectiveNode[] | undefined) : [];
  const deprecated = directives?.find(({ name }) => name.value === 'deprecated');
  if (!deprecated) return undefined;
  const reason = deprecated.arguments?.find(({ name }) => name.value === 'reason')?.value;
  return reason?.kind === Kind.STRING ? reason.value : '';
}
