/** Questions with ids: every query of the schema, with everything that it leads to. `doctor --isolation` asks them. */
import {
  getNamedType,
  getNullableType,
  graphql,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql';
import type { RequestContext } from '../../ground/kernel/context.ts';

/** How deep the selected fields go: from a list to its items, to what they belong to, and its fields. */
const DEPTH = 4;

type Field = GraphQLField<unknown, unknown>;

/** The queries of the schema. */
export const queriesOf = (schema: GraphQLSchema): Field[] => Object.values(schema.getQueryType()!.getFields());

/** The data that a question gets. Throws if it cannot be run. */
export async function answerTo(schema: GraphQLSchema, source: string, contextValue: RequestContext): Promise<unknown> {
  const { data, errors } = await graphql({ schema, source, contextValue });
  // A refusal has the path of its field. An error without one means that the query was not run.
  const fault = errors?.find(({ path }) => path === undefined);
  if (fault) throw fault;
  return data ?? null;
}

/** A field without ids is asked once, one with ids for each of them, or for all of them where it takes a list. */
export function questionsOf(field: Field, ids: readonly string[]): string[] {
  const selection = selectionOf(field.type, DEPTH);
  const ask = (id: string): string => {
    const given = field.args.flatMap((arg) => argumentOf(arg, id, ids));
    return `{ ${field.name}${given.length > 0 ? `(${given.join(', ')})` : ''} ${selection} }`;
  };
  return [...new Set(ids.map(ask))];
}

/** Ids wherever they are taken, and what is required besides. */
function argumentOf(
  { name, type, defaultValue }: Pick<GraphQLArgument, 'name' | 'type' | 'defaultValue'>,
  id: string,
  ids: readonly string[],
): string[] {
  const named = getNamedType(type);
  const isList = isListType(getNullableType(type));
  if (named.name === 'ID') return [`${name}: ${isList ? JSON.stringify(ids) : JSON.stringify(id)}`];
  if (!isNonNullType(type) || defaultValue !== undefined) return [];
  const value = valueOf(named, id, ids);
  return [`${name}: ${isList ? `[${value}]` : value}`];
}

function valueOf(type: GraphQLInputType, id: string, ids: readonly string[]): string {
  if (isInputObjectType(type))
    return `{ ${Object.values(type.getFields())
      .flatMap((field) => argumentOf(field, id, ids))
      .join(', ')} }`;
  const named = getNamedType(type);
  if ('getValues' in named) return named.getValues()[0]!.name;
  return named.name === 'Int' || named.name === 'Float' ? '1' : named.name === 'Boolean' ? 'true' : JSON.stringify(id);
}

/** Every field without required arguments, as deep as `depth`. */
function selectionOf(type: GraphQLOutputType, depth: number): string {
  const named = getNamedType(type);
  if (isLeafType(named)) return '';
  if (!isObjectType(named)) return '{ __typename ... on Node { id } }';
  const parts = Object.values(named.getFields())
    .filter(({ args }) => args.every((arg) => !isNonNullType(arg.type) || arg.defaultValue !== undefined))
    .filter((field) => isLeafType(getNamedType(field.type)) || depth > 1)
    .map((field) => `${field.name} ${selectionOf(field.type, depth - 1)}`);
  return `{ __typename ${parts.join(' ')} }`;
}
