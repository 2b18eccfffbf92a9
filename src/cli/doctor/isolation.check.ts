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
  type GraphQLSchema,
  type GraphQLOutputType,
} from 'graphql';
import { createSchema } from '../../graphql/schema.ts';
import { SCOPES, type ClientViewer } from '../../kernel/access.ts';
import { RequestContext } from '../../kernel/context.ts';
import { newId } from '../../kernel/ids.ts';
import type { Runtime } from '../../kernel/runtime.ts';
import type { OpenDatabase } from '../../persistence/open.ts';
import { rowIdsByCustomer } from '../../persistence/isolation.ts';
import { ok, warning, wrong, type Finding } from './check.ts';

/** How deep the selected fields go: from a list to its items, to what they belong to, and its fields. */
const DEPTH = 4;
const SHOWN = 5;

/**
 * Asks every query of the schema as a service account with every scope: of each customer, and of one that does not exist. The
 * ids are those of other customers' rows of every table, and no answer may hold one of them. Changes nothing.
 */
export async function checkIsolation(runtime: Runtime, { pool }: OpenDatabase): Promise<Finding> {
  const rows = await rowIdsByCustomer(pool);
  if (rows.size < 2) return warning('There is only one customer, so nothing was asked.', 'Create another one first.');
  const schema = createSchema();
  const fields = Object.values(schema.getQueryType()!.getFields());
  const leaks = new Set<string>();
  let asked = 0;
  for (const customerId of [...rows.keys(), newId(runtime.clock.now())]) {
    const foreign = [...rows].filter(([owner]) => owner !== customerId).flatMap(([, ids]) => ids);
    for (const field of fields) {
      for (const source of questions(field, foreign)) {
        asked += 1;
        const text = JSON.stringify(await answerOf(schema, runtime, customerId, source));
        if (foreign.some((id) => text.includes(id))) leaks.add(field.name);
      }
    }
  }
  if (leaks.size === 0) return ok(`${asked} questions with ids of other customers: no answer holds one of them.`);
  const names = [...leaks].slice(0, SHOWN).join(', ');
  return wrong(`Answers hold ids of other customers: ${names}. Stop the servers, and report this as SECURITY.md says.`);
}

async function answerOf(schema: GraphQLSchema, runtime: Runtime, customerId: string, source: string): Promise<unknown> {
  const viewer: ClientViewer = {
    kind: 'client',
    customerId,
    clientId: newId(runtime.clock.now()),
    scopes: new Set(SCOPES),
    documents: null,
  };
  const contextValue = new RequestContext(runtime, viewer, { requestId: '', ip: '', userAgent: '' });
  const { data, errors } = await graphql({ schema, source, contextValue });
  // A refusal has the path of its field. An error without one means that the query was not run.
  const fault = errors?.find(({ path }) => path === undefined);
  if (fault) throw fault;
  return data ?? null;
}

type Field = GraphQLField<unknown, unknown>;

/** A field without ids is asked once, one with ids for each of them, or for all of them where it takes a list. */
function questions(field: Field, ids: readonly string[]): string[] {
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
