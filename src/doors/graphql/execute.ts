/**
 * GraphQL for callers inside the process. An operation is parsed, validated and compiled once. It returns typed data, or
 * throws the error of the service. The REST paths use it.
 */
import { parse, validate, type ExecutionResult, type GraphQLError, type GraphQLSchema } from 'graphql';
import { compileQuery, isCompiledQuery, type CompiledQuery } from 'graphql-jit';
import type { DocumentDecoration, initGraphQLTada } from 'gql.tada';
import type { RequestContext } from '../../ground/kernel/context.ts';
import type { introspection } from './introspection.ts';

/** An operation, typed by its data and its variables. */
export type Document<Data, Variables> = DocumentDecoration<Data, Variables>;

/**
 * Types an operation by its text. gql.tada compares the text with the schema while TypeScript compiles. At run time, this
 * returns the text unchanged.
 */
export const graphql: initGraphQLTada<{
  introspection: introspection;
  disableMasking: true;
  scalars: { DateTimeISO: string };
}> = ((source: string) => source) as never;

/** A compiled operation. Throws the cause of the first error, which is an AppError if a service refused. */
export type Operation<Data, Variables> = (ctx: RequestContext, variables: Variables) => Promise<Data>;

/** Prepares one operation. Compiling it throws if it does not fit the schema. */
export type Compile = <Data, Variables extends object>(
  document: Document<Data, Variables>,
) => Operation<Data, Variables>;

/** By then the server has started and has answered the first requests. */
const FIRST_MS = 500;
const STRIDE_MS = 20;

/**
 * Makes operations from documents. Compiling all of them at once would take a third of the start. So each is compiled when
 * it is first used, or shortly after the start, one after the other. A faulty document then ends the process. The same
 * document is the same operation.
 */
export function createCompiler(schema: () => GraphQLSchema): Compile {
  const operations = new Map<string, Operation<never, object>>();
  const waiting: (() => unknown)[] = [];
  const compileNext = (): void => {
    waiting.shift()?.();
    if (waiting.length > 0) setTimeout(compileNext, STRIDE_MS).unref();
  };
  const prepare = (source: string): Operation<never, object> => {
    let compiled: CompiledQuery | undefined;
    const operation = (): CompiledQuery => (compiled ??= compileOne(schema(), source));
    if (waiting.push(operation) === 1) setTimeout(compileNext, FIRST_MS).unref();
    return async (ctx, variables) => {
      const result = (await operation().query(undefined, ctx, { ...variables })) as ExecutionResult;
      if (result.errors?.[0]) throw causeOf(result.errors[0]);
      return result.data as never;
    };
  };
  return (document) => {
    const source = document as unknown as string;
    const operation = operations.get(source) ?? prepare(source);
    operations.set(source, operation);
    return operation;
  };
}

function compileOne(schema: GraphQLSchema, source: string): CompiledQuery {
  const document = parse(source);
  const faults = validate(schema, document);
  if (faults.length > 0) throw new Error(`The operation does not fit the schema: ${faults.join('; ')}\n${source}`);
  const compiled = compileQuery(schema, document, undefined, { disableLeafSerialization: true });
  if (!isCompiledQuery(compiled)) throw new Error(`The operation cannot be compiled:\n${source}`);
  return compiled;
}

const causeOf = (error: GraphQLError): Error => error.originalError ?? error;
