import { ACR, acrOf } from '../../../vocabulary.ts';
import { refuse, wordsOf, type Attempt, type Check } from '../attempt.ts';
import { wantedClaims } from '../claims.ts';

const known: readonly string[] = Object.values(ACR);

/**
 * How sure the client wants to be of its user. Who has a second factor is asked for it where the client prefers that.
 * Who has none goes on with the one (OpenID Connect Core §5.5.1.1: `acr_values` asks for a favour), unless the claim is
 * essential: then its values are met, or the request fails (OpenID Connect Core Unmet Authentication Requirements §2).
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
  // Two factors are all that one is, and more.
  const isMet = values.includes(reached) || (reached === ACR.twoFactors && values.includes(ACR.oneFactor));
  if (!essential || isMet) return undefined;
  return raisable
    ? refuse('interaction_required', 'The second factor would have to be asked for.')
    : refuse('unmet_authentication_requirements', 'The user cannot sign in with any of the acr values.');
};

function wantedAcr({ parameters }: Attempt): { readonly values: readonly string[]; readonly essential: boolean } {
  const claim = wantedClaims(parameters)?.acr;
  return claim && claim.values.length > 0
    ? claim
    : { values: [...wordsOf(parameters, 'acr_values')], essential: false };
}
