import { isOwnName } from '../../../ground/http/protected-resource.ts';
import { expandScopes, USER_SCOPES } from '../../../ground/kernel/access.ts';
import type { AuthorizationDetail } from '../../../ground/kernel/authorization-details.ts';
import { newId } from '../../../ground/kernel/ids.ts';
import { listedAs } from '../../../ground/kernel/resource-uri.ts';
import type { ApiFacts } from '../../../modules/access/index.ts';
import { Refusals } from '../../../modules/audit/index.ts';
import {
  actsForItself,
  clientRegistration,
  clientScopes,
  servedBy,
  type ClientRegistration,
} from '../../../modules/clients/index.ts';
import { apiAtExchange, exchangeToken } from '../../../modules/grants/index.ts';
import { mayAct } from '../../../modules/registrations/index.ts';
import { Subjects } from '../../../modules/subjects/index.ts';
import { SharedRates } from '../../../modules/throttle/index.ts';
import { readClient } from '../client-auth/authenticate-client.ts';
import { clientEvent } from '../client-auth/client-event.ts';
import { apiOf, givenScopes, scopesAt } from '../apis.ts';
import { onlyAuthorized } from '../authorization-details.ts';
import { OAuthError } from '../errors.ts';
import { parameter, type Parameters, requiredParameter } from '../parameters.ts';
import { stillRegistered } from '../resources.ts';
import { onlyAllowed } from '../scopes.ts';
import {
  type AccessTokenClaims,
  type Actor,
  actorsSeen,
  type ClientTokenClaims,
  revocableId,
  type UserTokenClaims,
  verifyAccessToken,
} from '../tokens/access-token.ts';
import type { GrantResult, Grant, TokenRequest } from './grant.ts';

/** The only type of tokens that are exchanged, and that an exchange issues (RFC 8693 §3). */
export const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token';

/** The most actors of a token, one on behalf of the other. */
const ACTORS_MAX = 4;

/** A client that exchanges a token, and the other client that the token was issued to, if any. */
interface ExchangingClient extends ClientRegistration {
  readonly holder: ClientRegistration | null;
}

type ExchangeRequest = TokenRequest<ExchangingClient>;

/** What the new token is for. */
interface Wish {
  readonly scopes: readonly string[];
  readonly resources: readonly string[];
  /** The registered API that it is for; undefined if it is for none. */
  readonly api: ApiFacts | undefined;
  readonly details: readonly AuthorizationDetail[];
  /** Who acts in the name of the subject; undefined if it is the subject's own client. */
  readonly act: Actor | undefined;
  /** The token that proves the actor; null without one. */
  readonly actor: ClientTokenClaims | null;
}

/**
 * RFC 8693: a client exchanges an access token for one that can do less, or that is for other resources. The token was issued
 * to the client, or is a user's and for a resource that the client serves. The new one never outlives it.
 */
export const tokenExchange: Grant<ExchangingClient> = {
  required: ['subject_token', 'subject_token_type'],
  mayAskFor: ({ scopes, apis }) => new Set([...withIncluded(scopes), ...givenScopes(apis)]),
  async findClient(runtime, form, clientId, proof, isKnown) {
    const subject = await verifyAccessToken(runtime, parameter(form, 'subject_token') ?? '');
    const [client, holder] = await Promise.all([
      readClient(runtime, form, clientId, proof, isKnown),
      subject && subject.client_id !== clientId
        ? runtime.db.lookUp(clientRegistration, { clientId: subject.client_id })
        : null,
    ]);
    return client && { ...client, holder: holder ?? null };
  },
  async redeem(request) {
    const { runtime, form } = request;
    for (const name of ['subject_token_type', 'requested_token_type', 'actor_token_type']) checkType(form, name);
    const subject = await verifyAccessToken(runtime, requiredParameter(form, 'subject_token'));
    if (!subject || !isFor(request, subject)) throw invalidToken('subject_token');
    if (parameter(form, 'requested_subject') !== undefined) {
      // It writes a mail, which a token does not.
      const { impersonate } = await import('./impersonation.ts');
      return impersonate(request, subject);
    }
    const actor = await readActor(request);
    const api = await apiAsked(request, subject);
    const scopes = api ? scopesOfApi(api, request, subject) : scopesOf(request, subject);
    const resources = api ? [api.identifier] : resourcesOf(request, subject);
    // Nothing is handed on that the request does not ask for.
    const details = onlyAuthorized(request.details ?? [], subject.authorization_details ?? []);
    const wish = { scopes, resources, api, details, actor, act: actorOf(request, subject, actor) };
    return subject.sid === undefined ? ofClient(request, subject, wish) : ofUser(request, subject, wish);
  },
};

