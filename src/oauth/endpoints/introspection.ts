import type { Request } from 'express';
import { expandScopes } from '../../kernel/access.ts';
import { epochSeconds } from '../../kernel/clock.ts';
import { readForm } from '../../http/form.ts';
import type { Runtime } from '../../kernel/runtime.ts';
import type { ClientRegistration } from '../../modules/clients/index.ts';
import { idleSince } from '../../modules/sessions/index.ts';
import { authenticateClient, authenticateClientBy } from '../client-auth/authenticate-client.ts';
import { invalidClient } from '../client-auth/credentials.ts';
import { answer, endpoint, type Handler } from '../endpoint.ts';
import { parameter, type Parameters, requiredParameter } from '../parameters.ts';
import {
  type AccessTokenClaims,
  audienceOf,
  type ClientTokenClaims,
  type UserTokenClaims,
} from '../tokens/access-token.ts';
import { recognizeToken } from '../tokens/recognize.ts';
import { type Asked, askOfClientToken, askOfRefreshToken, askOfUserToken } from './introspection.sql.ts';

type Facts = Readonly<Record<string, unknown>>;

/** Who asks, and what there is to tell of the token; null of a dead one. */
interface Finding {
  readonly asking: ClientRegistration;
  readonly facts: Facts | null;
}

/** RFC 7662 §2.2: nothing else is said of a token that is not active, least of all why. */
const INACTIVE: Facts = { active: false };

/**
 * `POST /oauth2/introspect` (RFC 7662): what a token is worth at this moment, for any confidential client of the same
 * customer, of a refresh token for its own client alone. One query finds the client that asks and what the token stands on.
 */
export function introspectionEndpoint(runtime: Runtime): Handler {
  return endpoint(runtime, async (request, response) => {
    const form = await readForm(request);
    const { asking, facts } = await find(runtime, request, form);
    // RFC 7662 §2.1: a client that proves nothing could be anybody, fishing for tokens.
    if (asking.tokenEndpointAuthMethod === 'none') throw invalidClient('Introspection is not for public clients.');
    requiredParameter(form, 'token');
    answer(response, 200, facts ? { active: true, ...facts } : INACTIVE);
  });
}

async function find(runtime: Runtime, request: Request, form: Parameters): Promise<Finding> {
  const token = await recognizeToken(runtime, parameter(form, 'token') ?? '');
  if (token?.kind === 'user') return ofUserToken(runtime, request, form, token.claims);
  if (token?.kind === 'client') return ofClientToken(runtime, request, form, token.claims);
  if (token?.kind === 'refresh') return ofRefreshToken(runtime, request, form, token.hash);
  return { asking: await authenticateClient(runtime, request, form), facts: null };
}

async function ofUserToken(runtime: Runtime, request: Request, form: Parameters, claims: UserTokenClaims) {
  const { gid, sub, sid } = claims;
  const asking = await authenticateClientBy(runtime, request, form, (id) =>
    runtime.db.lookUp(askOfUserToken, id, gid, sub, sid),
  );
  const { holderScopes, email } = asking;
  const scopes = claims.scope.split(' ').filter((scope) => holderScopes?.includes(scope));
  const facts = common(runtime, asking, claims, scopes);
  return { asking, facts: facts && { ...facts, ...named(email, scopes), sid, auth_time: claims.auth_time } };
}

async function ofClientToken(runtime: Runtime, request: Request, form: Parameters, claims: ClientTokenClaims) {
  const asking = await authenticateClientBy(runtime, request, form, (id) =>
    runtime.db.lookUp(askOfClientToken, id, claims.client_id, claims.jti),
  );
  const scopes = claims.scope.split(' ');
  // What the client has lost since the token was issued is gone from the token too.
  const left: ReadonlySet<string> = expandScopes(scopes).intersection(expandScopes(asking.holderScopes ?? []));
  const kept = scopes.every((scope) => left.has(scope)) ? scopes : [...left];
  return { asking, facts: common(runtime, asking, claims, kept) };
}

async function ofRefreshToken(runtime: Runtime, request: Request, form: Parameters, hash: Buffer) {
  const now = runtime.clock.now();
  const values = [hash, now, idleSince(now, runtime.settings.sessions)];
  const asking = await authenticateClientBy(runtime, request, form, (id) =>
    runtime.db.first(askOfRefreshToken, [id, ...values]),
  );
  const { holderScopes, email, grantedScopes, userId, sessionId, issuedAt, expiresAt } = asking;
  if (!holderScopes) return { asking, facts: null };
  const scopes = grantedScopes.filter((scope) => holderScopes.includes(scope));
  const { baseUrl } = runtime.settings.server;
  const facts = {
    scope: scopes.join(' '),
    client_id: asking.id,
    sub: userId,
    ...named(email, scopes),
    exp: epochSeconds(expiresAt),
    iat: epochSeconds(issuedAt),
    iss: baseUrl,
    aud: baseUrl,
    customer_id: asking.customerId,
    sid: sessionId,
  };
  return { asking, facts };
}

/** What is told of every access token that is good for something. */
function common(
  runtime: Runtime,
  { holderResources }: Asked,
  claims: AccessTokenClaims,
  scopes: readonly string[],
): Facts | null {
  const audience = [claims.aud]
    .flat()
    .filter((name) => name === runtime.settings.server.baseUrl || holderResources?.includes(name));
  if (scopes.length === 0 || audience.length === 0) return null;
  return {
    scope: scopes.join(' '),
    client_id: claims.client_id,
    sub: claims.sub,
    token_type: 'Bearer',
    exp: claims.exp,
    iat: claims.iat,
    iss: claims.iss,
    aud: audienceOf(audience),
    jti: claims.jti,
    customer_id: claims.customer_id,
  };
}

// RFC 7662 §5: who asks learns of the user what the token's client may learn.
const named = (email: string, scopes: readonly string[]): Facts =>
  scopes.includes('email') ? { username: email } : {};
