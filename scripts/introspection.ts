import { minifyIntrospection, outputIntrospectionFile } from 'gql.tada/internal';
import {
  introspectionFromSchema,
  isEnumType,
  type GraphQLSchema,
  type IntrospectionQuery,
  type IntrospectionType,
} from 'graphql';
import { ANSWERS } from '../src/doors/graphql/schema.ts';

/** `src/doors/graphql/introspection.ts`: the schema as a type, for the types of documents inside the process. */
export const renderIntrospection = (schema: GraphQLSchema): string =>
  [
    '// Generated from the schema by `npm run generate`, for gql.tada. Operations inside the process take the names of enums',
    '// and answer with the values behind the names: these are the types with `Value` at the end.',
    typesOf(withEnumValues(schema, withoutFailures(schema))),
  ].join('\n');

/** `clients/typescript/src/introspection.ts`: the schema as a type, for the types of documents of callers. */
export const renderClientIntrospection = (schema: GraphQLSchema): string =>
  [
    '// Generated from the schema by `npm run generate`, for gql.tada. It types what `request` returns, which throws if any',
    '// field failed: a root field that is null only together with an error is not null here.',
    typesOf(withoutFailures(schema)),
  ].join('\n');

function typesOf(introspection: IntrospectionQuery): string {
  const options = { fileType: '.d.ts', shouldPreprocess: true } as const;
  const types = outputIntrospectionFile(minifyIntrospection(introspection), options);
  // What follows declares the types for the whole program, with a comment that holds only for that.
  const [own = ''] = types.split("\nimport * as gqlTada from 'gql.tada';");
  return own.replace(/\/\*\*(?:(?!\*\/).)*\*\/\n(?=export type introspection =)/s, '');
}

/** The introspection of answers without errors: root fields that are null only together with one are not null. */
function withoutFailures(schema: GraphQLSchema): IntrospectionQuery {
  const { __schema } = introspectionFromSchema(schema);
  const roots = [schema.getQueryType()!, schema.getMutationType()!];
  const types = __schema.types.map((type) => {
    const root = roots.find(({ name }) => name === type.name);
    if (!root || type.kind !== 'OBJECT') return type;
    const fields = type.fields.map((field) =>
      root.getFields()[field.name]?.extensions[ANSWERS] === true
        ? { ...field, type: { kind: 'NON_NULL', ofType: field.type } as typeof field.type }
        : field,
    );
    return { ...type, fields };
  });
  return { __schema: { ...__schema, types } };
}

/** The introspection with a type beside each enum, of the values behind its names; the fields of objects have that. */
function withEnumValues(schema: GraphQLSchema, { __schema }: IntrospectionQuery): IntrospectionQuery {
  const types = __schema.types.flatMap((type): readonly IntrospectionType[] => {
    if (type.kind === 'OBJECT') return [valued(type)];
    const own = schema.getType(type.name);
    if (type.kind !== 'ENUM' || !isEnumType(own)) return [type];
    const valueOf = (name: string) => String(own.getValue(name)?.value);
    const enumValues = type.enumValues.map((value) => ({ ...value, name: valueOf(value.name) }));
    return [type, { ...type, name: `${type.name}Value`, enumValues }];
  });
  return { __schema: { ...__schema, types } };
}

/** The type with every enum replaced by the type of its values. */
const valued = (type: IntrospectionType): IntrospectionType =>
  JSON.parse(JSON.stringify(type), (_key, part: { kind?: string; name?: string } | null) =>
    part?.kind === 'ENUM' ? { ...part, name: `${part.name}Value` } : part,
  ) as IntrospectionType;
