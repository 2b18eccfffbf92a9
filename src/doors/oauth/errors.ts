import { tokenChallenge } from '../../ground/http/challenge.ts';
import { documentationOf, errors, type Declared, type ErrorCode, type ErrorKind } from '../../ground/kernel/errors.ts';
import { errorForCaller } from '../../ground/kernel/fault.ts';
import type { Runtime, Settings } from '../../ground/kernel/runtime.ts';

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
  // RFC 8628 §3.5
  authorization_pending: 400,
  slow_down: 400,
  expired_token: 400,
  // RFC 8707 §2
  invalid_target: 400,
  // RFC 9396 §5
  invalid_authorization_details: 400,
  // RFC 9449 §12.2
  invalid_dpop_proof: 400,
  use_dpop_nonce: 400,
  // RFC 7591 §3.2.2
  invalid_redirect_uri: 400,
  invalid_client_metadata: 400,
  invalid_software_statement: 400,
  unapproved_software_statement: 400,
  // RFC 6750 §3.1
  invalid_token: 401,
  insufficient_scope: 403,
  // OIDC Core §3.1.2.6
  login_required: 400,
  interaction_required: 400,
  account_selection_required: 400,
  consent_required: 400,
  // RFC 9101 §7
  invalid_request_object: 400,
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
  /** The code of the server, if another than that of the OAuth error. */
  readonly reason?: ErrorCode;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error of the OAuth specifications. The description is for the client's developer. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  private readonly reason: ErrorCode;

  constructor(
    readonly code: OAuthErrorCode,
    description: string,
    { status, headers, reason }: OAuthErrorDetails = {},
  ) {
    super(asDescription(description));
    this.status = status ?? STATUSES[code];
    this.headers = headers ?? challenge(code, this.message, this.status);
    this.reason = reason ?? codeOf(code);
  }

  /** The error as JSON (RFC 6749 §5.2), with the server's own code beside it. */
  body(settings: Settings) {
    const { code: error, message, reason: code } = this;
    return { error, error_description: message, error_uri: documentationOf(settings, code), code };
  }
}

/** The server's code of an OAuth error: the same name in capitals, except where the server has one for all interfaces. */
const codeOf = (code: OAuthErrorCode): ErrorCode =>
  code === 'server_error' ? 'INTERNAL' : (code.toUpperCase() as Uppercase<Exclude<OAuthErrorCode, 'server_error'>>);

