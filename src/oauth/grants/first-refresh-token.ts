import { secondsAfter } from '../../kernel/clock.ts';
import { digest, newSecret } from '../../kernel/secret.ts';
import { REFRESH_PREFIX } from '../tokens/recognize.ts';
import type { TokenRequest } from './grant.ts';

/** The first refresh token of a grant, null for a client without them, and what the statement that stores it needs. */
export function firstRefreshToken({ runtime, client, now }: Pick<TokenRequest, 'runtime' | 'client' | 'now'>) {
  const refreshToken = client.grantTypes.includes('refresh_token') ? newSecret(REFRESH_PREFIX) : null;
  const refreshTokenHash = refreshToken === null ? null : digest(refreshToken);
  const refreshTokenEnd = secondsAfter(now, runtime.settings.tokens.refreshSeconds);
  return { refreshToken, stored: { refreshTokenHash, refreshTokenEnd } };
}
