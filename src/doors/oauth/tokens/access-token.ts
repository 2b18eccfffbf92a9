import { isOwnName } from '../../../ground/http/protected-resource.ts';
import type { AuthorizationDetail } from '../../../ground/kernel/authorization-details.ts';
import { identify } from '../../../ground/kernel/activity.ts';
import { epochSeconds, secondsAfter } from '../../../ground/kernel/clock.ts';
import type { AppError } from '../../../ground/kernel/errors.ts';
import { newId } from '../../../ground/kernel/ids.ts';
import type { Runtime } from '../../../ground/kernel/runtime.ts';
import { Keyring } from '../../../modules/keys/index.ts';
import { asMember } from '../authorization-details.ts';
import { oauthErrors } from '../errors.ts';
import { TOKEN_TYPES } from '../vocabulary.ts';
import { sign, type UnsignedToken } from './unsigned.ts';
import { FAPI2_ACCESS_SECONDS } from '../../../modules/clients/index.ts';
import { entitlementsAt, type ApiFacts } from '../../../modules/access/index.ts';
import type { ActingFor, Login } from '../../../modules/grants/index.ts';
import { PUBLIC_VIEW, Subjects, type SubjectView } from '../../../modules/subjects/index.ts';

/** RFC 8693 §4.1: who acts in the name of the subject, and for whom they act. */
export interface Actor {
  readonly sub: string;
  readonly act?: Actor;
}

/**
 * The actors as a client knows them. The first of them, who is nested in all others, may be an administrator who acts as the
 * user; the others are clients.
 */
export function actorsSeen(
  act: Actor | undefined,
  impersonatorId: string | null,
  view: SubjectView,
): Actor | undefined {
  if (!act || impersonatorId === null) return act;
  return act.act
    ? { ...act, act: actorsSeen(act.act, impersonatorId, view)! }
    : { ...act, sub: view.sub(impersonatorId) };
}

/** What a token has of the one that it was exchanged for. */
export interface Exchanged {
  /** When that one expires, in seconds since 1970. */
  readonly expiresAt: number;
  readonly act: Actor | undefined;
  /** The id by which a client's own token is revoked. */
  readonly originJti?: string;
}

/** RFC 7800: the thumbprints of the key (RFC 9449 §6.1) and of the certificate (RFC 8705 §3.1) that a token is bound to. */
export interface Confirmation {
  readonly jkt?: string;
  readonly 'x5t#S256'?: string;
}

/** What an API is told about the authority of the subject, as far as it wants to know. */
export interface Authority {
  readonly roles?: readonly string[];
  readonly groups?: readonly string[];
  readonly entitlements?: readonly string[];
}

interface CommonClaims extends Authority {
  readonly iss: string;
  /** RFC 8707: the resources that the token is for, or this server. */
  readonly aud: string | readonly string[];
  readonly sub: string;
  readonly client_id: string;
  readonly customer_id: string;
  readonly scope: string;
  readonly jti: string;
  readonly iat: number;
  readonly exp: number;
  /** What the token is bound to. */
  readonly cnf?: Confirmation;
  readonly act?: Actor;
  /** RFC 9396 §9.1: what the token authorizes in detail. */
  readonly authorization_details?: readonly AuthorizationDetail[];
}

/**
 * An access token of a client acting for itself. Its `sub` is the client's id, which is never a user's id (RFC 9700 §4.15):
 * the server makes both from random bits, and the one id that an operator may choose exists before the first user. Only
 * users' tokens have `sid`, which tells the kinds apart.
 */
export interface ClientTokenClaims extends CommonClaims {
  readonly sid?: undefined;
  /** The `jti` of the token that it was exchanged for, together with which it is revoked. */
  readonly origin_jti?: string;
}

/** The id by which a client's own token is revoked. */
export const revocableId = ({ jti, origin_jti: origin = jti }: ClientTokenClaims): string => origin;

/** How a token names its user and session. */
export interface ShownSubject {
  readonly sub: string;
  readonly sid: string;
}

