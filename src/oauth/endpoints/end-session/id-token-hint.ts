import type { Runtime } from '../../../kernel/runtime.ts';
import { Keyring } from '../../../modules/keys/index.ts';
import { TOKEN_TYPES } from '../../vocabulary.ts';

/** What an ID token that was given to a client says of whose login it is. */
export interface Hint {
  readonly clientId: string;
  readonly userId: string;
  readonly sessionId: string;
}

/**
 * What an `id_token_hint` says; null for anything but an ID token of ours. One that has expired is as good as any other
 * (OpenID Connect RP-Initiated Logout §4), as long as the key that signed it is published.
 */
export async function readHint(runtime: Runtime, token: string): Promise<Hint | null> {
  const keyring = runtime.get(Keyring);
  await keyring.fresh();
  const claims = await keyring.verify(token, TOKEN_TYPES.id);
  const { iss, sub, aud, sid } = claims ?? {};
  if (iss !== runtime.settings.server.baseUrl) return null;
  if (typeof sub !== 'string' || typeof aud !== 'string' || typeof sid !== 'string') return null;
  return { clientId: aud, userId: sub, sessionId: sid };
}
