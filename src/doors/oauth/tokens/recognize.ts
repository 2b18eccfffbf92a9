import type { Runtime } from '../../../ground/kernel/runtime.ts';
import { digest } from '../../../ground/kernel/secret.ts';
import { type ClientTokenClaims, type UserTokenClaims, verifyAccessToken } from './access-token.ts';

/** The kind of a presented token. Whether it is active, only the database knows. */
export type RecognizedToken =
  | { readonly kind: 'user'; readonly claims: UserTokenClaims }
  | { readonly kind: 'client'; readonly claims: ClientTokenClaims }
  | { readonly kind: 'refresh'; readonly hash: Buffer; readonly rootHash: Buffer };

/** The beginning of refresh tokens. No JWT begins like this. */
export const REFRESH_PREFIX = 'rt_';

/**
 * Recognizes an access token that has a valid signature and has not expired, or a possible refresh token; null for anything
 * else, ID tokens included. `token_type_hint` is not needed for this.
 */
export async function recognizeToken(runtime: Runtime, token: string): Promise<RecognizedToken | null> {
  if (token.startsWith(REFRESH_PREFIX))
    return { kind: 'refresh', hash: digest(token), rootHash: familyOf(token).rootHash };
  const claims = await verifyAccessToken(runtime, token);
  if (!claims) return null;
  return claims.sid === undefined ? { kind: 'client', claims } : { kind: 'user', claims };
}

/** The tokens that a grant has had one after the other. */
export interface TokenFamily {
  /** The first token's hash, as the others have it in their text. It is as secret as they are. */
  readonly root: string;
  readonly rootHash: Buffer;
  /** Whether the token has it. One that does not is the first, or counts as that. */
  readonly isNamed: boolean;
}

/** A successor: the customer, the first token's hash, and a code. The first one has random letters instead of these two. */
const SUCCESSOR = /^rt_[\w-]{22}([\w-]{43})[\w-]{43}$/;

/** The family of a refresh token. */
export function familyOf(token: string): TokenFamily {
  const named = SUCCESSOR.exec(token)?.[1];
  const root = named ?? digest(token).toString('base64url');
  return { root, rootHash: Buffer.from(root, 'base64url'), isNamed: named !== undefined };
}
