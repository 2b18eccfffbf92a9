import type { Check } from '../attempt.ts';

/**
 * RFC 6749 §4.1.2.1: if the redirect URI is missing or not registered, the user sees the error and is not redirected. URIs
 * are compared as exact strings (RFC 9700 §2.1), except for the port of a loopback address.
 */
export const checkRedirectUri: Check = ({ parameters, repeated, client }) => {
  if (repeated.has('redirect_uri'))
    return { kind: 'page', detail: 'invalid_request: redirect_uri is given more than once' };
  const uri = parameters.get('redirect_uri');
  if (uri === undefined) return { kind: 'page', detail: 'invalid_request: redirect_uri is missing' };
  if (client.redirectUris.some((registered) => isSameRedirectUri(registered, uri))) return undefined;
  return { kind: 'page', detail: 'invalid_request: redirect_uri is not registered for this client' };
};

const LOOPBACK = /^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::(\d{1,5}))?(?=[/?]|$)/;

/**
 * Whether a redirect URI is the registered one. RFC 8252 §7.3: a loopback address, over http, may have any port, which the
 * program gets when it begins to listen. So may localhost: programs register it, and use ports of the moment all the same.
 */
export function isSameRedirectUri(registered: string, uri: string): boolean {
  return registered === uri || (LOOPBACK.test(registered) && withoutPort(uri) === withoutPort(registered));
}

function withoutPort(uri: string): string | null {
  const [whole, base, port] = LOOPBACK.exec(uri) ?? [];
  if (whole === undefined || base === undefined || Number(port ?? 0) > 65_535) return null;
  return base + uri.slice(whole.length);
}
