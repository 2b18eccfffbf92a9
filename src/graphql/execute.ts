/**
 * GraphQL for callers inside the process: an operation is parsed, validated and compiled once, at start, and answers
 * with typed data or throws what the service threw. The REST door is built of these.
 */
import { parse, validate, type ExecutionResult, type GraphQLError, type GraphQLSchema } from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import type { RequestContext } from '../kernel/context.ts';

/** A compiled operation. Throws the first error's cause: an AppError where a service refused. */
export type Operation = <Data>(ctx: RequestContext, variables: Readonly<Record<string, unknown>>) => Promise<Data>;

/** Compiles one operation; throws when it does not fit the schema. */
export type Compile = (document: string) => Operation;

export const createCompiler =
  (schema: GraphQLSchema): Compile =>
  (source) => {
    const document = parse(source);
    const faults = validate(schema, document);
    if (faults.length > 0) throw new Error(`The operation does not fit the schema: ${faults.join('; ')}\n${source}`);
    const compiled = compileQuery(schema, document, undefined, { disableLeafSerialization: true });
    if (!isCompiledQuery(compiled)) throw new Error(`The operation cannot be compiled:\n${source}`);
    return async <Data>(ctx: RequestContext, variables: Readonly<Record<string, unknown>>) => {
      const result = (await compiled.query(undefined, ctx, { ...variables })) as ExecutionResult;
      if (result.errors?.[0]) throw causeOf(result.errors[0]);
      return result.data as Data;
    };
  };

const causeOf = (error: GraphQLError): Error => error.originalError ?? error;
