import type { Runtime } from '../../kernel/runtime.ts';
import { Keyring } from '../../modules/keys/index.ts';
import { TOKEN_TYPES } from '../vocabulary.ts';

/** What an ID token tells that a client gives back. */
export interface IdTokenHint {
  readonly userId: string;
  readonly clientId: string;
  readonly sessionId: string;
}

/**
 * Reads an ID token of ours that a client gives back (`id_token_hint`); null for anything else. One that has expired is as
 * good as any other (OpenID Connect Core §3.1.2.1, RP-Initiated Logout §4), as long as the key that signed it is published.
 * Whether the client is the one that asks is for the caller to see.
 */
export async function readIdTokenHint(runtime: Runtime, token: string): Promise<IdTokenHint | null> {
  const keyring = runtime.get(Keyring);
  await keyring.fresh();
  const claims = await keyring.verify(token, TOKEN_TYPES.id);
  if (!claims || claims['iss'] !== runtime.settings.server.baseUrl) return null;
  const { sub, aud, sid } = claims;
  // What else is signed with that type, a signed answer of userinfo say, names no session.
  if (typeof sub !== 'string' || typeof aud !== 'string' || typeof sid !== 'string') return null;
  return { userId: sub, clientId: aud, sessionId: sid };
}
