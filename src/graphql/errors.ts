import { HeaderMap } from '@apollo/server';
import { GraphQLError, type ASTNode, type GraphQLFormattedError } from 'graphql';
import { errors, type AppError, type Declared, type ErrorCode, type ErrorKind } from '../kernel/errors.ts';
import { publicError } from '../kernel/fault.ts';

/** The `extensions.code` of each kind. The exact code is in `extensions.reason`. */
export const CODES = {
  invalid: 'BAD_USER_INPUT',
  unauthenticated: 'UNAUTHENTICATED',
  forbidden: 'FORBIDDEN',
  not_found: 'NOT_FOUND',
  conflict: 'CONFLICT',
  rate_limited: 'RATE_LIMITED',
  unavailable: 'UNAVAILABLE',
  internal: 'INTERNAL_SERVER_ERROR',
} satisfies Record<ErrorKind, string>;

/** A fault of the whole request, found after validation. Without a status, Apollo would answer 500. */
export const badRequest = (code: string, message: string, nodes?: readonly ASTNode[]): GraphQLError =>
  new GraphQLError(message, { ...(nodes && { nodes }), extensions: { code, http: { status: 400 } } });

/** The error for a missing or invalid token. `challenge` is the WWW-Authenticate header (RFC 6750 §3). */
export const unauthenticated = (message: string, reason: ErrorCode, challenge: string): GraphQLError =>
  new GraphQLError(message, {
    extensions: {
      code: CODES.unauthenticated,
      reason,
      http: { status: 401, headers: new HeaderMap([['www-authenticate', challenge]]) },
    },
  });

/** A refusal of the whole request, with the same status as in REST. */
export const refused = (error: AppError): GraphQLError =>
  new GraphQLError(error.message, {
    extensions: {
      ...extensionsOf(error),
      http: {
        status: STATUSES[error.kind] ?? 400,
        headers: new HeaderMap([...waiting(error), ...(error.kind === 'forbidden' ? [CHALLENGE] : [])]),
      },
    },
  });

/** The status of an answer without data if the database is not available. */
export const UNAVAILABLE = 503;

const STATUSES: Partial<Record<ErrorKind, number>> = { forbidden: 403, rate_limited: 429, unavailable: UNAVAILABLE };

/** RFC 6750 §3.1: the token is valid, but does not allow this. */
const CHALLENGE: [string, string] = ['www-authenticate', 'Bearer error="insufficient_scope"'];

/** The time to wait before the next try, as headers. */
export const waiting = ({ retryAfter }: AppError): [string, string][] =>
  retryAfter === undefined ? [] : [['retry-after', String(retryAfter)]];

const SOMETHING = 'Something went wrong.';

/** An internal error outside of any field. */
export const internal = (requestId: string): GraphQLError =>
  new GraphQLError(SOMETHING, { extensions: { code: CODES.internal, requestId } });

/** The original error without GraphQL's wrappers. Null for a fault of the request (syntax, validation, variables). */
export function causeOf(error: unknown): unknown {
  return error instanceof GraphQLError ? (error.originalError ? causeOf(error.originalError) : null) : error;
}

/** An error as callers see it. Internal errors have only a request id. */
export function formatError(
  formatted: GraphQLFormattedError,
  error: unknown,
  requestId: string,
): GraphQLFormattedError {
  const cause = causeOf(error);
  const place = {
    ...(formatted.locations && { locations: formatted.locations }),
    ...(formatted.path && { path: formatted.path }),
  };
  if (cause === null) return formatted;
  const told = publicError(cause);
  if (told) return { message: told.message, ...place, extensions: extensionsOf(told) };
  return { message: SOMETHING, ...place, extensions: { code: CODES.internal, requestId } };
}

/** The extensions of an AppError. */
export const extensionsOf = ({ kind, code, field, retryAfter, currentVersion }: AppError): Record<string, unknown> => ({
  code: CODES[kind],
  reason: code,
  ...(field && { field }),
  ...(retryAfter && { retryAfter }),
  ...(currentVersion && { currentVersion }),
});

const codes = {
  ANSWER_TOO_LARGE: ['invalid', 'The answer is too large. Request less at once.'],
  LARGE_OPERATION_RUNNING: [
    'rate_limited',
    'Another large operation of this caller is still running. Try again in 1 s.',
  ],
} as const;
declare module '../kernel/errors.ts' {
  interface ErrorCodes extends Declared<typeof codes> {}
}

/** Why a valid operation is refused or stopped. */
export const graphqlErrors = errors('graphql', codes);
