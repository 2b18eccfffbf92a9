import type { ServerResponse } from 'node:http';
import { snakeNames } from '../faults/index.ts';
import { PROOF_SECONDS, type Scope } from '../kernel/access.ts';
import { documentationOf, type AppError, type ErrorCode, type ErrorKind, renamedFault } from '../kernel/errors.ts';
import type { Runtime } from '../kernel/runtime.ts';
import { JSON_HEADERS, sendAnswer } from './answer.ts';
import { inSchemeOf, tokenChallenge } from './challenge.ts';
import { httpErrors } from './errors.ts';
import type { WholeAnswer } from './idempotency-key.ts';
import { withResourceMetadata } from './protected-resource.ts';

/** The status and `error` of each kind in the documented interface. */
export const ANSWERS = {
  invalid: [400, 'invalid_request'],
  // The interface documents 400 for a name that is taken.
  conflict: [400, 'invalid_request'],
  unauthenticated: [401, 'unauthorized'],
  forbidden: [403, 'insufficient_scope'],
  not_found: [404, 'not_found'],
  rate_limited: [429, 'rate_limited'],
  unavailable: [503, 'temporarily_unavailable'],
  internal: [500, 'server_error'],
} as const satisfies Record<ErrorKind, readonly [number, string]>;

/** Names of input fields that are not the GraphQL names in snake case. */
export type FieldNames = Readonly<Record<string, string>>;

/** The status and `error` of codes that do not use those of their kind. */
export const OWN_ANSWERS: Readonly<Partial<Record<ErrorCode, readonly [status: number, error: string]>>> = {
  METHOD_NOT_ALLOWED: [405, 'method_not_allowed'],
  SIGNUP_DISABLED: [403, 'signup_disabled'],
  USER_REQUIRED: [403, 'user_required'],
  REAUTHENTICATION_REQUIRED: [403, 'reauthentication_required'],
  VERSION_CONFLICT: [412, 'precondition_failed'],
  IDEMPOTENCY_KEY_IN_USE: [409, 'conflict'],
  IDEMPOTENCY_KEY_REUSED: [422, 'unprocessable_content'],
};

/** What a path contributes to its errors: the scope it needs, and names of input fields. */
interface ErrorPlace {
  readonly scope?: Scope | null;
  readonly fields?: FieldNames | undefined;
}

/** Sends the documented error. */
export const sendError = (
  runtime: Pick<Runtime, 'settings'>,
  response: ServerResponse,
  error: AppError,
  place?: ErrorPlace,
): void => {
  const told = errorAnswer(runtime, error, place);
  const headers = inSchemeOf(response.req, told.headers);
  sendAnswer(response, {
    ...told,
    headers: withResourceMetadata(runtime.settings, response.req, told.status, headers),
  });
};

/** The documented error body, and the challenge for 401 and 403 (RFC 6750 §3). */
export function errorAnswer(
  { settings }: Pick<Runtime, 'settings'>,
  error: AppError,
  { scope, fields = {} }: ErrorPlace = {},
): WholeAnswer {
  const { code, retryAfter } = error;
  const [status, name] = OWN_ANSWERS[code] ?? ANSWERS[error.kind];
  const challenge = challengeOf(error, scope);
  const naming = snakeNames(fields);
  const faults = error.faults.map((fault) => renamedFault(fault, naming));
  return {
    status,
    headers: {
      ...JSON_HEADERS,
      ...(challenge && { 'www-authenticate': challenge }),
      ...(retryAfter && { 'retry-after': String(retryAfter) }),
    },
    body: JSON.stringify({
      error: name,
      error_description: faults.map(({ message }) => message).join(' ') || error.message,
      code,
      documentation: documentationOf(settings, code),
      ...(faults.length > 0 && {
        faults: faults.map((fault) => ({ ...fault, documentation: documentationOf(settings, fault.code) })),
      }),
    }),
  };
}

/** Answers 405 with the methods that the path has (RFC 9110 §15.5.6). */
export function sendMethodNotAllowed(
  runtime: Pick<Runtime, 'settings'>,
  response: ServerResponse,
  methods: readonly string[],
): void {
  const allow = methods.join(', ');
  response.setHeader('allow', methods.includes('GET') ? `${allow}, HEAD` : allow);
  sendError(runtime, response, httpErrors.METHOD_NOT_ALLOWED({ message: `Allowed: ${allow}.` }));
}

function challengeOf(error: AppError, scope?: Scope | null): string | undefined {
  if (error.kind === 'unauthenticated') return tokenChallenge(error.code);
  // RFC 9470 §3: the parameters for a new authorization request that yields a sufficient token.
  if (error.code === 'REAUTHENTICATION_REQUIRED')
    return `Bearer error="insufficient_user_authentication", max_age="${PROOF_SECONDS}"`;
  if (error.kind === 'forbidden' && !OWN_ANSWERS[error.code])
    return `Bearer error="insufficient_scope"${scope ? `, scope="${scope}"` : ''}`;
  return undefined;
}
