import { createHash } from 'node:crypto';
import { epochSeconds, secondsAfter } from '../../../ground/kernel/clock.ts';
import type { Runtime } from '../../../ground/kernel/runtime.ts';
import type { SigningAlgorithm } from '../../../modules/keys/index.ts';
import { acrOf } from '../levels.ts';
import { TOKEN_TYPES } from '../vocabulary.ts';
import type { ActingFor, Login } from '../../../modules/grants/index.ts';
import type { SubjectView } from '../../../modules/subjects/index.ts';
import { sign, type UnsignedToken } from './unsigned.ts';

/**
 * ID tokens have the names of groups up to this size, because clients put them into URLs and cookies. Userinfo has them all.
 */
const GROUPS_MAX_BYTES = 8192;

/** What an ID token says besides the login. */
export interface IdTokenContents {
  readonly clientId: string;
  /** How the client knows the user. */
  readonly view: SubjectView;
  /** The registered algorithm of the client. */
  readonly algorithm: SigningAlgorithm;
  /** Exactly as the client sent it; null if it sent none, and in refreshed ID tokens. */
  readonly nonce: string | null;
  /** Null unless the `groups` scope was granted. */
  readonly groups: readonly string[] | null;
  /** Null unless the `organization` scope was granted. */
  readonly organization: ActingFor | null;
  /** The claims of the scopes, if the client has `id_token_claims`. */
  readonly claims: object;
}

/** Signs an ID token that goes with the access token. */
export function issueIdToken(
  runtime: Runtime,
  login: Login,
  contents: IdTokenContents & { readonly accessToken: string },
  now: Date,
): Promise<string> {
  const { algorithm, typ, claims } = idTokenOf(runtime, login, contents, now);
  const all = { ...claims, at_hash: leftHalfHash(algorithm, contents.accessToken) };
  return sign(runtime, { algorithm, typ, claims: all });
}

/** An ID token (OIDC Core §2) before it is signed. The client is its only audience, so `azp` is not needed. */
export function idTokenOf(runtime: Runtime, login: Login, contents: IdTokenContents, now: Date): UnsignedToken {
  const { clientId, view, algorithm, nonce, groups, organization, claims: ofUser } = contents;
  const { settings } = runtime;
  const claims = {
    ...ofUser,
    iss: settings.server.baseUrl,
    sub: view.sub(login.userId),
    aud: clientId,
    iat: epochSeconds(now),
    exp: epochSeconds(secondsAfter(now, settings.tokens.accessSeconds)),
    auth_time: epochSeconds(login.authTime),
    ...(nonce !== null && { nonce }),
    amr: login.amr,
    acr: login.acr ?? acrOf(settings.authentication.levels, login.amr),
    sid: view.sid(login.sessionId),
    ...(groups && Buffer.byteLength(JSON.stringify(groups)) <= GROUPS_MAX_BYTES && { groups: groups.toSorted() }),
    ...(organization && { organization }),
  };
  return { algorithm, typ: TOKEN_TYPES.id, claims };
}

// OIDC Core §3.1.3.6: the left half of the hash that the signature's algorithm uses. Ed25519 uses SHA-512 (RFC 8032 §5.1).
function leftHalfHash(algorithm: SigningAlgorithm, token: string): string {
  const hash = createHash(algorithm === 'EdDSA' ? 'sha512' : 'sha256')
    .update(token, 'ascii')
    .digest();
  return hash.subarray(0, hash.length / 2).toString('base64url');
}
