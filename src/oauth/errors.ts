import { errors, type Declared, type ErrorKind } from '../kernel/errors.ts';
import { errorForCaller } from '../kernel/fault.ts';
import type { Log } from '../kernel/log.ts';

/** The OAuth error codes, with their HTTP status. */
export const STATUSES = {
  // RFC 6749 §4.1.2.1, §5.2
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  unauthorized_client: 400,
  unsupported_grant_type: 400,
  unsupported_response_type: 400,
  invalid_scope: 400,
  access_denied: 403,
  server_error: 500,
  temporarily_unavailable: 503,
  // RFC 8707 §2
  invalid_target: 400,
  // RFC 6750 §3.1
  invalid_token: 401,
  insufficient_scope: 403,
  // OIDC Core §3.1.2.6
  login_required: 400,
  interaction_required: 400,
  account_selection_required: 400,
  consent_required: 400,
  request_not_supported: 400,
  request_uri_not_supported: 400,
  registration_not_supported: 400,
  // OpenID Connect Core Unmet Authentication Requirements §2
  unmet_authentication_requirements: 400,
} as const;

export type OAuthErrorCode = keyof typeof STATUSES;

interface OAuthErrorDetails {
  /** Replaces the status of the code. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error of the OAuth specifications. The description is for the client's developer. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    readonly code: OAuthErrorCode,
    description: string,
    { status, headers }: OAuthErrorDetails = {},
  ) {
    super(asDescription(description));
    this.status = status ?? STATUSES[code];
    this.headers = headers ?? challenge(code, this.message);
  }

  /** The error as JSON (RFC 6749 §5.2). */
  get body() {
    return { error: this.code, error_description: this.message };
  }
}

// RFC 6749 §5.2: printable ASCII without quotation marks and backslashes.
const asDescription = (text: string): string =>
  text.replaceAll('’', "'").replaceAll(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, '?');

// RFC 6750 §3: the header has the error of a token too.
const challenge = (code: OAuthErrorCode, description: string): Readonly<Record<string, string>> =>
  code === 'invalid_token' || code === 'insufficient_scope'
    ? { 'www-authenticate': `Bearer error="${code}", error_description="${description}"` }
    : {};

/** The OAuth code for each kind of our own errors. */
export const CODES = {
  invalid: 'invalid_request',
  unauthenticated: 'invalid_token',
  forbidden: 'access_denied',
  not_found: 'invalid_request',
  conflict: 'invalid_request',
  rate_limited: 'temporarily_unavailable',
  unavailable: 'temporarily_unavailable',
  internal: 'server_error',
} satisfies Record<ErrorKind, OAuthErrorCode>;

/** Any error as an OAuth error. An unexpected error is logged, and the client only gets the request's id. */
export function asOAuthError(error: unknown, log: Log, requestId: string): OAuthError {
  if (error instanceof OAuthError) return error;
  const told = errorForCaller(error, log, { requestId });
  if (told) {
    const { kind, message, retryAfter } = told;
    return new OAuthError(CODES[kind], message, {
      ...(kind === 'rate_limited' && { status: 429 }),
      ...(retryAfter !== undefined && { headers: { 'retry-after': String(retryAfter) } }),
    });
  }
  return new OAuthError('server_error', `An unexpected error happened. The request id is ${requestId}.`);
}

const codes = {
  INVALID_TOKEN: ['unauthenticated', 'The access token is invalid, expired or revoked.'],
  CLIENT_FOR_LOGINS_ONLY: [
    'forbidden',
    'A user registered this client for themself. Its tokens work only at the userinfo endpoint.',
  ],
  BAD_AUTHORIZATION_REQUEST: [
    'invalid',
    'The authorization request is invalid, and the user cannot be redirected to the client. The page shows why.',
  ],
  BAD_LOGOUT_REQUEST: ['invalid', 'The logout request is invalid. The page shows why.'],
  FLOW_EXPIRED: ['invalid', 'This sign-in has expired.'],
  FLOW_FOREIGN: ['invalid', 'This sign-in was started in another browser.'],
} as const;
declare module '../kernel/errors.ts' {
  interface ErrorCodes extends Declared<typeof codes> {}
}

/** The errors of OAuth pages, and of access tokens at other doors. */
export const oauthErrors = errors('oauth', codes);
