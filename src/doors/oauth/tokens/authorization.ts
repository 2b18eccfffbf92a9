/** An access token, and the scheme that it was presented with: RFC 6750 §2.1, RFC 9449 §7.1. */
export interface PresentedToken {
  readonly scheme: 'bearer' | 'dpop';
  readonly token: string;
}

/** The token of an Authorization header, or null when it is anything else. */
export function tokenIn(authorization: string): PresentedToken | null {
  const [, scheme, token] = /^(Bearer|DPoP) +([A-Za-z0-9\-._~+/]+=*) *$/i.exec(authorization) ?? [];
  return scheme && token ? { scheme: scheme.toLowerCase() as PresentedToken['scheme'], token } : null;
}
