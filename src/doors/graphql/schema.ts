import {
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLSchema,
} from 'graphql';
import { buildSchemaSync } from 'type-graphql';
import { requireInPerson } from '../../ground/kernel/access.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { closeConditions } from '../../ground/lists/graphql/conditions.ts';
import { closeErrorCodes } from '../../ground/kernel/graphql/error-type.ts';
import { ListTurns } from '../../ground/kernel/event-loop/list-turns.ts';
import { MemberChanges } from '../../modules/throttle/index.ts';
import { thingsChanged } from './changes.ts';
// The schema has the codes of this door, whose other files are loaded with the first request.
// oxlint-disable-next-line import/no-unassigned-import
import './errors.ts';
import { resolvers } from './resolvers.ts';

// For those who show the schema.
export { printSchema, type GraphQLSchema } from 'graphql';

/**
 * Builds the schema from the modules' resolvers. The services check input, so type-graphql validates nothing. It does not
 * check the schema either, because the first operation that is validated checks it.
 */
export function createSchema(): GraphQLSchema {
  closeErrorCodes();
  closeConditions();
  const schema = buildSchemaSync({ resolvers, validate: false, skipCheck: true });
  describeRoots(schema);
  describeCreations(schema);
  prepareMutations(schema);
  paceLists(schema);
  separateAnswers(schema);
  return schema;
}

/** The mark of a root field that is null only together with an error. */
export const ANSWERS = 'answers';

/**
 * Makes every root field nullable. A null that is not allowed takes everything around it with it, up to the whole answer.
 * Then nobody would learn what the other fields of the document have done.
 */
function separateAnswers(schema: GraphQLSchema): void {
  for (const type of [schema.getQueryType()!, schema.getMutationType()!])
    for (const field of Object.values(type.getFields())) {
      if (isNonNullType(field.type)) field.extensions = { ...field.extensions, [ANSWERS]: true };
      field.type = getNullableType(field.type);
    }
}

/** Says what holds for all operations. */
function describeRoots(schema: GraphQLSchema): void {
  schema.getQueryType()!.description = QUERIES;
  schema.getMutationType()!.description = MUTATIONS;
}

const QUERIES = `Everything that can be read. A field needs an access token, or the browser’s session, unless its description says otherwise, and
sees the viewer’s customer only. Each field is answered by itself: one that is refused is null, with an error that has its path, and
the others have their answers. Fields of one document are read at the same time, not in one transaction.`;

const MUTATIONS = `Everything that can be changed. A field needs an access token, or the browser’s session, unless its description says otherwise, and
changes the viewer’s customer only. The fields of a document run one after the other, in their order, and each sees what those before
it changed. Each is a transaction of its own. One that fails changes nothing and is null, with an error that has its path. It takes nothing back
of those before it, and does not keep those behind it from being made. With an Idempotency-Key, the whole document is one transaction.`;

/** Says of each operation that creates something that it can be repeated. */
function describeCreations(schema: GraphQLSchema): void {
  for (const field of Object.values(schema.getMutationType()!.getFields()))
    if (field.extensions['creates']) field.description += ' Can be repeated with its Idempotency-Key.';
}

/**
 * Clears the loaders before each mutation field. They run one after the other, and each must see the previous changes. None
 * runs for an administrator who acts as a user, at any door. Those of users who do not administer are counted.
 */
function prepareMutations(schema: GraphQLSchema): void {
  for (const field of Object.values(schema.getMutationType()!.getFields())) {
    const resolve = field.resolve!;
    field.resolve = (root, args, ctx: RequestContext, info) => {
      requireInPerson(ctx.viewer);
      ctx.forgetLoaded();
      const change = async (): Promise<unknown> => resolve(root, args, ctx, info);
      return ctx.runtime.get(MemberChanges).run(ctx, thingsChanged(args), change);
    };
  }
}

/** Makes lists with their own resolver yield to other requests, as `readField` does for the others. */
function paceLists(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      const { resolve } = field;
      if (!resolve || !isListType(getNullableType(field.type)) || !isCompositeType(getNamedType(field.type))) continue;
      field.resolve = async (root, args, ctx: RequestContext, info) => {
        const list = (await resolve(root, args, ctx, info)) as unknown[] | null;
        return list && ctx.get(ListTurns).give(list);
      };
    }
  }
}
