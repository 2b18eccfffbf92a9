import { OAuthError } from '../errors.ts';
import { parameter, type Parameters } from '../parameters.ts';
import type { ClientAuthMethod } from '../../../modules/clients/index.ts';

/** A client's id, with its method and proof of authentication. */
export interface Credentials {
  readonly method: ClientAuthMethod;
  readonly clientId: string;
  /** The assertion for `private_key_jwt`; empty for `none`. */
  readonly secret: string;
}

/** The credentials in the header or in the form; a request with both is rejected (RFC 6749 §2.3). */
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
    throw new OAuthError('invalid_request', 'client_id is not the client of the Authorization header.');
  return basic;
}

/** RFC 6749 §5.2: a client that used the header gets the WWW-Authenticate header. */
export const invalidClient = (description: string, tried?: ClientAuthMethod): OAuthError =>
  new OAuthError('invalid_client', description, {
    ...(tried === 'client_secret_basic' && { headers: { 'www-authenticate': 'Basic realm="token", charset="UTF-8"' } }),
  });

const twoWays = (): OAuthError =>
  new OAuthError('invalid_request', 'The client uses two authentication methods in one request.');

// RFC 7523 §2.2
const JWT_BEARER = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

function readAssertion(assertion: string | undefined, form: Parameters): Credentials {
  if (assertion === undefined) throw invalidClient('client_assertion is missing.');
  if (parameter(form, 'client_assertion_type') !== JWT_BEARER)
    throw invalidClient(`client_assertion_type must be ${JWT_BEARER}.`);
  const clientId = subjectOf(assertion);
  if (clientId === null) throw invalidClient('client_assertion is not a JWT with a sub.');
  // RFC 7521 §4.2: client_id is optional, and must be the same client.
  if ((parameter(form, 'client_id') ?? clientId) !== clientId)
    throw invalidClient('client_id is not the sub of the assertion.');
  return { method: 'private_key_jwt', clientId, secret: assertion };
}

// Says whose keys to verify the assertion with. Nothing in it is trusted before that.
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
