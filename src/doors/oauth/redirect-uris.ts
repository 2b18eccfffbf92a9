const LOOPBACK = /^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::(\d{1,5}))?(?=[/?]|$)/;

/**
 * Whether a redirect URI is one of the client's. URIs are compared as exact strings (RFC 9700 §2.1), except for the port of a
 * loopback address.
 */
export const isRegisteredRedirect = ({ redirectUris }: { readonly redirectUris: readonly string[] }, uri: string) =>
  redirectUris.some((registered) => isSameRedirectUri(registered, uri));

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
