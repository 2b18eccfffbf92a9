import type { Runtime } from '../../../ground/kernel/runtime.ts';
import { Keyring } from '../../../modules/keys/index.ts';
import { Subjects } from '../../../modules/subjects/index.ts';
import { TOKEN_TYPES } from '../vocabulary.ts';

/** The claims of an ID token that a client sends back. Its user and session are as the client knows them. */
export interface IdTokenHint {
  readonly sub: string;
  readonly clientId: string;
  readonly sid: string;
}

/**
 * Reads an `id_token_hint`: an ID token of this server; null for anything else. An expired ID token is accepted (OpenID
 * Connect Core §3.1.2.1, RP-Initiated Logout §4), as long as its key is published. The caller compares the client.
 */
export async function readIdTokenHint(runtime: Runtime, token: string): Promise<IdTokenHint | null> {
  const keyring = runtime.get(Keyring);
  await keyring.fresh();
  const claims = await keyring.verify(token, TOKEN_TYPES.id);
  if (!claims || claims['iss'] !== runtime.settings.server.baseUrl) return null;
  const { sub, aud, sid } = claims;
  // Signed answers of userinfo have the same type, but no session.
  if (typeof sub !== 'string' || typeof aud !== 'string' || typeof sid !== 'string') return null;
  return { sub, clientId: aud, sid };
}

/** The client that sends a hint. */
interface Sender {
  readonly id: string;
  readonly customerId: string;
  readonly sector: string | null;
}

/** The user of a client's `id_token_hint`. Null if it is not an ID token of this client, as it knows its users now. */
export async function hintedUser(runtime: Runtime, client: Sender, token: string): Promise<string | null> {
  const hint = await readIdTokenHint(runtime, token);
  if (hint?.clientId !== client.id) return null;
  return (await runtime.get(Subjects).of(client)).userOf(hint.sub);
}
