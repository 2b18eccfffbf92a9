/**
 * Builds answers. Limits their size, and builds long ones in many turns of the event loop, so that other requests are
 * answered in between.
 */
import { defaultFieldResolver, getNamedType, isLeafType, type GraphQLFieldResolver } from 'graphql';
import type { RequestContext } from '../../ground/kernel/context.ts';
import type { AppError } from '../../ground/kernel/errors.ts';
import { ListTurns } from '../../ground/kernel/event-loop/list-turns.ts';
import { graphqlErrors } from './errors.ts';

/** The most bytes of an answer. */
export const MAX_ANSWER_BYTES = 4 * 1024 * 1024;
/** An answer from this size on is written in slices. */
const LONG_BYTES = 64 * 1024;
/** The size of a value that is not text. */
const VALUE_BYTES = 8;

/** The size of one request's answer so far. */
export class Answer {
  private bytes = 0;
  /** What the operation costs. Undefined for one that was refused before. */
  cost: number | undefined;
  /** Whether a repetition with the same Idempotency-Key gets this answer, too. */
  isKept = false;
  /** The whole answer, if it is long. */
  written: Buffer | undefined;
  /** A failure that may have passed when the request is repeated. */
  passing: Error | undefined;
  /** Ends the operation, so that the next large one can begin. */
  end: () => void = () => {};

  /** Counts bytes before they are added. Throws if the answer would be too large. */
  add(bytes: number): void {
    this.bytes += bytes;
    if (this.isTooLarge) throw tooLarge();
  }

  get isLong(): boolean {
    return this.bytes > LONG_BYTES;
  }

  get isTooLarge(): boolean {
    return this.bytes > MAX_ANSWER_BYTES;
  }
}

/** The error for an answer that is too large. */
export const tooLarge = (): AppError =>
  graphqlErrors.ANSWER_TOO_LARGE({
    message: `The answer is larger than ${MAX_ANSWER_BYTES} bytes. Request less at once.`,
  });

/** Reads a field without a resolver. Counts the size of a value. A long list yields to other requests. */
export const readField: GraphQLFieldResolver<unknown, RequestContext> = (source, args, ctx, info) => {
  const value: unknown = defaultFieldResolver(source, args, ctx, info);
  const isLeaf = typeof value !== 'object' || isLeafType(getNamedType(info.returnType));
  ctx.get(Answer).add(String(info.path.key).length + (isLeaf ? bytesOf(value) : VALUE_BYTES));
  return isLeaf || !Array.isArray(value) ? value : ctx.get(ListTurns).give(value);
};

function bytesOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  return typeof value === 'object' && value !== null ? JSON.stringify(value).length : VALUE_BYTES;
}
