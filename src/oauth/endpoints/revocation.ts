import type { Request } from 'express';
import { AppError } from '../../kernel/errors.ts';
import { readForm } from '../../http/form.ts';
import { originOf } from '../../http/origin.ts';
import type { Runtime } from '../../kernel/runtime.ts';
import { type ClientRegistration, revokeClientToken } from '../../modules/clients/index.ts';
import { authenticateClient } from '../client-auth/authenticate-client.ts';
import { clientEvent, grantEvent } from '../client-auth/client-event.ts';
import { answer, endpoint, type Handler } from '../endpoint.ts';
import { OAuthError } from '../errors.ts';
import { requiredParameter } from '../parameters.ts';
import type { AccessTokenClaims } from '../tokens/access-token.ts';
import { recognizeToken } from '../tokens/recognize.ts';
import { endGrant, endGrantOfRefreshToken } from '../../modules/grants/index.ts';

const RETRY_SECONDS = 5;

/**
 * `POST /oauth2/revoke` (RFC 7009): a client gives a token up. With any token of a user's the whole grant ends, so that
 * none of its tokens is good for anything from then on; a token of the client's own is remembered until it would expire.
 */
export function revocationEndpoint(runtime: Runtime): Handler {
  return endpoint(runtime, async (request, response) => {
    const form = await readForm(request);
    await surely(runtime, request, async () => {
      const client = await authenticateClient(runtime, request, form);
      await revoke(runtime, request, client, requiredParameter(form, 'token'));
    });
    // RFC 7009 §2.2: the same for a token that is unknown or dead already, which is what the client wants it to be.
    answer(response, 200, {});
  });
}

async function revoke(runtime: Runtime, request: Request, client: ClientRegistration, token: string): Promise<void> {
  const { db } = runtime;
  const acting = { runtime, client, origin: () => originOf(request) };
  const known = await recognizeToken(runtime, token);
  if (known?.kind === 'refresh') {
    const values = [known.hash, client.customerId, client.id, grantEvent(acting, 'grant.revoked')];
    if ((await db.first(endGrantOfRefreshToken, values))?.foreign) throw notYours();
  } else if (known && isOf(known.claims, client)) {
    const { claims } = known;
    if (claims.sid !== undefined) {
      await db.rows(endGrant, [claims.gid, client.customerId, client.id, grantEvent(acting, 'grant.revoked')]);
    } else {
      const event = clientEvent(acting, { action: 'token.revoked', subjectType: 'token', subjectId: claims.jti });
      await db.rows(revokeClientToken, [claims.jti, client.customerId, client.id, new Date(claims.exp * 1000), event]);
    }
  }
}

/** Another customer's token is as good as unknown. */
function isOf(claims: AccessTokenClaims, client: ClientRegistration): boolean {
  if (claims.customer_id !== client.customerId) return false;
  if (claims.client_id !== client.id) throw notYours();
  return true;
}

// RFC 7009 §2.1: the request is refused, and the client told. RFC 6749 §5.2 has the word for it.
const notYours = (): OAuthError => new OAuthError('invalid_grant', 'The token was issued to another client.');

/** RFC 7009 §2.2.1: where it is not certain that the token is dead, nobody may believe so; the client tries again. */
async function surely(runtime: Runtime, request: Request, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof OAuthError || error instanceof AppError) throw error;
    runtime.log.error({ err: error, requestId: originOf(request).requestId }, 'A token could not be revoked.');
    throw new OAuthError('temporarily_unavailable', 'The token could not be revoked. Try again.', {
      headers: { 'retry-after': String(RETRY_SECONDS) },
    });
  }
}
