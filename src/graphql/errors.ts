import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { AppError, type ErrorKind } from '../kernel/errors.ts';

/** What `extensions.code` says first; the exact code stands in `extensions.reason`. */
const CODES = {
  invalid: 'BAD_USER_INPUT',
  unauthenticated: 'UNAUTHENTICATED',
  forbidden: 'FORBIDDEN',
  not_found: 'NOT_FOUND',
  conflict: 'CONFLICT',
  rate_limited: 'RATE_LIMITED',
  unavailable: 'UNAVAILABLE',
  internal: 'INTERNAL_SERVER_ERROR',
} satisfies Record<ErrorKind, string>;

/** The failure a resolver threw on purpose, if this is one. */
export function appErrorOf(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  return error instanceof GraphQLError ? appErrorOf(error.originalError) : undefined;
}

/** An error as callers see it: nothing of the inside, and a request id where nothing else can be said. */
export function formatError(formatted: GraphQLFormattedError, error: unknown, requestId: string): GraphQLFormattedError {
  const known = appErrorOf(error);
  const place = { ...(formatted.locations && { locations: formatted.locations }), ...(formatted.path && { path: formatted.path }) };
  if (known && known.kind !== 'internal')
    return {
      message: known.message,
      ...place,
      extensions: {
        code: CODES[known.kind],
        reason: known.code,
        ...(known.field && { field: known.field }),
        ...(known.retryAfter && { retryAfter: known.retryAfter }),
      },
    };
  // A fault of the request itself (syntax, validation, variables) has no cause behind it.
  if (error instanceof GraphQLError && !error.originalError) return formatted;
  return { message: 'Something went wrong.', ...place, extensions: { code: CODES.internal, requestId } };
}
