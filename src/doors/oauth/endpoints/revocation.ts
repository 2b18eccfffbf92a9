import type { Request } from 'express';
import { AppError } from '../../../ground/kernel/errors.ts';
import { readForm } from '../../../ground/http/form.ts';
import { originOf } from '../../../ground/http/origin.ts';
import type { Runtime } from '../../../ground/kernel/runtime.ts';
import { type ClientRegistration, revokeClientToken } from '../../../modules/clients/index.ts';
import { authenticateClient } from '../client-auth/authenticate-client.ts';
import { clientEvent, grantEvent, type Acting } from '../client-auth/client-event.ts';
import { answer, endpoint, type Handler } from '../endpoint.ts';
import { OAuthError } from '../errors.ts';
import { requiredParameter } from '../parameters.ts';
import { type AccessTokenClaims, revocableId } from '../tokens/access-token.ts';
import { recognizeToken } from '../tokens/recognize.ts';
import { revokeGrant } from '../../../modules/grants/index.ts';

const RETRY_SECONDS = 5;

/**
 * `POST /oauth2/revoke` (RFC 7009): a client revokes a token. A user's token ends its whole grant, with all tokens. A token
 * of the client itself is stored as revoked until it expires.
 */
export function revocationEndpoint(runtime: Runtime): Handler {
  return endpoint(runtime, async (request, response) => {
    const form = await readForm(request);
    await orTryAgain(runtime, request, async () => {
      const client = await authenticateClient(runtime, request, form);
      await revoke(runtime, request, client, requiredParameter(form, 'token'));
    });
    // RFC 7009 §2.2: the answer is the same if the token is unknown or no longer valid.
    answer(response, 200, {});
  });
}

async function revoke(runtime: Runtime, request: Request, client: ClientRegistration, token: string): Promise<void> {
  const { db } = runtime;
  const acting = { runtime, client, origin: () => originOf(request) };
  const known = await recognizeToken(runtime, token);
  if (known?.kind === 'refresh') {
    if (await endGrant(acting, { grantId: null, tokenHash: known.rootHash })) throw notYours();
  } else if (known && isOf(known.claims, client)) {
    const { claims } = known;
    if (claims.sid !== undefined) {
      await endGrant(acting, { grantId: claims.gid, tokenHash: null });
    } else {
      const { exp } = claims;
      const jti = revocableId(claims);
      const event = clientEvent(acting, { action: 'token.revoked', subjectType: 'token', subjectId: jti });
      const { customerId, id: clientId } = client;
      await db.rows(revokeClientToken, { jti, customerId, clientId, expiresAt: new Date(exp * 1000), event });
    }
  }
}

/** Ends the grant of a token. Returns whether the token belongs to another client. */
async function endGrant(
  acting: Acting,
  token: { readonly grantId: string | null; readonly tokenHash: Buffer | null },
): Promise<boolean> {
  const { customerId, id: clientId } = acting.client;
  const event = grantEvent(acting, 'grant.revoked');
  const revoked = await acting.runtime.db.first(revokeGrant, { customerId, clientId, ...token, event });
  return revoked!.isForeign;
}

/** Another customer's token counts as unknown. */
function isOf(claims: AccessTokenClaims, client: ClientRegistration): boolean {
  if (claims.customer_id !== client.customerId) return false;
  if (claims.client_id !== client.id) throw notYours();
  return true;
}

// RFC 7009 §2.1: the request is refused. RFC 6749 §5.2: `invalid_grant` is for tokens of another client.
const notYours = (): OAuthError => new OAuthError('invalid_grant', 'The token was issued to another client.');

/** RFC 7009 §2.2.1: if the revocation may have failed, the client must assume that the token is valid, and try again. */
async function orTryAgain(runtime: Runtime, request: Request, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof OAuthError || error instanceof AppError) throw error;
    runtime.log.error({ err: error, requestId: originOf(request).requestId }, 'Cannot revoke a token.');
    throw new OAuthError('temporarily_unavailable', 'The token could not be revoked. Try again.', {
      headers: { 'retry-after': String(RETRY_SECONDS) },
    });
  }
}
