import { OAuthError } from '../errors.ts';
import { parameter, type Parameters } from '../parameters.ts';
import type { ClientAuthMethod } from '../vocabulary.ts';

/** Who a client says it is, and how it means to prove it. */
export interface Credentials {
  readonly method: ClientAuthMethod;
  readonly clientId: string;
  /** Empty with `none`. */
  readonly secret: string;
}

/** The credentials of a request by header or form; never by both (RFC 6749 §2.3). */
export function readCredentials(authorization: string | undefined, form: Parameters): Credentials {
  const clientId = parameter(form, 'client_id');
  const secret = parameter(form, 'client_secret');
  if (authorization === undefined) {
    if (clientId === undefined) throw invalidClient('client_id is missing.');
    return { method: secret === undefined ? 'none' : 'client_secret_post', clientId, secret: secret ?? '' };
  }
  const basic = readBasic(authorization);
  if (secret !== undefined) throw new OAuthError('invalid_request', 'The client authenticates in two ways at once.');
  if (clientId !== undefined && clientId !== basic.clientId)
    throw new OAuthError('invalid_request', 'client_id is not the client that authenticates.');
  return basic;
}

/** RFC 6749 §5.2: whoever tried by header is told in the header too. */
export const invalidClient = (description: string, tried?: ClientAuthMethod): OAuthError =>
  new OAuthError('invalid_client', description, {
    ...(tried === 'client_secret_basic' && { headers: { 'www-authenticate': 'Basic realm="token", charset="UTF-8"' } }),
  });

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