const isOwn = (client: ClientRegistration, subject: AccessTokenClaims): boolean => subject.client_id === client.id;

/** The scopes, and those that they include. */
const withIncluded = (scopes: readonly string[]): Set<string> => new Set([...scopes, ...expandScopes(scopes)]);

function checkType(form: Parameters, name: string): void {
  if ((parameter(form, name) ?? ACCESS_TOKEN) !== ACCESS_TOKEN)
    throw new OAuthError('invalid_request', `${name} must be ${ACCESS_TOKEN}.`);
}

// RFC 8693 §2.2.2: invalid_request for any token that is not acceptable. It does not say why.
const invalidToken = (name: string): OAuthError =>
  new OAuthError('invalid_request', `The ${name} is invalid, expired or revoked, or is not for this client.`);

/**
 * RFC 9449 §6, RFC 8705 §3: a client's own token that is bound is exchanged with what it is bound to, for one that is, too.
 */
const isProved = ({ cnf }: AccessTokenClaims, { jkt, x5t }: TokenRequest): boolean =>
  (cnf?.jkt === undefined || cnf.jkt === jkt) && (cnf?.['x5t#S256'] === undefined || cnf['x5t#S256'] === x5t);

/** Whether the client may exchange the token. */
function isFor(request: ExchangeRequest, subject: AccessTokenClaims): boolean {
  const { runtime, client, origin } = request;
  const isOfCustomer = subject.customer_id === client.customerId;
  const isServed =
    subject.sid !== undefined &&
    servedBy(runtime.settings, client, [subject.aud].flat()).length > 0 &&
    client.holder !== null &&
    mayAct(runtime, client.holder);
  if (isOfCustomer && (isOwn(client, subject) ? isProved(subject, request) : isServed)) return true;
  runtime.get(Refusals).note(origin(), {
    action: 'token.refused',
    subjectType: 'client',
    subjectId: client.id,
    customerId: client.customerId,
    details: { reason: 'NOT_FOR_CLIENT', ...(isOfCustomer && { tokenOf: subject.client_id }) },
  });
  return false;
}

/** RFC 8693 §2.1: the actor is the client itself, which may prove it with a token that it got for itself. */
async function readActor(request: TokenRequest): Promise<ClientTokenClaims | null> {
  const { runtime, client, form } = request;
  const token = parameter(form, 'actor_token');
  if ((token === undefined) !== (parameter(form, 'actor_token_type') === undefined))
    throw new OAuthError('invalid_request', 'actor_token and actor_token_type must be given together.');
  if (token === undefined) return null;
  const actor = await verifyAccessToken(runtime, token);
  if (actor?.sid === undefined && actor?.client_id === client.id && isProved(actor, request)) return actor;
  throw invalidToken('actor_token');
}

/** RFC 8693 §4.1: who acts. Earlier actors are nested. */
function actorOf({ client }: TokenRequest, subject: AccessTokenClaims, actor: object | null): Actor | undefined {
  if (isOwn(client, subject) && !actor) return subject.act;
  const act = { sub: client.id, ...(subject.act && { act: subject.act }) };
  if (depthOf(act) > ACTORS_MAX)
    throw new OAuthError('invalid_request', `A token cannot have more than ${ACTORS_MAX} actors.`);
  return act;
}

const depthOf = (act: Actor | undefined): number => (act ? 1 + depthOf(act.act) : 0);

/** The registered API that the new token is for: the requested one, or that of the client's own token. */
async function apiAsked(request: ExchangeRequest, subject: AccessTokenClaims): Promise<ApiFacts | undefined> {
  const { runtime, client } = request;
  const named = apiOf(client.apis, request) ?? (isOwn(client, subject) ? apiHeld(request, subject) : undefined);
  if (!named || subject.sid === undefined) return named;
  const key = { grantId: subject.gid, clientId: client.id, api: named.identifier };
  const [api] = (await runtime.db.lookUp(apiAtExchange, key))?.apis ?? [];
  if (!api) throw new OAuthError('invalid_target', 'The client has no scopes of the API for users.');
  return api;
}

const apiHeld = ({ client, resources }: ExchangeRequest, { aud }: AccessTokenClaims): ApiFacts | undefined =>
  resources === null ? client.apis?.find(({ identifier }) => identifier === aud) : undefined;

