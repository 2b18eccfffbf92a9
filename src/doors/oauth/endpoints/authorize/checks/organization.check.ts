import { refuse, wordsOf, type Check } from '../attempt.ts';
import { asksForOrganization } from '../organizations.ts';

/**
 * `organization` names one only where the client gets to know it. Otherwise its tokens would not say whom the user acts for.
 */
export const checkOrganizationParameter: Check = (attempt) =>
  attempt.parameters.has('organization') && !asksForOrganization(attempt)
    ? refuse('invalid_request', 'organization needs the scope organization.')
    : undefined;

/**
 * It is clear for which organization the user acts: the one that the request names, if the user belongs to it, the only one,
 * or the one that the user has chosen. A user without any acts for none.
 */
export const checkOrganization: Check = ({ organizations, parameters }) => {
  if (!organizations) return undefined;
  // The same for one that does not exist.
  if (parameters.has('organization') && organizations.length === 0)
    return refuse('access_denied', 'The user does not belong to the requested organization.');
  if (organizations.length <= 1) return undefined;
  return wordsOf(parameters, 'prompt').has('none')
    ? refuse('interaction_required', 'The user has to choose an organization.')
    : { kind: 'ask', step: 'select-organization' };
};
