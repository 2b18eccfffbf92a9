import { refuse, wordsOf, type Attempt, type Check } from '../attempt.ts';
import { grantedScopes } from './scope.check.ts';

/**
 * The user allows the client what it gets: remembered per client and set of scopes, asked again with `prompt=consent`
 * (OpenID Connect Core §3.1.2.4), and not asked at all where the client is registered so.
 */
export const checkConsent: Check = (attempt) => {
  if (isAllowed(attempt)) return undefined;
  return wordsOf(attempt.parameters, 'prompt').has('none')
    ? refuse('consent_required', 'The user has not allowed this yet.')
    : { kind: 'ask', step: 'consent' };
};

function isAllowed(attempt: Attempt): boolean {
  const { client, consent, flow, parameters } = attempt;
  const askedAnew = wordsOf(parameters, 'prompt').has('consent');
  if (!client.requireConsent && !askedAnew) return true;
  if (!consent || !grantedScopes(attempt).every((scope) => consent.scopes.includes(scope))) return false;
  return !askedAnew || (flow !== null && consent.updatedAt >= flow.startedAt);
}
