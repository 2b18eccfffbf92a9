import { areCovered } from '../../../../../ground/kernel/authorization-details.ts';
import { refuse, returnHost, wordsOf, type Attempt, type Check } from '../attempt.ts';
import type { ApiFacts } from '../../../../../modules/access/index.ts';
import { grantedResources, requestedApis } from './resource.check.ts';
import { asksAnew, declinedAmong } from '../declined.ts';
import { claimsAddedSince, grantedClaims } from '../granted-claims.ts';
import { grantedScopes } from './scope.check.ts';

/**
 * The user consents to what the client gets. A consent is stored for a client, with scopes, resources, claims, details and
 * the host of the redirect URI. It covers the claims that the scopes had when the user saw these. `prompt=consent` asks again (OpenID Connect Core §3.1.2.4). A client can be registered to
 * need no consent. Scopes to administer need consent in every flow, and so does every device: whoever started it may be
 * somebody else than the user, who has to see where it is (RFC 8628 §5.4). So does every flow of a client that describes
 * itself: any program on the user's machine can take its name. Scopes of first-party APIs need none, if nothing else is asked for. Optional scopes that the user
 * has left out before are not asked for again, unless nothing else is: the attempt is without them.
 */
export const checkConsent: Check = (attempt) => {
  if (isAllowed(attempt)) return undefined;
  return wordsOf(attempt.parameters, 'prompt').has('none')
    ? refuse('consent_required', 'The user has not consented to this yet.')
    : { kind: 'ask', step: 'consent' };
};

function isAllowed(attempt: Attempt): boolean {
  const { client, flow, session } = attempt;
  const askedAnew = asksAnew(attempt) || declinedAmong(attempt).length > 0;
  if (!askedAnew && (!client.requireConsent || needsNothing(attempt))) return true;
  return isRemembered(attempt) && (!askedAnew || (session !== null && flow?.allowedSessionId === session.id));
}

/** What needs consent: all but first-party APIs and their scopes. */
function needed(attempt: Attempt): { readonly scopes: readonly string[]; readonly resources: readonly string[] } {
  const apis = requestedApis(attempt);
  const isOurs = (some: readonly ApiFacts[]): boolean => some.length > 0 && some.every((api) => api.isFirstParty);
  return {
    scopes: grantedScopes(attempt).filter((scope) => !isOurs(apis.filter(({ names }) => names.includes(scope)))),
    resources: grantedResources(attempt).filter((name) => !isOurs(apis.filter((api) => api.identifier === name))),
  };
}

function needsNothing(attempt: Attempt): boolean {
  const { scopes, resources } = needed(attempt);
  return scopes.length + resources.length + attempt.details.length === 0;
}

function isRemembered(attempt: Attempt): boolean {
  const { consent, parameters, flow } = attempt;
  const { scopes, resources } = needed(attempt);
  return (
    consent !== null &&
    scopes.every((scope) => consent.scopes.includes(scope)) &&
    resources.every((resource) => consent.resources.includes(resource)) &&
    claimsAddedSince(attempt).length === 0 &&
    grantedClaims(attempt).beyond.every(({ claim }) => consent.claims.includes(claim)) &&
    areCovered(attempt.details, consent.details) &&
    // The answer for a device redirects nowhere.
    (flow?.device != null || consent.returnHosts.includes(returnHost(parameters)))
  );
}
