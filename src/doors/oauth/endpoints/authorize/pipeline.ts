import { anonymous } from '../../../../ground/kernel/access.ts';
import { RequestContext, type Origin } from '../../../../ground/kernel/context.ts';
import type { Runtime } from '../../../../ground/kernel/runtime.ts';
import { digest } from '../../../../ground/kernel/secret.ts';
import { endPushedRequest } from '../../../../modules/clients/index.ts';
import { DeviceAuthorizationService, type DeviceAnswer } from '../../../../modules/devices/index.ts';
import { issueCode, type AuthorizationAtLogin, type GrantingSession } from '../../../../modules/grants/index.ts';
import type { Candidate, LoginClient, Situation } from '../../../../modules/logins/index.ts';
import { isAtNamedHost, MetadataDocuments } from '../../../../modules/registrations/index.ts';
import { SharedRates, storedCounter } from '../../../../modules/throttle/index.ts';
import { Subjects } from '../../../../modules/subjects/index.ts';
import { askedDetails } from '../../authorization-details.ts';
import { hintedUser } from '../../tokens/id-token-hint.ts';
import { isFresh, refuse, type AuthorizationInput, type Attempt, type Check, type Stop } from './attempt.ts';
import { askedAcr, checkAcr } from './checks/acr.check.ts';
import { checkAuthorizationDetails } from './checks/authorization-details.check.ts';
import { checkClaims } from './checks/claims.check.ts';
import { checkConsent } from './checks/consent.check.ts';
import { checkDenied } from './checks/denied.check.ts';
import { checkDeviceGrant } from './checks/device-grant.check.ts';
import { checkDpop } from './checks/dpop.check.ts';
import { checkFactor } from './checks/factor.check.ts';
import { checkIdTokenHint } from './checks/id-token-hint.check.ts';
import { checkLogin } from './checks/login.check.ts';
import { checkMaxAge } from './checks/max-age.check.ts';
import { checkOrganization, checkOrganizationParameter } from './checks/organization.check.ts';
import { checkParameters } from './checks/parameters.check.ts';
import { checkPkce } from './checks/pkce.check.ts';
import { checkPrompt } from './checks/prompt.check.ts';
import { checkPushed } from './checks/pushed.check.ts';
import { checkRedirectUri } from './checks/redirect-uri.check.ts';
import { checkRequestObject } from './checks/request-object.check.ts';
import { checkResource, grantedResources } from './checks/resource.check.ts';
import { checkResponseMode, deliveryOf } from './checks/response-mode.check.ts';
import { checkResponseType } from './checks/response-type.check.ts';
import { grantedScopes, checkScope } from './checks/scope.check.ts';
import { withoutDeclined } from './declined.ts';
import { withDefaults } from './defaults.ts';
import type { Flow, FlowDevice } from './flow.ts';
import { grantedClaims, requestedClaims } from './granted-claims.ts';
import { grantedOrganization, organizationsToActFor } from './organizations.ts';
import { openRequestObject } from './request-object.ts';
import { findSituation, isReference, takePushed } from './situation.ts';

/** The checks of the request itself. Only the first may, and must, run before a redirect is safe. */
const ofRequest: readonly Check[] = [
  checkRedirectUri,
  checkParameters,
  checkPushed,
  checkRequestObject,
  checkResponseType,
  checkResponseMode,
  checkScope,
  checkAuthorizationDetails,
  checkResource,
  checkOrganizationParameter,
  checkPkce,
  checkDpop,
  checkPrompt,
  checkMaxAge,
  checkClaims,
  checkIdTokenHint,
];

/** The checks of a device's request. It has few parameters, and no redirect. */
const ofDevice: readonly Check[] = [
  checkParameters,
  checkDeviceGrant,
  checkScope,
  checkAuthorizationDetails,
  checkResource,
  checkOrganizationParameter,
  checkMaxAge,
  checkClaims,
];

/** The checks of the user, in this order. */
const ofUser: readonly Check[] = [checkDenied, checkLogin, checkFactor, checkAcr, checkOrganization, checkConsent];

