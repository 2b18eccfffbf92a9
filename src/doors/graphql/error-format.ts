import { GraphQLError, type ASTNode, type GraphQLFormattedError } from 'graphql';
import { tokenChallenge } from '../../ground/http/challenge.ts';
import { errorOf, kernelErrors, type AppError, type ErrorCode, type ErrorKind } from '../../ground/kernel/errors.ts';
import { publicError } from '../../ground/kernel/fault.ts';
import type { Settings } from '../../ground/kernel/runtime.ts';
import { extensionsOf } from './errors.ts';

/** The status of a request that is refused as a whole, by the kind of its error. */
export const STATUSES = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  rate_limited: 429,
  unavailable: 503,
  internal: 500,
} satisfies Record<ErrorKind, number>;

const OWN_STATUSES: Readonly<Partial<Record<ErrorCode, number>>> = {
  BODY_TOO_LARGE: 413,
  IDEMPOTENCY_KEY_REUSED: 422,
};

/** The status of a request that is refused as a whole. */
export const statusOf = ({ kind, code }: AppError): number => OWN_STATUSES[code] ?? STATUSES[kind];

/** The headers for a refused request: how long to wait, and how to authenticate (RFC 6750 §3). */
export function headersOf({ kind, code, retryAfter }: AppError): [string, string][] {
  const challenge = kind === 'forbidden' ? 'Bearer error="insufficient_scope"' : tokenChallenge(code);
  return [
    ...(retryAfter === undefined ? [] : [['retry-after', String(retryAfter)] as [string, string]]),
    ...(kind === 'forbidden' || kind === 'unauthenticated'
      ? [['www-authenticate', challenge] as [string, string]]
      : []),
  ];
}

/** A refusal of the whole request. Without a status, Apollo would answer 500. */
export const refused = (error: AppError, nodes?: readonly ASTNode[]): GraphQLError =>
  new GraphQLError(error.message, {
    ...(nodes && { nodes }),
    originalError: error,
    extensions: { http: { status: statusOf(error), headers: new Map(headersOf(error)) } },
  });

/** An error outside of any field that is not meant for callers. */
export const internal = (requestId: string): GraphQLError => new GraphQLError('', { extensions: { requestId } });

/** The original error without GraphQL's wrappers. Null for a fault that GraphQL or Apollo found in the request. */
export function causeOf(error: unknown): unknown {
  return error instanceof GraphQLError ? (error.originalError ? causeOf(error.originalError) : null) : error;
}

/** The codes of Apollo for requests that it refuses itself. */
const OF_APOLLO: ReadonlySet<string> = new Set<ErrorCode>([
  'BAD_REQUEST',
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
]);

/** Apollo has no code of its own for a method that `/graphql` does not have. */
function ofApollo(code: ErrorCode, message: string, error: unknown): AppError {
  const http =
    error instanceof GraphQLError ? (error.extensions['http'] as { status?: number } | undefined) : undefined;
  return errorOf(http?.status === 405 ? 'METHOD_NOT_ALLOWED' : code, { message });
}

/** An error as callers see it. Of an internal error they see only the id of the request. */
export function formatError(
  { message, locations, path, extensions }: GraphQLFormattedError,
  error: unknown,
  settings: Settings,
): GraphQLFormattedError {
  const cause = causeOf(error);
  const code = String(extensions?.['code']);
  const found =
    cause === null && OF_APOLLO.has(code) ? ofApollo(code as ErrorCode, message, error) : publicError(cause);
  const told = found ?? kernelErrors.INTERNAL({ message: 'Something went wrong.' });
  const requestId = found ? undefined : extensions?.['requestId'];
  return {
    message: told.message,
    ...(locations && { locations }),
    ...(path && { path }),
    extensions: { ...extensionsOf(told, settings), ...(requestId !== undefined && { requestId }) },
  };
}
