import type { Runtime } from '../../kernel/runtime.ts';
import { digest } from '../../kernel/secret.ts';
import { type ClientTokenClaims, type UserTokenClaims, verifyAccessToken } from './access-token.ts';

/** The kind of a presented token. Whether it is active, only the database knows. */
export type RecognizedToken =
  | { readonly kind: 'user'; readonly claims: UserTokenClaims }
  | { readonly kind: 'client'; readonly claims: ClientTokenClaims }
  | { readonly kind: 'refresh'; readonly hash: Buffer };

/** The beginning of refresh tokens. No JWT begins like this. */
export const REFRESH_PREFIX = 'rt_';

/**
 * Recognizes an access token that has a valid signature and has not expired, or a possible refresh token; null for anything
 * else, ID tokens included. `token_type_hint` is not needed for this.
 */
export async function recognizeToken(runtime: Runtime, token: string): Promise<RecognizedToken | null> {
  if (token.startsWith(REFRESH_PREFIX)) return { kind: 'refresh', hash: digest(token) };
  const claims = await verifyAccessToken(runtime, token);
  if (!claims) return null;
  return claims.sid === undefined ? { kind: 'client', claims } : { kind: 'user', claims };
}
