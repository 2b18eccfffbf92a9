/**
 * How an answer is built: no larger than it may be, and a long one in many turns of the event loop, so that everybody
 * else is answered in between.
 */
import { defaultFieldResolver, getNamedType, isLeafType, type GraphQLFieldResolver } from 'graphql';
import type { RequestContext } from '../kernel/context.ts';
import type { AppError } from '../kernel/errors.ts';
import { inTurn } from '../kernel/turns.ts';
import { graphqlErrors } from './errors.ts';

/** The most bytes of an answer. */
export const MAX_ANSWER_BYTES = 4 * 1024 * 1024;
/** What a value takes that is no text. */
const VALUE_BYTES = 8;

/** How large the answer of one request is so far. */
export class Answer {
  private bytes = 0;
  /** Lets the caller's next large operation begin. */
  end: () => void = () => {};

  /** Counts what is about to be added; throws once the answer would be too large. */
  add(bytes: number): void {
    this.bytes += bytes;
    if (this.isTooLarge) throw tooLarge();
  }

  get isTooLarge(): boolean {
    return this.bytes > MAX_ANSWER_BYTES;
  }
}

/** What is said in the place of an answer that is too large. */
export const tooLarge = (): AppError =>
  graphqlErrors.ANSWER_TOO_LARGE({
    message: `The answer is larger than ${MAX_ANSWER_BYTES} bytes; ask for less at once.`,
  });

/** Reads a field that has no resolver of its own: a value, which is counted, or a list, which may have to wait. */
export const readField: GraphQLFieldResolver<unknown, RequestContext> = (source, args, ctx, info) => {
  const value: unknown = defaultFieldResolver(source, args, ctx, info);
  const isLeaf = typeof value !== 'object' || isLeafType(getNamedType(info.returnType));
  ctx.get(Answer).add(String(info.path.key).length + (isLeaf ? bytesOf(value) : VALUE_BYTES));
  return isLeaf || !Array.isArray(value) ? value : inTurn(value);
};

function bytesOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  return typeof value === 'object' && value !== null ? JSON.stringify(value).length : VALUE_BYTES;
}
