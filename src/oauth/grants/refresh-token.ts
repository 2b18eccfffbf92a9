import { setTimeout as settled } from 'node:timers/promises';
import { secondsAfter } from '../../kernel/clock.ts';
import { digest } from '../../kernel/secret.ts';
import { idleSince, notedBefore } from '../../modules/sessions/index.ts';
import { OAuthError } from '../errors.ts';
import { requiredParameter } from '../parameters.ts';
import { REFRESH_PREFIX } from '../tokens/recognize.ts';
import type { Grant, TokenRequest } from './grant.ts';
import { type RedeemedRow, answerRetry, meetAgain, rotateToken, SETTLE_MS } from '../../modules/grants/index.ts';
import { notAuthorized, stillRegistered } from '../resources.ts';
import { grantEvent } from '../client-auth/client-event.ts';

/** How long a client whose answer was lost may ask for it again, as often as that is lost as well. */
const RETRY_SECONDS = 10;

/** RFC 6749 §6: rotated at every use (RFC 9700 §4.14.2); reuse ends the grant, and the first token's end is the last's. */
export const refreshToken: Grant = {
  required: ['refresh_token'],
  mayAskFor: (client) => new Set(client.scopes),
  async redeem(request) {
    const { runtime, client, form, scopes, resources, now } = request;
    const token = requiredParameter(form, 'refresh_token');
    // Only hashes are stored. Because the successor follows from the token and a key of the server's, a client that asks
    // again is told the same one.
    const successor = `${REFRESH_PREFIX}${runtime.vault.mac('refresh-token', token)}`;
    const presented = [digest(token), client.customerId, client.id, now, scopes, resources];
    const idle = idleSince(now, runtime.settings.sessions);
    const login =
      (await runtime.db.first(rotateToken, [...presented, digest(successor), idle, notedBefore(now)])) ??
      (await again(request, presented, digest(successor)));
    // RFC 6749 §6: a narrower scope is the access token's alone; the next refresh token keeps what was granted. OIDC Core
    // §12.2: a refreshed ID token repeats no nonce.
    return {
      scopes: scopes ?? login.scopes,
      resources: resources ?? stillRegistered(login.resources, client),
      login: { ...login, nonce: null, refreshToken: successor },
    };
  },
};

async function again(request: TokenRequest, presented: readonly unknown[], successor: Buffer): Promise<RedeemedRow> {
  const { runtime, client, now } = request;
  const earliest = client.refreshTokenPolicy === 'strict' ? null : secondsAfter(now, -RETRY_SECONDS);
  const idle = idleSince(now, runtime.settings.sessions);
  const event = grantEvent(request, 'refresh_token.reused');
  const outcome = await runtime.db.first(meetAgain, [...presented, earliest, event, idle]);
  if (outcome?.scopeExceeded)
    throw new OAuthError('invalid_scope', 'A refresh token yields no scope that was not granted with it.');
  if (outcome?.resourcesExceeded) throw notAuthorized();
  if (outcome?.claim) {
    // One client that lost an answer is alone with its token. Where many present it at once, the next to come ends the
    // grant while this one still waits; all of that happens in the database, so servers agree about it.
    await settled(SETTLE_MS);
    const login = await runtime.db.first(answerRetry, [...presented, successor, idle, outcome.claim]);
    if (login) return login;
  }
  throw new OAuthError('invalid_grant', 'The refresh token is unknown, expired, revoked or used before.');
}
