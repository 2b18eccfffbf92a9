import type { Runtime } from '../../../ground/kernel/runtime.ts';
import { Keyring } from '../../../modules/keys/index.ts';
import { endpoint, type Handler, send } from '../endpoint.ts';

// A new key is published twice as long before its use.
const CACHE = { 'cache-control': 'public, max-age=300' };

/** `GET /oauth2/jwks`: the public keys that verify tokens (RFC 7517 §5). */
export function jwksEndpoint(runtime: Runtime): Handler {
  return endpoint(runtime, async (_request, response) => {
    const keyring = runtime.get(Keyring);
    await keyring.fresh();
    send(response, 200, keyring.jwks(runtime.clock.now()), CACHE);
  });
}
