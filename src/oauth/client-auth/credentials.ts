import { OAuthError } from '../errors.ts';
import { parameter, type Parameters } from '../parameters.ts';
import type { ClientAuthMethod } from '../../modules/clients/index.ts';

/** Who a client says it is, and how it means to prove it. */
export interface Credentials {
  readonly method: ClientAuthMethod;
  readonly clientId: string;
  /** The assertion with `private_key_jwt`; empty with `none`. */
  readonly secret: string;
}

/** The credentials of a request by header or form; never by both (RFC 6749 §2.3). */
export function readCredentials(authorization: string | undefined, form: Parameters): Credentials {
  const clientId = parameter(form, 'client_id');
  const secret = parameter(form, 'client_secret');
  const assertion = parameter(form, 'client_assertion');
  if (assertion !== undefined && (authorization !== undefined || secret !== undefined)) throw twoWays();
  if (assertion !== undefined || parameter(form, 'client_assertion_type') !== undefined)
    return readAssertion(assertion, form);
  if (authorization === undefined) {
    if (clientId === undefined) throw invalidClient('client_id is missing.');
    return { method: secret === undefined ? 'none' : 'client_secret_post', clientId, secret: secret ?? '' };
  }
  const basic = readBasic(authorization);
  if (secret !== undefined) throw twoWays();
  if (clientId !== undefined && clientId !== basic.clientId)
    throw new OAuthError('invalid_request', 'client_id is not the client that authenticates.');
  return basic;
}

/** RFC 6749 §5.2: whoever tried by header is told in the header too. */
export const invalidClient = (description: string, tried?: ClientAuthMethod): OAuthError =>
  new OAuthError('invalid_client', description, {
    ...(tried === 'client_secret_basic' && { headers: { 'www-authenticate': 'Basic realm="token", charset="UTF-8"' } }),
  });

const twoWays = (): OAuthError => new OAuthError('invalid_request', 'The client authenticates in two ways at once.');

// RFC 7523 §2.2
const JWT_BEARER = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

function readAssertion(assertion: string | undefined, form: Parameters): Credentials {
  if (assertion === undefined) throw invalidClient('client_assertion is missing.');
  if (parameter(form, 'client_assertion_type') !== JWT_BEARER)
    throw invalidClient(`client_assertion_type must be ${JWT_BEARER}.`);
  const clientId = subjectOf(assertion);
  if (clientId === null) throw invalidClient('client_assertion is no JWT that names its subject.');
  // RFC 7521 §4.2: client_id may be left out, and names the same client where it is not.
  if ((parameter(form, 'client_id') ?? clientId) !== clientId)
    throw invalidClient('client_id is not the client that the assertion is about.');
  return { method: 'private_key_jwt', clientId, secret: assertion };
}

// Whose keys an assertion has to be checked with; until then nothing in it is true.
function subjectOf(assertion: string): string | null {
  try {
    const { sub } = JSON.parse(Buffer.from(assertion.split('.')[1] ?? '', 'base64url').toString()) as { sub?: unknown };
    return typeof sub === 'string' ? sub : null;
  } catch {
    return null;
  }
}

function readBasic(authorization: string): Credentials {
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization)?.[1];
  const pair = Buffer.from(encoded ?? '', 'base64').toString();
  const colon = pair.indexOf(':');
  if (colon < 1) throw invalidClient('The Authorization header is not Basic.', 'client_secret_basic');
  return {
    method: 'client_secret_basic',
    clientId: formDecode(pair.slice(0, colon)),
    secret: formDecode(pair.slice(colon + 1)),
  };
}

// RFC 6749 §2.3.1: id and secret are form-encoded before they are joined.
function formDecode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw invalidClient('The Authorization header is not form-encoded.', 'client_secret_basic');
  }
}
