/**
 * What callers without an access token get to know in production, where they cannot read the schema: the open operations,
 * and nothing of the others. A document that does not fit the schema and one that needs a token have the same answer.
 */
import {
  getNamedType,
  getOperationAST,
  GraphQLError,
  isInputObjectType,
  isObjectType,
  Kind,
  validate,
  type DocumentNode,
  type FieldNode,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql';
import type { Viewer } from '../../ground/kernel/access.ts';
import { AppError, kernelErrors } from '../../ground/kernel/errors.ts';
import { OPEN } from '../../ground/kernel/graphql/types.ts';
import type { Settings } from '../../ground/kernel/runtime.ts';
import { costOf } from './cost.ts';

/** Whether the schema is hidden from a viewer. */
export const isHidden = (viewer: Viewer, { env }: Pick<Settings, 'env'>): boolean =>
  env === 'production' && viewer.kind === 'anonymous';

interface Request {
  readonly document: DocumentNode;
  readonly operationName: string | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
}

const closed = (): AppError =>
  kernelErrors.UNAUTHENTICATED({
    message: 'Without an access token, this server does not answer the document, nor say what is wrong with it.',
  });

/** Refuses everything but a valid document of open operations, whatever the reason, with the same error. */
export function requireOpen(schema: GraphQLSchema, { document, operationName, variables }: Request): void {
  if (validate(schema, document).length > 0 || !isOpen(schema, document)) throw closed();
  try {
    if (getOperationAST(document, operationName)) costOf(schema, { document, operationName, variables });
  } catch (fault) {
    if (fault instanceof GraphQLError && fault.originalError instanceof AppError) throw closed();
    throw fault;
  }
}

/**
 * Whether all operations of a valid document ask for open fields only, and for what those lead to: of nodes, values alone,
 * because nodes lead to all of the schema.
 */
function isOpen(schema: GraphQLSchema, { definitions }: DocumentNode): boolean {
  const fragments = new Map(
    definitions.flatMap((each) => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each]] : [])),
  );
  const areOpen = ({ selections }: SelectionSetNode, type: GraphQLNamedType): boolean =>
    selections.every((each) => {
      if (each.kind === Kind.FIELD) return isOpenField(each, type);
      const part = each.kind === Kind.INLINE_FRAGMENT ? each : fragments.get(each.name.value)!;
      const isOfType = (part.typeCondition?.name.value ?? type.name) === type.name;
      return isOfType && areOpen(part.selectionSet, type);
    });
  const isOpenField = ({ name, selectionSet }: FieldNode, type: GraphQLNamedType): boolean => {
    if (name.value === '__typename') return true;
    if (!isObjectType(type)) return false;
    const field = type.getFields()[name.value];
    const isRoot = type === schema.getQueryType() || type === schema.getMutationType();
    if (!field || (isRoot && !field.extensions[OPEN])) return false;
    if (!selectionSet) return true;
    const isNode = type.getInterfaces().some((each) => each.name === 'Node');
    return !isNode && areOpen(selectionSet, getNamedType(field.type));
  };
  return definitions.every((each) => {
    if (each.kind !== Kind.OPERATION_DEFINITION) return true;
    const root = schema.getRootType(each.operation);
    return root && areOpen(each.selectionSet, root);
  });
}

/** The names of the open operations, and of the input types that they take. */
export function openInputsOf(schema: GraphQLSchema): Set<string> {
  const names = new Set<string>();
  const add = (type: GraphQLInputType): void => {
    const named = getNamedType(type);
    if (!isInputObjectType(named) || names.has(named.name)) return;
    names.add(named.name);
    for (const field of Object.values(named.getFields())) add(field.type);
  };
  for (const type of [schema.getQueryType()!, schema.getMutationType()!])
    for (const { name, args, extensions } of Object.values(type.getFields()))
      if (extensions[OPEN]) {
        names.add(name);
        for (const arg of args) add(arg.type);
      }
  return names;
}