/**
 * An access token of a user: `sub` is the user's id, `sid` the session's, `gid` the grant's. For a client with pairwise
 * subjects, the token itself has what the client knows instead of the first two, and its sector.
 */
export interface UserTokenClaims extends CommonClaims {
  readonly sid: string;
  readonly gid: string;
  readonly auth_time: number;
  /** The host that the pairwise subject is for (OIDC Core §8.1). */
  readonly sector?: string;
  /** What the token itself says in place of `sub` and `sid`, if they are pairwise. */
  readonly shown?: ShownSubject;
  /** The organization that the user acts for. */
  readonly organization?: ActingFor;
}

export type AccessTokenClaims = ClientTokenClaims | UserTokenClaims;

/** What an access token is issued for. */
export interface Bearer {
  readonly clientId: string;
  readonly customerId: string;
  /** Whether FAPI 2.0 binds the client, so its tokens live for a short time whatever the configuration says. */
  readonly fapi2?: boolean;
  readonly scopes: readonly string[];
  /** The resources that the token is for; empty for this server. */
  readonly resources?: readonly string[];
  /** The registered API that the token is for; absent if it is for none. */
  readonly api?: ApiFacts;
  /** What the token authorizes in detail. */
  readonly details?: readonly AuthorizationDetail[];
  /** Absent if the client acts for itself. */
  readonly login?: Login;
  /** The thumbprint of the key that the token is bound to; null or absent if it is not. */
  readonly jkt?: string | null;
  /** The same for a certificate. */
  readonly x5t?: string | null;
  /** How the client knows the user; by the id if it is absent. */
  readonly view?: SubjectView;
  /** Absent if the token was not exchanged for another. */
  readonly exchange?: Exchanged;
}

export interface AccessToken {
  readonly token: string;
  /** Seconds. */
  readonly expiresIn: number;
}

/** Signs an access token. */
export async function issueAccessToken(runtime: Runtime, bearer: Bearer, now: Date): Promise<AccessToken> {
  const unsigned = accessTokenOf(runtime, bearer, now);
  const { iat, exp } = unsigned.claims;
  return { token: await sign(runtime, unsigned), expiresIn: exp - iat };
}

/** An access token (RFC 9068) before it is signed. A user's token ends with the session, unless it has `offline_access`. */
export function accessTokenOf(runtime: Runtime, bearer: Bearer, now: Date): UnsignedToken<AccessTokenClaims> {
  const {
    clientId,
    customerId,
    scopes,
    resources = [],
    details = [],
    login,
    jkt = null,
    x5t = null,
    exchange,
    api,
    view = PUBLIC_VIEW,
  } = bearer;
  const issuer = runtime.settings.server.baseUrl;
  const iat = epochSeconds(now);
  const exp = Math.min(epochSeconds(expiry(runtime, bearer, now)), exchange?.expiresAt ?? Number.MAX_SAFE_INTEGER);
  const claims: CommonClaims = {
    iss: issuer,
    aud: audienceOf(resources.length > 0 ? resources : [issuer]),
    sub: login ? view.sub(login.userId) : clientId,
    client_id: clientId,
    customer_id: customerId,
    scope: scopes.join(' '),
    jti: newId(now),
    iat,
    exp,
    ...asMember(details),
    ...(api && authorityAt(api, login ? 'user' : 'client')),
    ...((jkt !== null || x5t !== null) && {
      cnf: { ...(jkt !== null && { jkt }), ...(x5t !== null && { 'x5t#S256': x5t }) },
    }),
  };
  const kind = login ? claimsOfLogin(login, scopes, view) : {};
  const all = { ...claims, ...kind, ...(exchange && claimsOfExchange(exchange)) } satisfies AccessTokenClaims;
  return { algorithm: api?.signingAlg ?? 'ES256', typ: TOKEN_TYPES.access, claims: all };
}

