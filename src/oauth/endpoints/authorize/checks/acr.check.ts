import { ACR, acrOf } from '../../../vocabulary.ts';
import { refuse, wordsOf, type Attempt, type Check } from '../attempt.ts';

const known: readonly string[] = Object.values(ACR);

/**
 * The factors that the client requests. A user with a second factor is asked for it if the client prefers that. A user
 * without one continues with one factor (OpenID Connect Core §5.5.1.1: `acr_values` is voluntary). If the claim is essential
 * and not met, the request fails (OpenID Connect Core Unmet Authentication Requirements §2).
 */
export const checkAcr: Check = (attempt) => {
  const { session } = attempt;
  const { values, essential } = wantedAcr(attempt);
  if (!session || values.length === 0) return undefined;
  const reached = acrOf(session.amr);
  const preferred = values.find((value) => known.includes(value));
  const raisable = session.hasFactor && reached !== ACR.twoFactors && preferred === ACR.twoFactors;
  const silent = wordsOf(attempt.parameters, 'prompt').has('none');
  if (raisable && !silent) return { kind: 'ask', step: 'second-factor', sessionId: session.id };
  // Two factors include one.
  const isMet = values.includes(reached) || (reached === ACR.twoFactors && values.includes(ACR.oneFactor));
  if (!essential || isMet) return undefined;
  return raisable
    ? refuse('interaction_required', 'The user has to give the second factor.')
    : refuse('unmet_authentication_requirements', 'The user cannot meet any of the requested acr values.');
};

function wantedAcr({ parameters, wanted }: Attempt): {
  readonly values: readonly string[];
  readonly essential: boolean;
} {
  const claim = wanted?.acr;
  return claim && claim.values.length > 0
    ? claim
    : { values: [...wordsOf(parameters, 'acr_values')], essential: false };
}
