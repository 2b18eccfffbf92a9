import { secondsAfter } from '../../../../kernel/clock.ts';
import { refuse, wordsOf, type Attempt, type Check } from '../attempt.ts';

/**
 * Somebody is signed in, and recently enough (OpenID Connect Core §3.1.2.1, §3.1.2.3): `max_age` counts from when they
 * proved who they are, and `prompt=login` or `select_account` want that to happen within this very flow.
 */
export const checkLogin: Check = (attempt) => {
  if (isSignedIn(attempt)) return undefined;
  return wordsOf(attempt.parameters, 'prompt').has('none')
    ? refuse('login_required', 'Nobody is signed in, or not recently enough.')
    : { kind: 'ask', step: 'login' };
};

function isSignedIn({ session, flow, parameters, now }: Attempt): boolean {
  if (!session) return false;
  if (flow && session.authTime >= flow.startedAt) return true;
  const prompts = wordsOf(parameters, 'prompt');
  if (prompts.has('login') || prompts.has('select_account')) return false;
  const maxAge = parameters.get('max_age');
  return maxAge === undefined || now <= secondsAfter(session.authTime, Number(maxAge));
}
