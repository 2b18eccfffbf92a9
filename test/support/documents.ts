import {
  getNamedType,
  getNullableType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql';

type Values = Readonly<Record<string, unknown>>;

/** A value of the type that gets past GraphQL's own checks: every id is `id`, optional members are left out. */
function sample(type: GraphQLInputType, id: string): unknown {
  const bare = getNullableType(type);
  if (isListType(bare)) return [sample(bare.ofType, id)];
  if (isInputObjectType(bare))
    return Object.fromEntries(
      Object.values(bare.getFields())
        .filter((field) => isNonNullType(field.type))
        .map((field) => [field.name, sample(field.type, id)]),
    );
  if (isEnumType(bare)) return bare.getValues()[0]!.name;
  return (
    { ID: id, Int: 1, Float: 1, Boolean: true, DateTimeISO: '2026-01-01T00:00:00Z' }[bare.name] ?? `x${id}@example.com`
  );
}

/** Every field that can be selected without arguments, so many levels down. Of interfaces and unions, one level. */
function selection(schema: GraphQLSchema, type: GraphQLOutputType, depth: number): string {
  const named = getNamedType(type);
  if (isLeafType(named)) return '';
  if (isAbstractType(named) && depth === 0) return '{ __typename }';
  if (isAbstractType(named))
    return `{ __typename ${schema
      .getPossibleTypes(named)
      .map((each) => `... on ${each.name} ${selection(schema, each, 0)}`)
      .join(' ')} }`;
  if (!('getFields' in named)) return '';
  const fields = Object.values(named.getFields() as Record<string, GraphQLField<unknown, unknown>>)
    .filter((field) => !field.args.some((arg) => isNonNullType(arg.type)))
    .filter((field) => isLeafType(getNamedType(field.type)) || depth > 0)
    // The objects of a connection are in its edges, too.
    .filter((field) => !(named.name.endsWith('Connection') && field.name === 'nodes'))
    .map((field) => `${field.name} ${selection(schema, field.type, depth - 1)}`);
  return `{ __typename ${fields.join(' ')} }`;
}

/** An operation on one root field that selects all it can, with `id` wherever an id is wanted. */
export function operationOn(
  schema: GraphQLSchema,
  kind: 'query' | 'mutation',
  field: GraphQLField<unknown, unknown>,
  id: string,
  depth = 1,
): { query: string; variables: Values } {
  const args = field.args.filter((arg) => isNonNullType(arg.type) || /^(id|.*Id)$/.test(arg.name));
  const variables = Object.fromEntries(args.map((arg) => [arg.name, sample(arg.type, id)]));
  const declared = args.map((arg) => `$${arg.name}: ${String(arg.type)}`).join(', ');
  const passed = args.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
  const body = `${field.name}${passed && `(${passed})`} ${selection(schema, field.type, depth)}`;
  return { query: `${kind} ${declared && `(${declared})`} { ${body} }`, variables };
}
