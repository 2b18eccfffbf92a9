/** What decides whether an API takes a token, in the order in which it is told. */
export const CHECKS = ['type', 'signature', 'issuer', 'audience', 'expiry'] as const;
export type CheckName = (typeof CHECKS)[number];

/** What a token has to be like. */
interface Expected {
  readonly issuer: string;
  readonly identifier: string;
  readonly signingAlg: string;
  /** The server's public keys. */
  readonly keys: { readonly keys: readonly object[] };
}

export interface Tried {
  readonly checks: Readonly<Record<CheckName, boolean>>;
  /** What the token says, which is to be believed only if all checks are passed. */
  readonly said: {
    readonly type: string;
    readonly issuer: string;
    readonly audience: string;
    readonly subject: string;
    readonly client: string;
    /** When it ends. */
    readonly until: string | null;
    readonly scopes: readonly string[];
    readonly roles: readonly string[];
    readonly groups: readonly string[];
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Checks a token as the API does that trusts the server's keys alone. Undefined for what is no signed token. */
export async function tryToken(token: string, expected: Expected, now: number): Promise<Tried | undefined> {
  const { compactVerify, createLocalJWKSet, decodeJwt, decodeProtectedHeader } = await import('jose');
  const read = () => ({ header: decodeProtectedHeader(token), claims: decodeJwt(token) });
  let parts: ReturnType<typeof read>;
  try {
    parts = read();
  } catch {
    return undefined;
  }
  const { header, claims } = parts;
  const { issuer, identifier, signingAlg, keys } = expected;
  const keySet = createLocalJWKSet({ keys: [...keys.keys] });
  const isSigned = compactVerify(token, keySet, { algorithms: [signingAlg] }).then(
    () => true,
    () => false,
  );
  const audiences = [claims.aud ?? []].flat();
  return {
    checks: {
      type: header.typ?.toLowerCase() === 'at+jwt',
      signature: await isSigned,
      issuer: claims.iss === issuer,
      audience: audiences.includes(identifier),
      expiry: claims.exp !== undefined && claims.exp * 1000 > now,
    },
    said: {
      type: textOf(header.typ),
      issuer: textOf(claims.iss),
      audience: audiences.join(', '),
      subject: textOf(claims.sub),
      client: textOf(claims['client_id']),
      until: claims.exp === undefined ? null : new Date(claims.exp * 1000).toISOString(),
      scopes: textOf(claims['scope']).split(' ').filter(Boolean),
      roles: textsOf(claims['roles']),
      groups: textsOf(claims['groups']),
    },
  };
}
