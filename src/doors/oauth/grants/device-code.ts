import type { AuthorizationDetail } from '../../../ground/kernel/authorization-details.ts';
import { digest } from '../../../ground/kernel/secret.ts';
import { pollDevice, redeemDeviceCode, type PolledClient } from '../../../modules/devices/index.ts';
import { onlyApi } from '../apis.ts';
import { onlyAuthorized } from '../authorization-details.ts';
import { OAuthError, type OAuthErrorCode } from '../errors.ts';
import { parameter, requiredParameter } from '../parameters.ts';
import { notAuthorized } from '../resources.ts';
import { grantResultOfUser, storedToken } from './user-result.ts';
import { firstRefreshToken } from './first-refresh-token.ts';
import type { Grant } from './grant.ts';

/** RFC 8628 §3.4: a device polls until its user has decided. A poll in vain takes one round trip. */
export const deviceCode: Grant<PolledClient> = {
  required: ['device_code'],
  mayAskFor: () => null,
  async findClient({ db, clock }, form, clientId, proof) {
    const { proofHash, proofEnd } = proof?.spentBy(clientId) ?? NO_PROOF;
    const deviceCodeHash = hashOf(parameter(form, 'device_code'));
    const polled = await db.first(pollDevice, { clientId, deviceCodeHash, proofHash, proofEnd, now: clock.now() });
    if (proof) proof.isSpent = polled?.state != null;
    return polled;
  },
  async redeem(request) {
    const { runtime, client, form, resources, details, now } = request;
    if (client.state !== 'approved') throw refusal(client.state);
    onlyApi(client.apis, resources ?? client.authorizedResources ?? []);
    if (resources?.some((resource) => !client.authorizedResources?.includes(resource))) throw notAuthorized();
    if (details) onlyAuthorized(details, JSON.parse(client.authorizedDetails ?? '[]') as AuthorizationDetail[]);
    const { refreshToken, stored } = firstRefreshToken(request);
    const login = await runtime.db.first(redeemDeviceCode, {
      deviceCodeHash: hashOf(requiredParameter(form, 'device_code')),
      customerId: client.customerId,
      clientId: client.id,
      resources,
      details: details && JSON.stringify(details),
      now,
      ...stored,
    });
    if (!login) throw refusal(null);
    return grantResultOfUser(request, login, { nonce: null, refreshToken: storedToken(refreshToken, login) });
  },
};

const NO_PROOF = { proofHash: null, proofEnd: null };

const hashOf = (code = ''): Buffer => digest(code);

const UNKNOWN = ['invalid_grant', 'The device_code is unknown or used, or was issued to another client.'] as const;

// RFC 8628 §3.5
const REFUSALS = {
  pending: ['authorization_pending', 'The user has not decided yet.'],
  early: ['slow_down', 'Wait five seconds longer between two polls.'],
  denied: ['access_denied', 'The user did not allow the request.'],
  expired: ['expired_token', 'The device_code has expired. Ask for a new one.'],
  used: UNKNOWN,
} as const satisfies Record<string, readonly [OAuthErrorCode, string]>;

function refusal(state: keyof typeof REFUSALS | null): OAuthError {
  const [code, description] = state === null ? UNKNOWN : REFUSALS[state];
  // RFC 6749 §5.2: also for access_denied, whose status is another one elsewhere.
  return new OAuthError(code, description, { status: 400 });
}
