import { Keyring } from '../../modules/keys/index.ts';
import { endpoint, type Handler, send, type Surroundings } from '../endpoint.ts';

// Half of what a new key is published ahead of its use.
const CACHE = { 'cache-control': 'public, max-age=300' };

/** `GET /oauth2/jwks`: the keys that tokens are verified with (RFC 7517 §5). */
export function jwksEndpoint(surroundings: Surroundings): Handler {
  const { runtime } = surroundings;
  return endpoint(surroundings, async (_request, response) => {
    const keyring = runtime.get(Keyring);
    await keyring.fresh();
    send(response, 200, keyring.jwks(runtime.clock.now()), CACHE);
  });
}
