/**
 * GraphQL for callers inside the process: an operation is parsed, validated and compiled once and answers with
 * typed data or throws what the service threw. The REST door is built of these.
 */
import { parse, validate, type ExecutionResult, type GraphQLError, type GraphQLSchema } from 'graphql';
import { compileQuery, isCompiledQuery, type CompiledQuery } from 'graphql-jit';
import type { DocumentDecoration, initGraphQLTada } from 'gql.tada';
import type { RequestContext } from '../kernel/context.ts';
import type { introspection } from './introspection.ts';

/** An operation, typed by the data that it answers and the variables that it takes. */
export type Document<Data, Variables> = DocumentDecoration<Data, Variables>;

/**
 * Types an operation by its text: gql.tada reads it against the schema while TypeScript compiles. Nothing runs: what it
 * gives is the text, which is parsed when it is compiled.
 */
export const graphql: initGraphQLTada<{
  introspection: introspection;
  disableMasking: true;
  scalars: { DateTimeISO: string };
}> = ((source: string) => source) as never;

/** A compiled operation. Throws the first error's cause: an AppError where a service refused. */
export type Operation<Data, Variables> = (ctx: RequestContext, variables: Variables) => Promise<Data>;

/** Prepares one operation. One that does not fit the schema throws when it is compiled. */
export type Compile = <Data, Variables extends object>(
  document: Document<Data, Variables>,
) => Operation<Data, Variables>;

/** The start is over by then, and whoever waited for it has been answered. */
const FIRST_MS = 500;
const STRIDE_MS = 20;

/**
 * Makes operations of documents. Compiling them all is a third of the start, so each is compiled when it is first used
 * or, one after the other, in the moments after the start: a fault in one ends the process then.
 */
export function createCompiler(schema: GraphQLSchema): Compile {
  const waiting: (() => unknown)[] = [];
  const compileNext = (): void => {
    waiting.shift()?.();
    if (waiting.length > 0) setTimeout(compileNext, STRIDE_MS).unref();
  };
  return (document) => {
    const source = document as unknown as string;
    let compiled: CompiledQuery | undefined;
    const operation = (): CompiledQuery => (compiled ??= compileOne(schema, source));
    if (waiting.push(operation) === 1) setTimeout(compileNext, FIRST_MS).unref();
    return async (ctx, variables) => {
      const result = (await operation().query(undefined, ctx, { ...variables })) as ExecutionResult;
      if (result.errors?.[0]) throw causeOf(result.errors[0]);
      return result.data as never;
    };
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
