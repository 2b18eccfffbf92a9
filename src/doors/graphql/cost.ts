import {
  getArgumentValues,
  getDirectiveValues,
  getNamedType,
  getNullableType,
  getOperationAST,
  GraphQLError,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  isCompositeType,
  isListType,
  isUnionType,
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { kernelErrors, type AppError } from '../../ground/kernel/errors.ts';
import { sizeOf } from '../../ground/lists/filter/size.ts';
import { PAGE_DEFAULT, PAGE_MAX } from '../../ground/lists/pagination.ts';
import { refused } from './error-format.ts';
import { graphqlErrors } from './errors.ts';
import { readVariables } from './variables.ts';

/** The most that a document may cost without an access token. Reading the schema costs 1,000. */
export const MAX_ANONYMOUS_COST = 2_000;

/** The cost of reading the schema, whatever is selected. Validation limits its depth. */
const SCHEMA_COST = 1_000;
/** The assumed length of lists without an argument for it, such as the addresses of a client. */
const FEW = 10;

/** A condition of a list can mean to read many rows. */
const CONDITION_COST = 100;

/** The arguments that say how many items a list has. */
const SIZES: ReadonlySet<string> = new Set(['first', 'last']);

type Values = Readonly<Record<string, unknown>>;

interface Asked {
  readonly document: DocumentNode;
  readonly operationName: string | undefined;
  readonly variables: Values;
}

/** The cost of a validated operation: the most fields that its answer can have. Throws if the variables are invalid. */
export function costOf(schema: GraphQLSchema, { document, operationName, variables }: Asked): number {
  const operation = getOperationAST(document, operationName);
  if (!operation) throw refused(unknownOperation(operationName));
  const coerced = readVariables(schema, operation, variables);
  const root = schema.getRootType(operation.operation)!;
  try {
    return new Cost(schema, document, coerced).ofAll(operation.selectionSet, root, undefined);
  } catch (fault) {
    if (!(fault instanceof GraphQLError)) throw fault;
    throw refused(kernelErrors.INVALID_INPUT({ message: fault.message }), fault.nodes);
  }
}

const unknownOperation = (name: string | undefined): AppError =>
  graphqlErrors.OPERATION_RESOLUTION_FAILURE(
    name === undefined ? {} : { message: `The document has no operation named ${JSON.stringify(name)}.` },
  );

class Cost {
  private readonly fragments = new Map<string, FragmentDefinitionNode>();
  private readonly known = new Map<string, number>();

  constructor(
    private readonly schema: GraphQLSchema,
    document: DocumentNode,
    private readonly variables: Values,
  ) {
    for (const node of document.definitions)
      if (node.kind === Kind.FRAGMENT_DEFINITION) this.fragments.set(node.name.value, node);
  }

  /** `listed` is the length of lists at this level, if the arguments of the page's field gave it. */
  ofAll({ selections }: SelectionSetNode, parent: GraphQLCompositeType, listed: number | undefined): number {
    let cost = 0;
    for (const selection of selections) if (this.isWanted(selection)) cost += this.of(selection, parent, listed);
    return cost;
  }

  private of(selection: SelectionNode, parent: GraphQLCompositeType, listed: number | undefined): number {
    if (selection.kind === Kind.FIELD) return this.ofField(selection, parent, listed);
    if (selection.kind === Kind.FRAGMENT_SPREAD) return this.ofFragment(selection.name.value, listed);
    const type = selection.typeCondition ? this.typeNamed(selection.typeCondition.name.value) : parent;
    return this.ofAll(selection.selectionSet, type, listed);
  }

  /** Remembers the cost of each fragment. Otherwise fragments that use each other twice would double the work each time. */
  private ofFragment(name: string, listed: number | undefined): number {
    const key = `${name} ${listed}`;
    let cost = this.known.get(key);
    if (cost === undefined) {
      const { typeCondition, selectionSet } = this.fragments.get(name)!;
      this.known.set(key, (cost = this.ofAll(selectionSet, this.typeNamed(typeCondition.name.value), listed)));
    }
    return cost;
  }

  private ofField(node: FieldNode, parent: GraphQLCompositeType, listed: number | undefined): number {
    const name = node.name.value;
    if (name === '__typename') return 1;
    if (name.startsWith('__') || isUnionType(parent)) return SCHEMA_COST;
    const field = parent.getFields()[name]!;
    const args = getArgumentValues(field, node, this.variables);
    const given = itemsGiven(args);
    const asked = itemsAsked(field, args) ?? (given > 0 ? given : undefined);
    const conditions = sizeOf(args['where']).conditions;
    const own = ((field.extensions['complexity'] as number | undefined) ?? 1) + given + conditions * CONDITION_COST;
    const isList = isListType(getNullableType(field.type));
    const type = getNamedType(field.type);
    const inner = isCompositeType(type) ? this.ofAll(node.selectionSet!, type, isList ? undefined : asked) : 0;
    return own + (isList ? (asked ?? listed ?? FEW) * Math.max(inner, 1) : inner);
  }

  private isWanted(node: SelectionNode): boolean {
    if (getDirectiveValues(GraphQLSkipDirective, node, this.variables)?.['if'] === true) return false;
    return getDirectiveValues(GraphQLIncludeDirective, node, this.variables)?.['if'] !== false;
  }

  private typeNamed(name: string): GraphQLCompositeType {
    return this.schema.getType(name) as GraphQLCompositeType;
  }
}

/** How many items the arguments ask for. Undefined if there is no such argument. */
function itemsAsked({ args }: GraphQLField<unknown, unknown>, values: Values): number | undefined {
  const sizes = args.filter(({ name }) => SIZES.has(name)).map(({ name }) => values[name]);
  if (sizes.length === 0) return undefined;
  const asked = sizes.filter((size) => typeof size === 'number');
  return asked.length === 0 ? PAGE_DEFAULT : Math.min(Math.max(1, ...asked), PAGE_MAX);
}

/** How many items the longest list of the input has. */
function itemsGiven(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inside = Object.values(value).map(itemsGiven);
  return Math.max(0, Array.isArray(value) ? value.length : 0, ...inside);
}
