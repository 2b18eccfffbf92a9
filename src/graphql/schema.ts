import { isCompositeType, isListType, getNamedType, getNullableType, isObjectType, type GraphQLSchema } from 'graphql';
import { buildSchemaSync } from 'type-graphql';
import type { RequestContext } from '../kernel/context.ts';
import { inTurn } from '../kernel/turns.ts';
import { resolvers } from './resolvers.ts';

/**
 * The whole schema, built from the modules' resolvers. Input is checked by the services, so no validator runs here. Nor is
 * the schema introspected to check it: every operation is validated against it, which checks it first.
 */
export function createSchema(): GraphQLSchema {
  const schema = buildSchemaSync({ resolvers, validate: false, skipCheck: true });
  forgetBetweenMutations(schema);
  paceLists(schema);
  return schema;
}

/** The changes of one document are made one after the other; none may read what was loaded before the last one. */
function forgetBetweenMutations(schema: GraphQLSchema): void {
  for (const field of Object.values(schema.getMutationType()!.getFields())) {
    const resolve = field.resolve!;
    field.resolve = (root, args, ctx: RequestContext, info) => {
      ctx.forgetLoaded();
      return resolve(root, args, ctx, info);
    };
  }
}

/** Lists that have a resolver of their own wait for their turn as the others do. */
function paceLists(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      const { resolve } = field;
      if (!resolve || !isListType(getNullableType(field.type)) || !isCompositeType(getNamedType(field.type))) continue;
      field.resolve = async (root, args, ctx: RequestContext, info) => {
        const list = (await resolve(root, args, ctx, info)) as unknown[] | null;
        return list && inTurn(list);
      };
    }
  }
}
