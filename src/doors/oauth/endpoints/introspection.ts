import type { Request } from 'express';
import { expandScopes, isOwnScope } from '../../../ground/kernel/access.ts';
import { epochSeconds } from '../../../ground/kernel/clock.ts';
import { readForm } from '../../../ground/http/form.ts';
import { isOwnName } from '../../../ground/http/protected-resource.ts';
import type { Runtime } from '../../../ground/kernel/runtime.ts';
import { allowedScopes, type ApiFacts } from '../../../modules/access/index.ts';
import {
  introspectClientToken,
  introspectRefreshToken,
  introspectUserToken,
  servedBy,
  type ClientRegistration,
  type Introspected,
  type IntrospectedOfUser,
} from '../../../modules/clients/index.ts';
import type { ActingFor } from '../../../modules/grants/index.ts';
import { mayAct } from '../../../modules/registrations/index.ts';
import { idleSince } from '../../../modules/sessions/index.ts';
import { Subjects } from '../../../modules/subjects/index.ts';
import { authenticateClient, authenticateClientBy } from '../client-auth/authenticate-client.ts';
import { invalidClient } from '../client-auth/credentials.ts';
import { asMember, detailsFor, locationsOf } from '../authorization-details.ts';
import { answer, endpoint, type Handler } from '../endpoint.ts';
import { parameter, type Parameters, requiredParameter } from '../parameters.ts';
import {
  type AccessTokenClaims,
  audienceOf,
  actorsSeen,
  authorityAt,
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
 * tokens, and few learn whose they are; only its own client may ask about a refresh token. One query reads the client that asks
 * and the token's grant.
 */
export function introspectionEndpoint(runtime: Runtime): Handler {
  return endpoint(runtime, async (request, response) => {
    const form = await readForm(request);
    const { asking, facts } = await find(runtime, request, form);
    // RFC 7662 §2.1: authentication prevents callers from trying tokens.
    if (asking.tokenEndpointAuthMethod === 'none') throw invalidClient('Public clients cannot use introspection.');
    requiredParameter(form, 'token');
    answer(response, 200, introspectionOf(facts));
  });
}

/** The answer with these facts about a token; null if it is not active. */
export const introspectionOf = (facts: Facts | null): Facts => (facts ? { active: true, ...facts } : INACTIVE);

async function find(runtime: Runtime, request: Request, form: Parameters): Promise<Finding> {
  const token = await recognizeToken(runtime, parameter(form, 'token') ?? '');
  if (token?.kind === 'user') return ofUserToken(runtime, request, form, token.claims);
  if (token?.kind === 'client') return ofClientToken(runtime, request, form, token.claims);
  if (token?.kind === 'refresh') return ofRefreshToken(runtime, request, form, token.hash);
  return { asking: await authenticateClient(runtime, request, form), facts: null };
}

async function ofUserToken(runtime: Runtime, request: Request, form: Parameters, claims: UserTokenClaims) {
  const { gid: grantId, sub: userId, sid } = claims;
  const api = otherServer(runtime, claims);
  const asking = await authenticateClientBy(runtime, request, form, (clientId) =>
    runtime.db.lookUp(introspectUserToken, { clientId, grantId, userId, sessionId: sid, api }),
  );
  return { asking, facts: await factsOfUserToken(runtime, asking, claims) };
}

/** What the token is for, if that may be an API; or no text. */
export const otherServer = ({ settings }: Runtime, { aud }: UserTokenClaims): string =>
  typeof aud === 'string' && !isOwnName(settings, aud) ? aud : '';

/** What the client that asks is told about a user's access token with these claims; null if it is not active. */
export async function factsOfUserToken(
  runtime: Runtime,
  asking: IntrospectedOfUser,
  claims: UserTokenClaims,
): Promise<Facts | null> {
  const { email, organization } = asking;
  const scopes = scopesLeft(claims.scope.split(' '), asking, asking.holderApis);
  const facts = common(runtime, asking, claims, scopes, asking.holderApis?.[0]);
  if (!facts || !mayKnowWhose(runtime, asking, claims)) return facts;
  const told = await subjectSeenBy(runtime, asking, claims);
  return { ...facts, ...told, ...named(email, organization, scopes), auth_time: claims.auth_time };
}

/** Those of a user's scopes that the client still has, and of APIs, that the user may still have. */
function scopesLeft(
  scopes: readonly string[],
  { holderScopes }: Pick<Introspected, 'holderScopes'>,
  apis: readonly ApiFacts[] | null,
): string[] {
  const ofApis = (apis ?? []).map((api) => allowedScopes(api, 'user'));
  return scopes.filter((scope) =>
    isOwnScope(scope) ? holderScopes?.includes(scope) : ofApis.some((allowed) => allowed.has(scope)),
  );
}

/**
 * Whether the client that asks may know whose token it is, and who acts (RFC 7662 §4): it got the token or serves a resource of
 * it, or an administrator registered it and the token names no other server.
 */
function mayKnowWhose({ settings }: Runtime, asking: ClientRegistration, { client_id: id, aud }: AccessTokenClaims) {
  const names = [aud].flat();
  const isChecked = asking.ownerId === null && asking.source === 'created';
  return (
    asking.id === id ||
    servedBy(settings, asking, names).length > 0 ||
    (isChecked && names.some((name) => isOwnName(settings, name)))
  );
}

/**
 * The user, session and actors of a token, for a client that may know them. It gets what the token says. A client with
 * pairwise subjects gets its own for the user of any other client's token. One with public subjects gets the user's id if the
 * token is for a resource that it serves.
 */
async function subjectSeenBy(runtime: Runtime, asking: IntrospectedOfUser, claims: UserTokenClaims): Promise<Facts> {
  const { sub, sid, act, shown, client_id: clientId, sector } = claims;
  const issued = { sub, sid, ...shown, ...(act && { act }) };
  if (asking.id === clientId || (sector ?? null) === asking.sector) return issued;
  const isServer = servedBy(runtime.settings, asking, [claims.aud].flat()).length > 0;
  if (asking.sector === null && !isServer) return issued;
  const view = await runtime.get(Subjects).of(asking);
  const actors = actorsSeen(act, asking.impersonatorId, view);
  return { sub: view.sub(sub), sid: view.sid(sid), ...(actors && { act: actors }) };
}

async function ofClientToken(runtime: Runtime, request: Request, form: Parameters, claims: ClientTokenClaims) {
  const asking = await authenticateClientBy(runtime, request, form, (clientId) =>
    runtime.db.lookUp(introspectClientToken, { clientId, holderId: claims.client_id, jti: revocableId(claims) }),
  );
  const scopes = claims.scope.split(' ');
  const api = asking.holderApis?.find(({ identifier }) => [claims.aud].flat().includes(identifier));
  // Scopes that the client has lost since the token was issued do not count.
  const left: ReadonlySet<string> = api
    ? new Set(scopes).intersection(allowedScopes(api, 'client'))
    : expandScopes(scopes).intersection(expandScopes(asking.holderScopes ?? []));
  const kept = scopes.every((scope) => left.has(scope)) ? scopes : [...left];
  const facts = common(runtime, asking, claims, kept, api);
  const act = mayKnowWhose(runtime, asking, claims) ? claims.act : undefined;
  return { asking, facts: facts && { ...facts, sub: claims.sub, ...(act && { act }) } };
}

async function ofRefreshToken(runtime: Runtime, request: Request, form: Parameters, hash: Buffer) {
  const now = runtime.clock.now();
  const values = { tokenHash: hash, now, idleSince: idleSince(now, runtime.settings.sessions) };
  const asking = await authenticateClientBy(runtime, request, form, (clientId) =>
    runtime.db.first(introspectRefreshToken, { clientId, ...values }),
  );
  const {
    holderScopes,
    email,
    organization,
    grantedScopes,
    grantedApis,
    grantedDetails,
    userId,
    sessionId,
    dpopJkt,
    issuedAt,
    expiresAt,
  } = asking;
  if (!holderScopes) return { asking, facts: null };
  const scopes = scopesLeft(grantedScopes, asking, grantedApis);
  const { baseUrl } = runtime.settings.server;
  const view = await runtime.get(Subjects).of(asking);
  const facts = {
    scope: scopes.join(' '),
    client_id: asking.id,
    sub: view.sub(userId),
    ...named(email, organization, scopes),
    exp: epochSeconds(expiresAt),
    iat: epochSeconds(issuedAt),
    iss: baseUrl,
    aud: baseUrl,
    ...asMember(detailsFor(runtime.settings, asking, grantedDetails, locationsOf(grantedDetails))),
    customer_id: asking.customerId,
    sid: view.sid(sessionId),
    ...(dpopJkt !== null && { cnf: { jkt: dpopJkt } }),
  };
  return { asking, facts };
}

/** The facts about an access token; null if its client may not act, or if it has no scope or audience left. */
function common(
  runtime: Runtime,
  asking: Introspected,
  claims: AccessTokenClaims,
  scopes: readonly string[],
  api?: ApiFacts,
): Facts | null {
  const { holderResources, holderDetailsTypes: types, holderSource: source } = asking;
  const standing = { expiresAt: asking.holderExpiresAt, ownerIsActive: asking.holderOwnerIsActive };
  if (source === null || !mayAct(runtime, { id: claims.client_id, source, ...standing })) return null;
  const audience = [claims.aud]
    .flat()
    .filter(
      (name) => name === runtime.settings.server.baseUrl || name === api?.identifier || holderResources?.includes(name),
    );
  if (scopes.length === 0 || audience.length === 0) return null;
  // RFC 9396 §9.2: what is for other resource servers is not for this one to know.
  const readable = asking.id === claims.client_id ? audience : servedBy(runtime.settings, asking, audience);
  const details = mayKnowWhose(runtime, asking, claims)
    ? detailsFor(
        runtime.settings,
        { authorizationDetailsTypes: types ?? [] },
        claims.authorization_details ?? [],
        readable,
      )
    : [];
  return {
    scope: scopes.join(' '),
    client_id: claims.client_id,
    token_type: claims.cnf?.jkt ? 'DPoP' : 'Bearer',
    exp: claims.exp,
    iat: claims.iat,
    iss: claims.iss,
    aud: audienceOf(audience),
    ...asMember(details),
    jti: claims.jti,
    // RFC 9449 §6.2, RFC 8705 §3.2
    ...(claims.cnf && { cnf: claims.cnf }),
    customer_id: claims.customer_id,
    ...(api && readable.length > 0 && authorityAt(api, claims.sid === undefined ? 'client' : 'user')),
  };
}

// RFC 7662 §5: the answer says no more about the user than the token's client may know.
const named = (email: string, organization: ActingFor | null, scopes: readonly string[]): Facts => ({
  ...(scopes.includes('email') && { username: email }),
  ...(organization && scopes.includes('organization') && { organization }),
});
