import { createHash } from 'node:crypto';
import { epochSeconds, secondsAfter } from '../../kernel/clock.ts';
import type { Runtime } from '../../kernel/runtime.ts';
import { Keyring, type SigningAlgorithm } from '../../modules/keys/index.ts';
import { acrOf, TOKEN_TYPES } from '../vocabulary.ts';
import type { Login } from '../../modules/grants/index.ts';

/**
 * Up to this size, names of groups stand in ID tokens, which travel in addresses and cookies; userinfo has them all.
 */
const GROUPS_MAX_BYTES = 8192;

/** What an ID token says beyond the login. */
export interface IdTokenContents {
  readonly clientId: string;
  /** As the client is registered. */
  readonly algorithm: SigningAlgorithm;
  readonly accessToken: string;
  /** Byte for byte as the client sent it; null when it sent none, and in refreshed ID tokens. */
  readonly nonce: string | null;
  /** Present where the `groups` scope was granted. */
  readonly groups: readonly string[] | null;
  /** What the scopes tell of the user, where the client is registered so. */
  readonly claims: object;
}

/** A signed ID token (OIDC Core §2). Its one audience is the client, so `azp` would add nothing. */
export function issueIdToken(runtime: Runtime, login: Login, contents: IdTokenContents, now: Date): string {
  const { clientId, algorithm, accessToken, nonce, groups, claims } = contents;
  const { settings } = runtime;
  return runtime.get(Keyring).sign(algorithm, TOKEN_TYPES.id, {
    ...claims,
    iss: settings.server.baseUrl,
    sub: login.userId,
    aud: clientId,
    iat: epochSeconds(now),
    exp: epochSeconds(secondsAfter(now, settings.tokens.accessSeconds)),
    auth_time: epochSeconds(login.authTime),
    ...(nonce !== null && { nonce }),
    at_hash: leftHalfHash(accessToken),
    amr: login.amr,
    acr: acrOf(login.amr),
    sid: login.sessionId,
    ...(groups && Buffer.byteLength(JSON.stringify(groups)) <= GROUPS_MAX_BYTES && { groups: groups.toSorted() }),
  });
}

// OIDC Core §3.1.3.6: the left half of the hash that the signature's algorithm uses, SHA-256 for both of ours.
const leftHalfHash = (token: string): string =>
  createHash('sha256').update(token, 'ascii').digest().subarray(0, 16).toString('base64url');
