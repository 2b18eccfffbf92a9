import { secondsAfter } from '../../../../kernel/clock.ts';
import { isFresh, refuse, wordsOf, type Attempt, type Check } from '../attempt.ts';
import { wantedClaims } from '../claims.ts';

/**
 * The right one is signed in, and recently enough (OpenID Connect Core §3.1.2.1, §3.1.2.3): `max_age` counts from when
 * they proved who they are, `prompt=login` wants that to happen within this very flow, and `select_account` wants them
 * to say within it that it is them.
 */
export const checkLogin: Check = (attempt) => {
  const step = missingStep(attempt);
  if (step === undefined) return undefined;
  if (wordsOf(attempt.parameters, 'prompt').has('none'))
    return refuse('login_required', 'Nobody is signed in, not the one asked for, or not recently enough.');
  // OpenID Connect Core §3.1.2.2: no positive answer for another user than the one asked for.
  return isSomebodyElse(attempt) && isFresh(attempt)
    ? refuse('login_required', 'Somebody else signed in than the one asked for.')
    : { kind: 'ask', step };
};

function missingStep(attempt: Attempt): 'login' | 'signup' | 'select-account' | undefined {
  const { session, flow, parameters, now } = attempt;
  const prompts = wordsOf(parameters, 'prompt');
  if (isFresh(attempt) && !isSomebodyElse(attempt)) return undefined;
  // OpenID Connect Prompt Create §4: whoever is signed in, it is a new account that is wanted.
  if (prompts.has('create')) return 'signup';
  if (!session || isSomebodyElse(attempt)) return 'login';
  if (prompts.has('select_account') && flow?.chosenSessionId !== session.id) return 'select-account';
  const maxAge = parameters.get('max_age');
  const tooOld = maxAge !== undefined && now > secondsAfter(session.authTime, Number(maxAge));
  return tooOld || prompts.has('login') ? 'login' : undefined;
}

function isSomebodyElse({ session, parameters, hintedUserId }: Attempt): boolean {
  const asked = [hintedUserId ?? [], wantedClaims(parameters)?.sub.values ?? []].flat();
  return session !== null && asked.some((userId) => userId !== session.userId);
}
