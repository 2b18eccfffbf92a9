import type { Runtime } from '../../kernel/runtime.ts';
import { digest } from '../../kernel/secret.ts';
import { type ClientTokenClaims, type UserTokenClaims, verifyAccessToken } from './access-token.ts';

/** A token that somebody asks about, by what it looks like; whether it is alive, the database knows. */
export type RecognizedToken =
  | { readonly kind: 'user'; readonly claims: UserTokenClaims }
  | { readonly kind: 'client'; readonly claims: ClientTokenClaims }
  | { readonly kind: 'refresh'; readonly hash: Buffer };

/** What refresh tokens begin with; no JWT does. */
export const REFRESH_PREFIX = 'rt_';

/**
 * What a token of ours is: an access token with a good signature that has not expired, or something that could be a
 * refresh token. Null for everything else, ID tokens included. A `token_type_hint` would tell nothing new.
 */
export async function recognizeToken(runtime: Runtime, token: string): Promise<RecognizedToken | null> {
  if (token.startsWith(REFRESH_PREFIX)) return { kind: 'refresh', hash: digest(token) };
  const claims = await verifyAccessToken(runtime, token);
  if (!claims) return null;
  return claims.sid === undefined ? { kind: 'client', claims } : { kind: 'user', claims };
}
