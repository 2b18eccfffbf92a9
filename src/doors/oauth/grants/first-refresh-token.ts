import { secondsAfter } from '../../../ground/kernel/clock.ts';
import { digest, newSecretOf } from '../../../ground/kernel/secret.ts';
import { REFRESH_PREFIX } from '../tokens/recognize.ts';
import type { TokenRequest } from './grant.ts';

/** The first refresh token of a grant, null for a client without them, and what the statement that stores it needs. */
export function firstRefreshToken(request: Pick<TokenRequest, 'runtime' | 'client' | 'jkt' | 'now'>) {
  const { runtime, client, now } = request;
  const refreshToken = client.grantTypes.includes('refresh_token')
    ? newSecretOf(client.customerId, REFRESH_PREFIX)
    : null;
  const refreshTokenHash = refreshToken === null ? null : digest(refreshToken);
  const refreshTokenEnd = secondsAfter(now, runtime.settings.tokens.refreshSeconds);
  return { refreshToken, stored: { refreshTokenHash, refreshTokenEnd, refreshTokenJkt: boundTo(request) } };
}

// RFC 9449 §5: the refresh tokens of other clients are bound by their authentication.
/** The key that a refresh token is bound to; null if it is not. */
export const boundTo = ({ client, jkt }: Pick<TokenRequest, 'client' | 'jkt'>): string | null =>
  client.type === 'public' ? jkt : null;
