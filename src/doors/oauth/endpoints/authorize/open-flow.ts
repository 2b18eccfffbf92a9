import type { AuthorizationDetail } from '../../../../ground/kernel/authorization-details.ts';
import type { Runtime } from '../../../../ground/kernel/runtime.ts';
import type { AddedClaim } from '../../../../modules/attributes/index.ts';
import type { LoginClient, LoginSession, Situation } from '../../../../modules/logins/index.ts';
import type { ActingOrganization } from '../../../../modules/organizations/index.ts';
import { askedDetails } from '../../authorization-details.ts';
import { formTargetsOf, ownFormTargets } from './answer.ts';
import { isAnew, localesOf, returnHost } from './attempt.ts';
import { BETWEEN_RESOURCES, grantedResources } from './checks/resource.check.ts';
import { grantedScopes } from './checks/scope.check.ts';
import type { KnownClaim } from './claims.ts';
import type { DatedProof, Flow } from './flow.ts';
import { claimsAddedSince, grantedClaims, requestedClaims } from './granted-claims.ts';
import { organizationsToActFor } from './organizations.ts';

/** An opened flow, with what its pages show. */
export interface OpenFlow {
  /** The sealed flow, for the page's form. */
  readonly text: string;
  readonly flow: Flow;
  /** Null as long as the customer is not found: in a sign-in without an application, at a server of several customers. */
  readonly customerId: string | null;
  /** Null for a sign-in without an application. */
  readonly client: LoginClient | null;
  /** The session of this browser with the client's customer. */
  readonly session: LoginSession | null;
  /** What the client would get, and where it is redirected. */
  readonly scopes: readonly string[];
  readonly resources: readonly string[];
  /** The claims that it would get by name, beyond the scopes. */
  readonly claims: readonly KnownClaim[];
  /** The claims that were added to the scopes since the user allowed these. */
  readonly added: readonly AddedClaim[];
  /** A moment before the client, the session and the consent were read. */
  readonly readAt: Date;
  /** What it asks for in detail. */
  readonly details: readonly AuthorizationDetail[];
  /** The organizations that the user may act for. Empty if there are none, or if the client does not get to know it. */
  readonly organizations: readonly ActingOrganization[];
  readonly returnHost: string;
  readonly loginHint: string | undefined;
  /** Proof of the password, while the second factor is missing. */
  readonly proof: DatedProof | null;
  /** Whether the client requires a second factor of the user who is signed in. */
  readonly stepsUp: boolean;
  /** Whether the sign-in has to prove everything anew, whatever this browser is remembered for. */
  readonly isAnew: boolean;
  /** The languages that the client prefers for pages, best first (`ui_locales`). */
  readonly locales: readonly string[];
  /** Form targets besides this server, for the Content-Security-Policy. */
  readonly formTargets: readonly string[];
}

/** What takes a query to know, if the request asks for it. */
export async function asksOf(runtime: Runtime, flow: Flow, situation: Situation) {
  const { parameters } = flow;
  const request = { ...(await requestedClaims(runtime, parameters, situation.client)), parameters, flow, ...situation };
  const organizations = (await organizationsToActFor(runtime, request)) ?? [];
  const { details } = askedDetails(runtime.settings, situation.client, parameters.get('authorization_details'));
  const resources = grantedResources({ parameters, client: situation.client, details });
  return { claims: grantedClaims(request).beyond, details, resources, organizations };
}

/** An opened flow for an application. */
export function withClient(flow: Flow, text: string, { client, session, consent }: Situation): OpenFlow {
  const { parameters } = flow;
  return {
    text,
    flow,
    customerId: client.customerId,
    client,
    session,
    scopes: grantedScopes({ parameters, client, session }),
    resources: [],
    details: [],
    claims: [],
    readAt: flow.startedAt,
    added: claimsAddedSince({ consent, parameters, client, session }),
    organizations: [],
    returnHost: returnHost(parameters),
    loginHint: parameters.get('login_hint'),
    proof: flow.proof,
    stepsUp: session !== null && session.id === flow.stepUp?.sessionId,
    isAnew: isAnew(parameters),
    locales: localesOf(parameters),
    formTargets: formTargetsOf(client, parameters),
  };
}

/** The parameters of the same request for fewer scopes. An API without any of them is not asked for, which would give its default ones. */
export function narrowed(
  { parameters, client, resources }: Pick<OpenFlow, 'client' | 'resources'> & Pick<Flow, 'parameters'>,
  scopes: readonly string[],
): Flow['parameters'] {
  const isLeft = (resource: string): boolean =>
    client?.apis?.find(({ identifier }) => identifier === resource)?.names.some((name) => scopes.includes(name)) ??
    true;
  const left = resources.filter(isLeft);
  const others = [...parameters].filter(([name]) => name !== 'resource');
  return new Map([
    ...others,
    ['scope', scopes.join(' ')],
    ...(left.length > 0 ? [['resource', left.join(BETWEEN_RESOURCES)] as const] : []),
  ]);
}

/** An opened flow without one. */
export const withoutClient = (flow: Flow, text: string, customerId: string | null): OpenFlow => ({
  text,
  flow,
  customerId,
  client: null,
  session: null,
  scopes: [],
  resources: [],
  claims: [],
  added: [],
  readAt: flow.startedAt,
  details: [],
  organizations: [],
  returnHost: '',
  loginHint: flow.parameters.get('login_hint'),
  proof: flow.proof,
  stepsUp: false,
  isAnew: isAnew(flow.parameters),
  locales: localesOf(flow.parameters),
  formTargets: ownFormTargets(flow.parameters),
});