const claimsOfLogin = (
  { sessionId, grantId, authTime, organization }: Login,
  scopes: readonly string[],
  { sector, sid }: SubjectView,
) => ({
  sid: sid(sessionId),
  ...(sector !== null && { sector }),
  gid: grantId,
  auth_time: epochSeconds(authTime),
  ...(organization && scopes.includes('organization') && { organization }),
});

/** RFC 9068 §2.2.3.1: what tokens for the API, and their introspection, tell about the authority of the subject. */
export const authorityAt = (api: ApiFacts, subject: 'user' | 'client'): Authority => ({
  ...(api.tellsRoles && { roles: api.roles.map(({ name }) => name) }),
  ...(api.groups && { groups: api.groups.toSorted() }),
  ...(api.tellsEntitlements && { entitlements: entitlementsAt(api, subject) }),
});

const claimsOfExchange = ({ act, originJti }: Exchanged) => ({
  ...(act && { act }),
  ...(originJti !== undefined && { origin_jti: originJti }),
});

/** RFC 7519 §4.1.3: one audience is a string, several are a list. */
export const audienceOf = (names: readonly string[]): string | readonly string[] =>
  names.length === 1 ? names[0]! : names;

function expiry({ settings }: Runtime, { fapi2 = false, scopes, login, api }: Bearer, now: Date): Date {
  const accessSeconds = api?.tokenSeconds ?? settings.tokens.accessSeconds;
  const full = secondsAfter(now, fapi2 ? Math.min(accessSeconds, FAPI2_ACCESS_SECONDS) : accessSeconds);
  if (!login || scopes.includes('offline_access') || login.sessionExpiresAt > full) return full;
  return login.sessionExpiresAt;
}

/** The error for any access token that is not valid. It does not say why. */
export const invalidToken = (): AppError => oauthErrors.INVALID_TOKEN();

/**
 * The claims of an access token of this server that has not expired, whatever its audience; null for anything else. The
 * caller asks the database, at every use, whether its grant or client still exists.
 */
export async function verifyAccessToken(runtime: Runtime, token: string): Promise<AccessTokenClaims | null> {
  const claims = (await runtime.get(Keyring).verify(token, TOKEN_TYPES.access)) as AccessTokenClaims | null;
  // RFC 9068 §4: check the issuer and the expiry.
  if (claims?.iss !== runtime.settings.server.baseUrl) return null;
  if (claims.exp <= epochSeconds(runtime.clock.now())) return null;
  return claims.sid === undefined ? claims : withIds(runtime, claims);
}

/** The claims of a user's token with the ids of its user and session; null if these cannot be read. */
export async function withIds(runtime: Runtime, claims: UserTokenClaims): Promise<UserTokenClaims | null> {
  return claims.sector === undefined ? claims : withIdsOf(runtime, claims, claims.sector);
}

/** The same for a token for a sector. */
async function withIdsOf(runtime: Runtime, claims: UserTokenClaims, sector: string): Promise<UserTokenClaims | null> {
  const { sub, sid, customer_id: customerId } = claims;
  const view = await runtime.get(Subjects).of({ customerId, sector });
  const [userId, sessionId] = [view.userOf(sub), view.sessionOf(sid)];
  return userId && sessionId ? { ...claims, sub: userId, sid: sessionId, shown: { sub, sid } } : null;
}

/** Whether this server is among the audience of the token. */
export const isForThisServer = ({ settings }: Runtime, { aud }: AccessTokenClaims): boolean =>
  [aud].flat().some((name) => isOwnName(settings, name));

/** The same for a token whose audience is this server; `unauthenticated` for anything else. */
export async function readAccessToken(runtime: Runtime, token: string): Promise<AccessTokenClaims> {
  const claims = await verifyAccessToken(runtime, token);
  // RFC 9068 §4: check the audience.
  if (!claims || !isForThisServer(runtime, claims)) throw invalidToken();
  const { customer_id: customerId, client_id: clientId, sid, sub } = claims;
  identify({ customerId, clientId, userId: sid === undefined ? null : sub });
  return claims;
}