/** How a request ends. */
export type Outcome =
  | Stop
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'device'; readonly answer: DeviceAnswer };

/** A request, and how it ends. */
export interface Decision {
  readonly asked: AuthorizationInput;
  /** Null if it is unknown; then the outcome is a page. */
  readonly client: LoginClient | null;
  readonly outcome: Outcome;
  /** Tells whether the browser may be redirected to the client without a page in between. */
  readonly redirects: () => Promise<boolean>;
  /** The user in `id_token_hint`; null without one. */
  readonly hintedUserId: string | null;
}

/** A browser that asks: where the request came from, which few requests need, and the secret of its session. */
interface Browser {
  readonly origin: () => Origin;
  readonly secret: string | undefined;
}

/** Runs the checks of a request of this browser: one read, and one write if all pass. */
export async function authorize(runtime: Runtime, input: AuthorizationInput, browser: Browser): Promise<Decision> {
  const fault = unanswerable(input) ?? (await documentFault(runtime, input, browser.origin));
  const found = fault === undefined ? await find(runtime, input, browser.secret) : null;
  if (!found) {
    const detail = fault ?? (isPushed(input) ? UNKNOWN_REFERENCE : 'invalid_request: client_id is missing or unknown');
    return {
      asked: input,
      client: null,
      outcome: { kind: 'page', detail },
      redirects: () => Promise.resolve(false),
      hintedUserId: null,
    };
  }
  const { asked, situation } = found;
  const attempt = await attemptOf(runtime, asked, situation);
  const outcome = await decide(runtime, browser, attempt);
  const { client } = situation;
  const redirects = () => mayRedirect(runtime, asked, situation);
  return { asked, client, outcome, redirects, hintedUserId: attempt.hintedUserId ?? null };
}

/** Whether the visitor may be sent to the client. One that nobody of the customer has checked has to be shown first. */
async function mayRedirect(
  runtime: Runtime,
  { parameters, flow }: AuthorizationInput,
  { client, consent }: Situation,
): Promise<boolean> {
  if (flow !== null || consent !== null || (!client.registeredBy && client.source === 'created')) return true;
  return isAtNamedHost(runtime, client, parameters.get('redirect_uri') ?? '');
}

const UNKNOWN_REFERENCE = 'invalid_request_uri: request_uri is unknown, expired or used, or is not for this client_id';

const USED: Outcome = { kind: 'page', detail: UNKNOWN_REFERENCE };

/** Why a request cannot even be looked up. */
function unanswerable({ repeated }: AuthorizationInput): string | undefined {
  const twice = ['client_id', 'request_uri'].find((name) => repeated.has(name));
  return twice && `invalid_request: ${twice} is given more than once`;
}

/** Why a client that describes itself cannot be used. A flow goes on with what was known when it began. */
async function documentFault(runtime: Runtime, { parameters, flow }: AuthorizationInput, origin: () => Origin) {
  if (flow || runtime.settings.clients.metadataHosts === undefined) return undefined;
  const fault = await runtime.get(MetadataDocuments).refresh(parameters.get('client_id') ?? '', origin);
  return fault && `invalid_client: the document of this client_id cannot be used: ${fault}`;
}

/** The request with its situation. Of a pushed request, only the pushed parameters count (RFC 9126 §4). */
async function find(
  runtime: Runtime,
  input: AuthorizationInput,
  secret: string | undefined,
): Promise<{ readonly asked: AuthorizationInput; readonly situation: Situation } | null> {
  const clientId = input.parameters.get('client_id');
  if (isPushed(input)) return takePushed(runtime, { clientId, reference: input.parameters.get('request_uri') }, secret);
  const situation = await findSituation(runtime, clientId, secret);
  if (!situation) return null;
  const { client } = situation;
  return { asked: withDefaults(await openRequestObject(runtime, input, client), client), situation };
}

const isPushed = ({ parameters, flow }: AuthorizationInput): boolean =>
  !flow && isReference(parameters.get('request_uri'));

