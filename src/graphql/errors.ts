import { HeaderMap } from '@apollo/server';
import { GraphQLError, type ASTNode, type GraphQLFormattedError } from 'graphql';
import { errors, type AppError, type Declared, type ErrorCode, type ErrorKind } from '../kernel/errors.ts';
import { publicError } from '../kernel/fault.ts';

/** What `extensions.code` says first; the exact code stands in `extensions.reason`. */
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

/** A fault of the request as a whole, found after validation: without its own status, Apollo would take it for ours. */
export const badRequest = (code: string, message: string, nodes?: readonly ASTNode[]): GraphQLError =>
  new GraphQLError(message, { ...(nodes && { nodes }), extensions: { code, http: { status: 400 } } });

/** A request that needs a token, or a better one; `challenge` is the WWW-Authenticate header (RFC 6750 §3). */
export const unauthenticated = (message: string, reason: ErrorCode, challenge: string): GraphQLError =>
  new GraphQLError(message, {
    extensions: {
      code: CODES.unauthenticated,
      reason,
      http: { status: 401, headers: new HeaderMap([['www-authenticate', challenge]]) },
    },
  });

/** A refusal of the request as a whole, with the status that it has at every door. */
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

/** The status of an answer that holds nothing because the database cannot be asked. */
export const UNAVAILABLE = 503;

const STATUSES: Partial<Record<ErrorKind, number>> = { forbidden: 403, rate_limited: 429, unavailable: UNAVAILABLE };

/** RFC 6750 §3.1: the token, good in itself, is not meant for this. */
const CHALLENGE: [string, string] = ['www-authenticate', 'Bearer error="insufficient_scope"'];

/** When it makes sense to ask again, as headers. */
export const waiting = ({ retryAfter }: AppError): [string, string][] =>
  retryAfter === undefined ? [] : [['retry-after', String(retryAfter)]];

const SOMETHING = 'Something went wrong.';

/** A fault of ours outside of any field. */
export const internal = (requestId: string): GraphQLError =>
  new GraphQLError(SOMETHING, { extensions: { code: CODES.internal, requestId } });

/** What was thrown behind GraphQL's own wrappings; null for a fault of the request itself (syntax, validation, variables). */
export function causeOf(error: unknown): unknown {
  return error instanceof GraphQLError ? (error.originalError ? causeOf(error.originalError) : null) : error;
}

/** An error as callers see it: nothing of the inside, and a request id where nothing else can be said. */
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

/** What an error of ours says to programs. */
export const extensionsOf = ({ kind, code, field, retryAfter }: AppError): Record<string, unknown> => ({
  code: CODES[kind],
  reason: code,
  ...(field && { field }),
  ...(retryAfter && { retryAfter }),
});

const codes = {
  ANSWER_TOO_LARGE: ['invalid', 'The answer is larger than this server sends; ask for less at once.'],
  LARGE_OPERATION_RUNNING: [
    'rate_limited',
    'Another large operation of this caller is still running. Try again in 1 s.',
  ],
} as const;
declare module '../kernel/errors.ts' {
  interface ErrorCodes extends Declared<typeof codes> {}
}

/** Why an operation of good form is not run to its end. */
export const graphqlErrors = errors('graphql', codes);