// RFC 6749 §5.2: printable ASCII without quotation marks and backslashes.
const asDescription = (text: string): string =>
  text.replaceAll(/[’"]/g, "'").replaceAll(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, '?');

// RFC 6750 §3: the header has the error of a token too.
const challenge = (code: OAuthErrorCode, description: string, status: number): Readonly<Record<string, string>> =>
  (status === 401 && code !== 'invalid_client') || code === 'insufficient_scope'
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

// RFC 9449 §7.1: at the use of a token, the status is that of the token.
const OF_PROOFS = { INVALID_DPOP_PROOF: 'invalid_dpop_proof', USE_DPOP_NONCE: 'use_dpop_nonce' } as const;

/** The errors of modules that OAuth has a code for. */
const NAMED: { readonly [Code in ErrorCode]?: OAuthErrorCode } = {
  INVALID_REDIRECT_URI: 'invalid_redirect_uri',
  INVALID_CLIENT_METADATA: 'invalid_client_metadata',
  INVALID_SOFTWARE_STATEMENT: 'invalid_software_statement',
  UNAPPROVED_SOFTWARE_STATEMENT: 'unapproved_software_statement',
};

/** Any error as an OAuth error. An unexpected error is logged, and the client only gets the request's id. */
export function asOAuthError(error: unknown, runtime: Runtime, requestId: string): OAuthError {
  if (error instanceof OAuthError) return error;
  const told = errorForCaller(error, runtime, { requestId });
  if (told) {
    const { kind, code, message, retryAfter } = told;
    if (code === 'TOKEN_BOUND')
      return new OAuthError('invalid_token', message, {
        reason: code,
        headers: { 'www-authenticate': tokenChallenge(code) },
      });
    if (code in OF_PROOFS) return new OAuthError(OF_PROOFS[code as keyof typeof OF_PROOFS], message, { status: 401 });
    return new OAuthError(NAMED[code] ?? CODES[kind], message, {
      reason: code,
      ...(kind === 'rate_limited' && { status: 429 }),
      ...(retryAfter !== undefined && { headers: { 'retry-after': String(retryAfter) } }),
    });
  }
  return new OAuthError('server_error', `An unexpected error happened. The request id is ${requestId}.`);
}

const codes = {
  INVALID_REQUEST: ['invalid', 'A parameter of the OAuth request is missing or wrong. The description names it.'],
  INVALID_CLIENT: ['unauthenticated', 'The client could not be authenticated.'],
  INVALID_GRANT: ['invalid', 'The code or refresh token is invalid, expired or used, or belongs to another client.'],
  UNAUTHORIZED_CLIENT: ['forbidden', 'The client is not registered for this.'],
  UNSUPPORTED_GRANT_TYPE: ['invalid', 'The server does not have this grant type.'],
  UNSUPPORTED_RESPONSE_TYPE: ['invalid', 'The server does not have this response type.'],
  INVALID_SCOPE: ['invalid', 'A scope is unknown, or the client is not registered for it.'],
  AUTHORIZATION_PENDING: ['invalid', 'The user of the device has not decided yet.'],
  SLOW_DOWN: ['invalid', 'The device polls too often. It has to wait five seconds longer between two polls.'],
  EXPIRED_TOKEN: ['invalid', 'The code of the device has expired. The device has to ask for a new one.'],
  INVALID_AUTHORIZATION_DETAILS: ['invalid', 'authorization_details are unknown, wrong, or more than was authorized.'],
  INVALID_TARGET: ['invalid', 'A resource is unknown, or the client is not registered for it.'],
  ACCESS_DENIED: ['forbidden', 'The user did not allow the request, or may not.'],
  TEMPORARILY_UNAVAILABLE: ['unavailable', 'The server cannot do this for the moment. Try again later.'],
  LOGIN_REQUIRED: ['invalid', 'The user has to sign in, and the request forbids to ask them.'],
  INTERACTION_REQUIRED: ['invalid', 'The user has to do something, and the request forbids to ask them.'],
  ACCOUNT_SELECTION_REQUIRED: ['invalid', 'The user has to choose an account, and the request forbids to ask them.'],
  CONSENT_REQUIRED: ['invalid', 'The user has to give consent, and the request forbids to ask them.'],
  INVALID_REQUEST_OBJECT: [
    'invalid',
    'The request object is not signed by the client, or is wrong. The description says why.',
  ],
  REQUEST_NOT_SUPPORTED: ['invalid', 'The client has no keys, so the server does not read its request objects.'],
  REQUEST_URI_NOT_SUPPORTED: ['invalid', 'The server does not fetch request objects.'],
  REGISTRATION_NOT_SUPPORTED: ['invalid', 'The server does not register clients during an authorization request.'],
  UNMET_AUTHENTICATION_REQUIREMENTS: ['invalid', 'The user cannot sign in in the way that the request demands.'],
  INVALID_TOKEN: ['unauthenticated', 'The access token is invalid, expired or revoked.'],
  TOKEN_BOUND: [
    'unauthenticated',
    'The access token is bound to a key. Present it with the scheme DPoP and a proof of possession of that key.',
  ],
  CERTIFICATE_BOUND: [
    'unauthenticated',
    'The access token is bound to a certificate of the client (RFC 8705). Present it on a connection with that certificate.',
  ],
  INVALID_DPOP_PROOF: [
    'unauthenticated',
    'The proof of possession (DPoP) is missing or wrong. The description says why.',
  ],
  USE_DPOP_NONCE: [
    'unauthenticated',
    'The proof of possession (DPoP) needs the nonce of the answer’s DPoP-Nonce header. Repeat the request with a new proof.',
  ],
  CLIENT_FOR_LOGINS_ONLY: [
    'forbidden',
    'A user registered this client for themself. Its tokens work only at the userinfo endpoint.',
  ],
  CLIENT_PAIRWISE: [
    'forbidden',
    'The client knows its users by pairwise subjects. Its tokens work only at the userinfo endpoint, or for administrators with a scope to administer.',
  ],
  BAD_AUTHORIZATION_REQUEST: [
    'invalid',
    'The authorization request is invalid, and the user cannot be redirected to the client. The page shows why.',
  ],
  BAD_LOGOUT_REQUEST: ['invalid', 'The logout request is invalid. The page shows why.'],
  FLOW_EXPIRED: ['invalid', 'This sign-in has expired.'],
  FLOW_FOREIGN: ['invalid', 'This sign-in was started in another browser.'],
} as const;
declare module '../../ground/kernel/errors.ts' {
  interface ErrorCodes extends Declared<typeof codes> {}
}

/** The errors of the OAuth endpoints and pages, and of access tokens at other doors. */
export const oauthErrors = errors('oauth', codes);
