import { setTimeout as wait } from 'node:timers/promises';
import { secondsAfter } from '../../../ground/kernel/clock.ts';
import { customerPart, digest } from '../../../ground/kernel/secret.ts';
import { idleSince, notedBefore } from '../../../modules/sessions/index.ts';
import { givenScopes, notNamed, onlyApi } from '../apis.ts';
import { detailsNotAuthorized } from '../authorization-details.ts';
import { OAuthError } from '../errors.ts';
import { requiredParameter } from '../parameters.ts';
import { familyOf, REFRESH_PREFIX, type TokenFamily } from '../tokens/recognize.ts';
import { boundTo } from './first-refresh-token.ts';
import type { Grant, TokenRequest } from './grant.ts';
import {
  detectReuse,
  type PresentedToken,
  type RedeemedGrant,
  releaseRetry,
  RETRY_DELAY_MS,
  retryRotation,
  rotateToken,
} from '../../../modules/grants/index.ts';
import { notAuthorized } from '../resources.ts';
import { grantResultOfUser } from './user-result.ts';
import { SharedRates, storedCounter, tooMany } from '../../../modules/throttle/index.ts';
import { grantEvent } from '../client-auth/client-event.ts';

/** How long after the first use a client may retry because the answer was lost: as long as a short outage takes. */
const RETRY_SECONDS = 30;

/** RFC 6749 §6: rotated at every use (RFC 9700 §4.14.2); reuse ends the grant, and the first token's end is the last's. */
export const refreshToken: Grant = {
  required: ['refresh_token'],
  mayAskFor: ({ scopes, apis }) => new Set([...scopes, ...givenScopes(apis)]),
  async redeem(request) {
    const { runtime, client, form, scopes, resources, details, jkt, now } = request;
    const token = requiredParameter(form, 'refresh_token');
    onlyApi(client.apis, resources ?? []);
    // Only hashes are stored. The successor is derived from the token and a key of the server, so that a retry gets the
    // same one.
    const family = familyOf(token);
    const successor =
      REFRESH_PREFIX + customerPart(client.customerId) + family.root + runtime.vault.mac('refresh-token', token);
    const rates = runtime.get(SharedRates);
    const ofFamily = storedCounter('refresh', family.root);
    const early = rates.waitFor(ofFamily);
    if (early > 0) throw tooMany(early);
    const presented = {
      tokenHash: digest(token),
      customerId: client.customerId,
      clientId: client.id,
      jkt,
      now,
      idleSince: idleSince(now, runtime.settings.sessions),
      scopes,
      resources,
      details: details && JSON.stringify(details),
    };
    const successorHash = digest(successor);
    // FAPI 2.0 §5.3.2.1: no rotation, because the token is bound by the client's authentication.
    const rotates = !client.fapi2;
    const login =
      (await runtime.db.first(rotateToken, {
        ...presented,
        rotates,
        successorHash,
        isKnownByRoot: family.isNamed,
        successorJkt: boundTo(request),
        notedBefore: notedBefore(now),
      })) ?? (await retry(request, presented, successorHash, family));
    // Whose token it is shows only now. If that user has too many, the next use of this family waits.
    const ofUser = storedCounter('refresh', `${login.userId} ${client.id}`);
    rates.add(ofUser, 1);
    await rates.tell(ofUser);
    const untilThen = rates.waitFor(ofUser);
    if (untilThen > 0) rates.fill(ofFamily, untilThen);
    // RFC 6749 §6: a narrower scope is the access token's alone; the next refresh token keeps what was granted. OIDC Core
    // §12.2: a refreshed ID token repeats no nonce.
    return grantResultOfUser(request, login, { nonce: null, refreshToken: rotates ? successor : null });
  },
};

/** Answers a client that retries because the answer was lost. Any other reuse ends the grant, and is `invalid_grant`. */
async function retry(
  request: TokenRequest,
  presented: PresentedToken,
  successorHash: Buffer,
  family: TokenFamily,
): Promise<RedeemedGrant> {
  const { runtime, client, now } = request;
  const gone = request.gone();
  if (gone.aborted) throw refused();
  const retriableSince = client.refreshTokenPolicy === 'strict' ? null : secondsAfter(now, -RETRY_SECONDS);
  const event = grantEvent(request, 'refresh_token.reused');
  const outcome = await runtime.db.first(detectReuse, { ...presented, retriableSince, event });
  // A token that was used long ago is deleted. Whoever has it has a token of the family, whose first one is kept.
  if (!outcome?.isKnown && family.isNamed)
    await runtime.db.first(detectReuse, { ...presented, tokenHash: family.rootHash, retriableSince: null, event });
  if (outcome?.scopeExceeded)
    throw new OAuthError('invalid_scope', 'The request asks for a scope that was not granted.');
  if (outcome?.resourcesExceeded) throw request.resources === null ? notNamed() : notAuthorized();
  if (outcome?.detailsExceeded) throw detailsNotAuthorized();
  if (outcome?.claim) {
    const { claim } = outcome;
    // A client that lost an answer is the only one with its token. If others present the token before this is answered, the
    // next of them ends the grant. The database decides this, so all servers agree.
    const isGone = await wait(RETRY_DELAY_MS, false, { signal: gone }).catch(() => true);
    // Its next retry may come at once, and is no second client's.
    if (isGone) await runtime.db.rows(releaseRetry, { ...presented, claim });
    const login = isGone ? null : await runtime.db.first(retryRotation, { ...presented, successorHash, claim });
    if (login) return login;
  }
  throw refused();
}

const refused = (): OAuthError =>
  new OAuthError(
    'invalid_grant',
    'The refresh token is unknown, expired, revoked or used before, or is bound to another key.',
  );
