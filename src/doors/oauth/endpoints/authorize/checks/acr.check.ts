import { acrOf, factorsTowards, reaches } from '../../../levels.ts';
import { refuse, wordsOf, type Attempt, type Check } from '../attempt.ts';

/**
 * The level of authentication that the client requests. Its values are tried in their order: a user who can come up to one by
 * a second factor is asked for that. A user who can reach none continues (OpenID Connect Core §5.5.1.1: `acr_values` is
 * voluntary). If the claim is essential and not met, the request fails (OpenID Connect Core Unmet Authentication
 * Requirements §2).
 */
export const checkAcr: Check = (attempt) => {
  const { session, levels } = attempt;
  const { values, essential } = wantedAcr(attempt);
  if (!session || values.length === 0) return undefined;
  const { amr, factors, id: sessionId } = session;
  const wanted = values.flatMap((value) => levels.find((level) => level.value === value) ?? []);
  const isMet = wanted.some((level) => reaches(level, amr));
  const isSilent = wordsOf(attempt.parameters, 'prompt').has('none');
  const [next] = wanted
    .slice(0, isMet ? wanted.findIndex((level) => reaches(level, amr)) : wanted.length)
    .map((level) => factorsTowards(level, amr, factors))
    .filter((by) => by.length > 0);
  if (next && !isSilent) return { kind: 'ask', step: 'second-factor', sessionId, by: next };
  if (!essential || isMet) return undefined;
  return next
    ? refuse('interaction_required', 'The user has to give a second factor.')
    : refuse('unmet_authentication_requirements', 'The user cannot meet any of the requested acr values.');
};

/**
 * The requested level that the login reaches, the highest of several. Null if it is the highest of all that the login reaches,
 * or if none is requested.
 */
export function askedAcr(attempt: Attempt): string | null {
  const { session, levels } = attempt;
  const { values } = wantedAcr(attempt);
  if (!session || values.length === 0) return null;
  const asked = levels.findLast((level) => values.includes(level.value) && reaches(level, session.amr));
  return asked && asked.value !== acrOf(levels, session.amr) ? asked.value : null;
}

function wantedAcr({ parameters, wanted }: Attempt): {
  readonly values: readonly string[];
  readonly essential: boolean;
} {
  const claim = wanted?.acr;
  return claim && claim.values.length > 0
    ? claim
    : { values: [...wordsOf(parameters, 'acr_values')], essential: false };
}
