/**
 * GraphQL for callers inside the process: an operation is parsed, validated and compiled once and answers with
 * typed data or throws what the service threw. The REST door is built of these.
 */
import { parse, validate, type ExecutionResult, type GraphQLError, type GraphQLSchema } from 'graphql';
import { compileQuery, isCompiledQuery, type CompiledQuery } from 'graphql-jit';
import type { RequestContext } from '../kernel/context.ts';

/** A compiled operation. Throws the first error's cause: an AppError where a service refused. */
export type Operation = <Data>(ctx: RequestContext, variables: Readonly<Record<string, unknown>>) => Promise<Data>;

/** Prepares one operation. One that does not fit the schema throws when it is compiled. */
export type Compile = (document: string) => Operation;

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
  return (source) => {
    let compiled: CompiledQuery | undefined;
    const operation = (): CompiledQuery => (compiled ??= compileOne(schema, source));
    if (waiting.push(operation) === 1) setTimeout(compileNext, STRIDE_MS).unref();
    return async <Data>(ctx: RequestContext, variables: Readonly<Record<string, unknown>>) => {
      const result = (await operation().query(undefined, ctx, { ...variables })) as ExecutionResult;
      if (result.errors?.[0]) throw causeOf(result.errors[0]);
      return result.data as Data;
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