/** Why a pushed request is refused, before any user is involved. */
export async function refusePushed(
  runtime: Runtime,
  asked: AuthorizationInput,
  situation: Situation,
): Promise<Stop | undefined> {
  const attempt = await attemptOf(runtime, asked, situation);
  return firstStop(ofRequest, attempt);
}

/** The same for a request of a device. */
export async function refuseDevice(
  runtime: Runtime,
  asked: AuthorizationInput,
  situation: Situation,
): Promise<Stop | undefined> {
  const attempt = await attemptOf(runtime, asked, situation);
  return firstStop(ofDevice, attempt);
}

function firstStop(checks: readonly Check[], attempt: Attempt): Stop | undefined {
  for (const check of checks) {
    const stop = check(attempt);
    if (stop) return stop;
  }
  return undefined;
}

/** The same for a request of a user. What the user has left out before is no matter of consent. */
const stopOf = (checks: readonly Check[], attempt: Attempt): Stop | undefined =>
  firstStop(checks, attempt) ?? firstStop(ofUser, withoutDeclined(attempt));

/** The request with all that is known about it. */
export async function attemptOf(runtime: Runtime, asked: AuthorizationInput, situation: Situation): Promise<Attempt> {
  const { client, session } = situation;
  const [hintedUserId, view, requested] = await Promise.all([
    readHint(runtime, asked, client),
    runtime.get(Subjects).of(client),
    requestedClaims(runtime, asked.parameters, client),
  ]);
  const organizations = await organizationsToActFor(runtime, { ...asked, ...situation, ...requested });
  const { signup, authentication } = runtime.settings;
  return {
    ...asked,
    ...situation,
    ...requested,
    ...askedDetails(runtime.settings, client, asked.parameters.get('authorization_details')),
    organizations,
    hintedUserId,
    sub: session && view.sub(session.userId),
    canSignUp: signup.enabled,
    levels: authentication.levels,
    now: runtime.clock.now(),
  };
}

/** The user in `id_token_hint`, which a flow knows since it began. */
async function readHint(
  runtime: Runtime,
  { parameters, flow }: AuthorizationInput,
  client: LoginClient,
): Promise<string | null | undefined> {
  const token = parameters.get('id_token_hint');
  return flow?.hintedUserId ?? (token === undefined ? undefined : hintedUser(runtime, client, token));
}

async function decide(runtime: Runtime, browser: Browser, attempt: Attempt): Promise<Outcome> {
  const device = attempt.flow?.device;
  const stop = stopOf(device ? ofDevice : ofRequest, attempt);
  // A user who declines has answered a pushed request, as a code does.
  if (attempt.flow?.denied && !(await endReference(runtime, attempt))) return USED;
  if (stop && (!device || stop.kind === 'ask')) return stop;
  const left = withoutDeclined(attempt);
  const done = device ? await settle(runtime, browser, left, device, stop) : await issue(runtime, browser, left);
  // The session has ended between the read and the write: decide again without it.
  return done ?? decide(runtime, browser, { ...attempt, session: null, consent: null, organizations: null });
}

/** Ends the pushed request, if there is one that can be opened again. False if it has been answered before. */
const endReference = async (runtime: Runtime, { reference }: Attempt): Promise<boolean> =>
  reference === undefined || endPushedRequest(runtime.fork(), digest(reference));

async function issue(runtime: Runtime, browser: Browser, attempt: Attempt): Promise<Outcome | null> {
  const { isFirst, ...session } = grantingSession(attempt);
  const tooMany = await countGrant(runtime, session.userId, attempt.client.id);
  if (tooMany) return tooMany;
  if (!(await endReference(runtime, attempt))) return USED;
  const code = await issueCode(runtime, session, boundTo(attempt), isFirst ? browser.origin() : null);
  return code === null ? null : { kind: 'code', code };
}

/** Counts a grant that is about to be stored, or says that the user has given the client too many. */
async function countGrant(runtime: Runtime, userId: string, clientId: string): Promise<Stop | null> {
  const rates = runtime.get(SharedRates);
  const what = `${userId} ${clientId}`;
  const wait = rates.waitFor(storedCounter('grant', what));
  if (wait > 0) return refuse('temporarily_unavailable', `The user has signed in too often. Wait for ${wait} seconds.`);
  await rates.count('grant', what);
  return null;
}

