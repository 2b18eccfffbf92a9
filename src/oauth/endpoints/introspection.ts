import type { Request } from 'express';
import { expandScopes } from '../../kernel/access.ts';
import { epochSeconds } from '../../kernel/clock.ts';
import { readForm } from '../../http/form.ts';
import type { Runtime } from '../../kernel/runtime.ts';
import {
  introspectClientToken,
  introspectRefreshToken,
  introspectUserToken,
  type ClientRegistration,
  type Introspected,
} from '../../modules/clients/index.ts';
import type { ActingFor } from '../../modules/grants/index.ts';
import { idleSince } from '../../modules/sessions/index.ts';
import { authenticateClient, authenticateClientBy } from '../client-auth/authenticate-client.ts';
import { invalidClient } from '../client-auth/credentials.ts';
import { answer, endpoint, type Handler } from '../endpoint.ts';
import { parameter, type Parameters, requiredParameter } from '../parameters.ts';
import {
  type AccessTokenClaims,
  audienceOf,
  type ClientTokenClaims,
  revocableId,
  type UserTokenClaims,
} from '../tokens/access-token.ts';
import { recognizeToken } from '../tokens/recognize.ts';

type Facts = Readonly<Record<string, unknown>>;

/** The client that asks, and the facts about the token; null if the token is not active. */
interface Finding {
  readonly asking: ClientRegistration;
  readonly facts: Facts | null;
}

/** RFC 7662 §2.2: the answer for a token that is not active says nothing else. */
const INACTIVE: Facts = { active: false };

/**
 * `POST /oauth2/introspect` (RFC 7662): the state of a token. Any confidential client of the customer may ask about access
 * tokens; only its own client may ask about a refresh token. One query reads the client that asks and the token's grant.
 */
export function introspectionEndpoint(runtime: Runtime): Handler {
  return endpoint(runtime, async (request, response) => {
    const form = await readForm(request);
    const { asking, facts } = await find(runtime, request, form);
    // RFC 7662 §2.1: authentication prevents callers from trying tokens.
    if (asking.tokenEndpointAuthMethod === 'none') throw invalidClient('Public clients cannot use introspection.');
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
  const { gid: grantId, sub: userId, sid } = claims;
  const asking = await authenticateClientBy(runtime, request, form, (clientId) =>
    runtime.db.lookUp(introspectUserToken, { clientId, grantId, userId, sessionId: sid }),
  );
  const { holderScopes, email, organization } = asking;
  const scopes = claims.scope.split(' ').filter((scope) => holderScopes?.includes(scope));
  const facts = common(runtime, asking, claims, scopes);
  return {
    asking,
    facts: facts && { ...facts, ...named(email, organization, scopes), sid, auth_time: claims.auth_time },
  };
}

async function ofClientToken(runtime: Runtime, request: Request, form: Parameters, claims: ClientTokenClaims) {
  const asking = await authenticateClientBy(runtime, request, form, (clientId) =>
    runtime.db.lookUp(introspectClientToken, { clientId, holderId: claims.client_id, jti: revocableId(claims) }),
  );
  const scopes = claims.scope.split(' ');
  // Scopes that the client has lost since the token was issued do not count.
  const left: ReadonlySet<string> = expandScopes(scopes).intersection(expandScopes(asking.holderScopes ?? []));
  const kept = scopes.every((scope) => left.has(scope)) ? scopes : [...left];
  return { asking, facts: common(runtime, asking, claims, kept) };
}

async function ofRefreshToken(runtime: Runtime, request: Request, form: Parameters, hash: Buffer) {
  const now = runtime.clock.now();
  const values = { tokenHash: hash, now, idleSince: idleSince(now, runtime.settings.sessions) };
  const asking = await authenticateClientBy(runtime, request, form, (clientId) =>
    runtime.db.first(introspectRefreshToken, { clientId, ...values }),
  );
  const { holderScopes, email, organization, grantedScopes, userId, sessionId, dpopJkt, issuedAt, expiresAt } = asking;
  if (!holderScopes) return { asking, facts: null };
  const scopes = grantedScopes.filter((scope) => holderScopes.includes(scope));
  const { baseUrl } = runtime.settings.server;
  const facts = {
    scope: scopes.join(' '),
    client_id: asking.id,
    sub: userId,
    ...named(email, organization, scopes),
    exp: epochSeconds(expiresAt),
    iat: epochSeconds(issuedAt),
    iss: baseUrl,
    aud: baseUrl,
    customer_id: asking.customerId,
    sid: sessionId,
    ...(dpopJkt !== null && { cnf: { jkt: dpopJkt } }),
  };
  return { asking, facts };
}

/** The facts about an access token; null if it has no scope or audience left. */
function common(
  runtime: Runtime,
  { holderResources }: Introspected,
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
    token_type: claims.cnf?.jkt ? 'DPoP' : 'Bearer',
    exp: claims.exp,
    iat: claims.iat,
    iss: claims.iss,
    aud: audienceOf(audience),
    jti: claims.jti,
    // RFC 9449 §6.2, RFC 8705 §3.2
    ...(claims.cnf && { cnf: claims.cnf }),
    customer_id: claims.customer_id,
    ...(claims.act && { act: claims.act }),
  };
}

// RFC 7662 §5: the answer says no more about the user than the token's client may know.
const named = (email: string, organization: ActingFor | null, scopes: readonly string[]): Facts => ({
  ...(scopes.includes('email') && { username: email }),
  ...(organization && scopes.includes('organization') && { organization }),
});
