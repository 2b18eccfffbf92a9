import { epochSeconds, secondsAfter } from '../../ground/kernel/clock.ts';
import { newRequestId } from '../../ground/kernel/ids.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { Keyring } from '../keys/index.ts';
import { Subjects } from '../subjects/index.ts';
import type { ClaimedDelivery } from './logout-delivery.hot.sql.ts';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/** OpenID Connect Back-Channel Logout §2.4: at most two minutes. */
const VALID_SECONDS = 120;

/**
 * Makes a logout token for this attempt. Its type (RFC 8725 §3.11) and the missing nonce distinguish it from all other
 * tokens. `sid` and `sub` are those of the client's ID tokens.
 */
export async function makeLogoutToken(runtime: Runtime, delivery: ClaimedDelivery): Promise<string> {
  const { clientId, userId, sessionId, signedWith } = delivery;
  const { sub, sid } = await runtime.get(Subjects).of(delivery);
  const keyring = runtime.get(Keyring);
  await keyring.fresh();
  const now = runtime.clock.now();
  return keyring.sign(signedWith, 'logout+jwt', {
    iss: runtime.settings.server.baseUrl,
    aud: clientId,
    iat: epochSeconds(now),
    exp: epochSeconds(secondsAfter(now, VALID_SECONDS)),
    jti: newRequestId(),
    events: { [EVENT]: {} },
    sub: sub(userId),
    sid: sid(sessionId),
  });
}