/** The scopes of a token for an API: of the same one, no more than the old token has. */
function scopesOfApi(
  api: ApiFacts,
  { scopes }: TokenRequest,
  { aud, scope, sid }: AccessTokenClaims,
): readonly string[] {
  const held = new Set(scope.split(' '));
  const isSame = aud === api.identifier;
  const wanted = scopesAt(api, sid === undefined ? 'client' : 'user', scopes ?? (isSame ? [...held] : null));
  return onlyAllowed(wanted.filter((each) => !isSame || held.has(each)).toSorted(), new Set(wanted));
}

/**
 * The scopes of the new token, all of which the old one has. Another client's token is never good for administering, and no
 * new token for offline use.
 */
function scopesOf({ client, scopes }: TokenRequest, subject: AccessTokenClaims): readonly string[] {
  const held = subject.scope.split(' ');
  const registered = withIncluded(client.scopes);
  const included = isOwn(client, subject)
    ? withIncluded(held)
    : new Set(held).intersection(new Set<string>(USER_SCOPES));
  const allowed = included.difference(new Set(['offline_access'])).intersection(registered);
  return onlyAllowed(scopes ?? held.filter((scope) => allowed.has(scope)), allowed).toSorted();
}

/**
 * The resources of the new token: the requested ones, or those of the old token. A client's own token for this server stays
 * one. Another client's token never becomes one.
 */
function resourcesOf({ runtime, client, resources }: TokenRequest, subject: AccessTokenClaims): readonly string[] {
  const issuer = runtime.settings.server.baseUrl;
  const held = [subject.aud].flat();
  if (isOwn(client, subject))
    return resources ?? (held.every((name) => name === issuer) ? [] : stillRegistered(held, client, null));
  const wanted = resources ?? held.flatMap((name) => listedAs(name, client.resources) ?? []);
  if (wanted.length === 0 || wanted.some((name) => isOwnName(runtime.settings, name)))
    throw new OAuthError('invalid_target', 'The request names no resource that the client is registered for.');
  return wanted.toSorted();
}

/** The token of a user: one round trip finds what it depends on, and creates what the new token depends on. */
async function ofUser(request: TokenRequest, subject: UserTokenClaims, wish: Wish): Promise<GrantResult> {
  const { runtime, client, now } = request;
  const { scopes, resources, api, details, act, actor } = wish;
  const { gid, sub: userId, sid: sessionId, client_id: subjectClientId } = subject;
  const told = { clientId: subjectClientId, sessionId, scopes, resources };
  await runtime.get(SharedRates).use('exchange', `${userId} ${client.id}`);
  const login = await runtime.db.first(exchangeToken, {
    subjectGrantId: gid,
    subjectClientId,
    customerId: client.customerId,
    userId,
    sessionId,
    clientId: client.id,
    scopes,
    resources,
    apiScopes: api ? scopes : [],
    isDetailed: details.length > 0,
    grantId: newId(now),
    actorJti: actor && revocableId(actor),
    now,
    event: isOwn(client, subject)
      ? null
      : clientEvent(request, { action: 'token.exchanged', subjectType: 'user', subjectId: userId, details: told }),
  });
  if (!login) throw invalidToken('subject_token');
  const { impersonatorId, grantId, ...found } = login;
  if (grantId === null) throw notAllowed();
  const own = { nonce: null, groups: null, refreshToken: null };
  const seen = actorsSeen(act, impersonatorId, await runtime.get(Subjects).of(client));
  return {
    scopes,
    resources,
    details,
    ...(api && { api }),
    login: { ...found, ...own, grantId },
    exchange: { expiresAt: subject.exp, act: seen },
  };
}

// RFC 6749 §5.2: the scope exceeds what the resource owner has granted.
const notAllowed = (): OAuthError =>
  new OAuthError('invalid_scope', 'The user has not allowed the client these scopes and resources.');

/** The token that a client got for itself. The new one is revoked together with it. */
async function ofClient(
  { runtime, client }: TokenRequest,
  subject: ClientTokenClaims,
  wish: Wish,
): Promise<GrantResult> {
  const { scopes, resources, api, details, act, actor } = wish;
  const alive = async (token: ClientTokenClaims): Promise<boolean> => {
    const key = { clientId: client.id, customerId: client.customerId, jti: revocableId(token) };
    return actsForItself((await runtime.db.lookUp(clientScopes, key))?.grantTypes ?? []);
  };
  const [isAlive, isActing] = await Promise.all([alive(subject), actor === null || alive(actor)]);
  if (!isAlive) throw invalidToken('subject_token');
  if (!isActing) throw invalidToken('actor_token');
  const of = { scopes, resources, details, ...(api && { api }) };
  return { ...of, exchange: { expiresAt: subject.exp, act, originJti: revocableId(subject) } };
}