/** Stores what the user, or a check, has decided about a device. */
async function settle(
  runtime: Runtime,
  browser: Browser,
  attempt: Attempt,
  { id }: FlowDevice,
  stop: Stop | undefined,
): Promise<Outcome | null> {
  const devices = new RequestContext(runtime, anonymous, browser.origin()).get(DeviceAuthorizationService);
  const answer = stop
    ? await devices.deny(id, attempt.session?.userId ?? null)
    : await devices.approve(id, grantingSession(attempt), grantedBy(attempt));
  return answer && { kind: 'device', answer };
}

/** The session that grants what is asked, and whether this is its first login at the client. */
function grantingSession(attempt: Attempt): GrantingSession & { readonly isFirst: boolean } {
  const { client, session } = attempt;
  if (!session) throw new Error('A request without a session passed the checks.');
  const { userId, id: sessionId, amr, hasGrant } = session;
  // The trail has the login of this flow, and the first one of the session at the client.
  return { customerId: client.customerId, userId, sessionId, amr, isFirst: !isFresh(attempt) && !hasGrant };
}

const organizationOf = (attempt: Attempt): string | null => grantedOrganization(attempt)?.id ?? null;

/** What a request that passed its checks grants. */
export function grantedBy(attempt: Attempt) {
  const { beyond, idToken } = grantedClaims(attempt);
  return {
    scopes: grantedScopes(attempt),
    resources: grantedResources(attempt),
    claims: beyond.map(({ claim }) => claim),
    idTokenClaims: [...idToken],
    authorizationDetails: attempt.details,
    organizationId: organizationOf(attempt),
    acr: askedAcr(attempt),
  };
}

/** What a code grants and is bound to. */
function boundTo(attempt: Attempt) {
  const { parameters, client } = attempt;
  const redirectUri = parameters.get('redirect_uri');
  if (redirectUri === undefined) throw new Error('A request without a redirect_uri passed the checks.');
  return {
    clientId: client.id,
    ...grantedBy(attempt),
    authorizationDetails: JSON.stringify(attempt.details),
    redirectUri,
    codeChallenge: parameters.get('code_challenge') ?? null,
    nonce: parameters.get('nonce') ?? null,
    dpopJkt: parameters.get('dpop_jkt') ?? null,
  };
}

/** A login in a flow that is about to be stored. */
interface Proved {
  readonly flow: Flow;
  readonly situation: Situation;
  readonly candidate: Candidate;
  readonly amr: readonly string[];
  readonly at: Date;
}

/**
 * What the statement that stores the login also grants, so that the browser need not come back here. Null if a check does
 * not pass, if the answer is a page, or if it is for a device. It runs the same checks, on the session that is about to start.
 */
export async function authorizationWithLogin(runtime: Runtime, proved: Proved): Promise<AuthorizationAtLogin | null> {
  const { flow, candidate, amr, at } = proved;
  // A pushed request that can be opened again is ended where codes are issued.
  if (flow.device || flow.reference !== undefined) return null;
  const { holder, role, administration, factors, clientVersion, consentVersion } = candidate;
  const { id: userId, email } = holder;
  const asked = { parameters: flow.parameters, repeated: new Set<string>(), flow, pushed: false };
  // The statement that stores the login refuses one that lacks a factor.
  const unknown = { locale: null, lacksFactor: false, hasGrant: false };
  const session = { ...unknown, id: '', authTime: at, userId, email, role, administration, amr, factors };
  const attempt = await attemptOf(runtime, asked, { ...proved.situation, session });
  if (deliveryOf(attempt).isPosted || stopOf(ofRequest, attempt)) return null;
  if (await countGrant(runtime, userId, attempt.client.id)) return null;
  return { ...boundTo(withoutDeclined(attempt)), clientVersion, consentVersion };
}
