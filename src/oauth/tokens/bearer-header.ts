/** The token of an `Authorization: Bearer …` header (RFC 6750 §2.1), or null when it is anything else. */
export const bearerToken = (authorization: string): string | null =>
  /^Bearer +([A-Za-z0-9\-._~+/]+=*) *$/i.exec(authorization)?.[1] ?? null;
