import {
  GraphQLError,
  Kind,
  type ASTNode,
  type ASTVisitor,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';
import { getComplexity, type ComplexityEstimator } from 'graphql-query-complexity';
import { PAGE_DEFAULT, PAGE_MAX } from '../kernel/pagination.ts';
import { badRequest } from './errors.ts';

/** The most lexical tokens a document may have; checked while parsing. */
export const MAX_TOKENS = 2_000;
/** The most fields one inside the other; the standard introspection query has 15. */
export const MAX_DEPTH = 16;
/** The most aliases in a document, fragments counted once for every use. */
export const MAX_ALIASES = 30;
/** The most directives in a document. */
export const MAX_DIRECTIVES = 30;
/** The most fields an answer may be expected to hold, a list counting its `first` items. */
export const MAX_COST = 50_000;

interface Size {
  readonly depth: number;
  readonly aliases: number;
  readonly directives: number;
}

const CODE = 'GRAPHQL_VALIDATION_FAILED';

const refusal = (message: string, nodes: ASTNode): GraphQLError =>
  new GraphQLError(message, { nodes, extensions: { code: CODE } });

/** Refuses documents that nest too deep, or repeat fields or directives too often. */
export function sizeLimits(context: ValidationContext): ASTVisitor {
  const measure = createMeasure(context);
  return {
    OperationDefinition(operation) {
      const size = measure(operation.selectionSet);
      if (size.depth > MAX_DEPTH)
        context.reportError(refusal(`The operation is nested deeper than ${MAX_DEPTH} fields.`, operation));
      if (size.aliases > MAX_ALIASES)
        context.reportError(refusal(`The operation has more than ${MAX_ALIASES} aliases.`, operation));
      if (size.directives > MAX_DIRECTIVES)
        context.reportError(refusal(`The operation has more than ${MAX_DIRECTIVES} directives.`, operation));
    },
  };
}

function createMeasure(context: ValidationContext): (selections: SelectionSetNode) => Size {
  const fragments = new Map<FragmentDefinitionNode, Size>();
  const measure = ({ selections }: SelectionSetNode): Size => {
    let depth = 0;
    let aliases = 0;
    let directives = 0;
    for (const selection of selections) {
      const inner = sizeOf(selection);
      const isField = selection.kind === Kind.FIELD;
      depth = Math.max(depth, inner.depth + (isField ? 1 : 0));
      aliases += inner.aliases + (isField && selection.alias ? 1 : 0);
      directives += inner.directives + (selection.directives?.length ?? 0);
    }
    return { depth, aliases, directives };
  };
  const nothing: Size = { depth: 0, aliases: 0, directives: 0 };
  const sizeOf = (selection: SelectionSetNode['selections'][number]): Size => {
    if (selection.kind !== Kind.FRAGMENT_SPREAD)
      return selection.selectionSet ? measure(selection.selectionSet) : nothing;
    const fragment = context.getFragment(selection.name.value);
    if (!fragment) return nothing;
    let size = fragments.get(fragment);
    if (!size) {
      // Circles are refused by another rule; here they only must not go on for ever.
      fragments.set(fragment, nothing);
      fragments.set(fragment, (size = measure(fragment.selectionSet)));
    }
    return size;
  };
  return measure;
}

const PART_OF_LIST = /(?:Connection|Page)!?$/;

const byListSize: ComplexityEstimator = ({ args, childComplexity, field }) => {
  // The multiplier stands on the connection or page; what is inside of it holds no more items than that.
  if (!PART_OF_LIST.test(String(field.type))) return 1 + childComplexity;
  const size: unknown = args['first'] ?? args['limit'];
  return 1 + childComplexity * (typeof size === 'number' ? Math.min(Math.max(1, size), PAGE_MAX) : PAGE_DEFAULT);
};

/** Refuses an operation whose answer could hold more than MAX_COST fields, or whose variables are not what it declares. */
export function checkCost(
  schema: GraphQLSchema,
  query: DocumentNode,
  operationName: string | undefined,
  variables: Record<string, unknown>,
): void {
  const cost = costOf({
    schema,
    query,
    variables,
    ...(operationName && { operationName }),
    estimators: [byListSize],
  });
  if (cost > MAX_COST)
    throw badRequest(CODE, `The operation costs ${cost}, more than ${MAX_COST}; ask for less at once.`);
}

function costOf(options: Parameters<typeof getComplexity>[0]): number {
  try {
    return getComplexity(options);
  } catch (fault) {
    // It reads the variables before anybody else does.
    if (fault instanceof GraphQLError) throw badRequest('BAD_USER_INPUT', fault.message, fault.nodes);
    throw fault;
  }
}
