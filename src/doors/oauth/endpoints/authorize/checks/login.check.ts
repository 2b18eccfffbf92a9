import { secondsAfter } from '../../../../../ground/kernel/clock.ts';
import { REMEMBERED_DEVICE } from '../../../../../modules/sessions/index.ts';
import { isAnew, isFresh, refuse, wordsOf, type Attempt, type Check } from '../attempt.ts';

/**
 * The requested user is signed in, and recently enough (OpenID Connect Core §3.1.2.1, §3.1.2.3). `max_age` counts from the
 * login. `prompt=login` requires a login in this flow. For both, a login counts only with all its factors: a remembered device
 * stands for none. `prompt=select_account` requires a choice of the account in this flow.
 */
export const checkLogin: Check = (attempt) => {
  const step = missingStep(attempt);
  if (step === undefined) return undefined;
  if (wordsOf(attempt.parameters, 'prompt').has('none'))
    return refuse('login_required', 'No user is signed in, or another user than requested, or the login is too old.');
  // OpenID Connect Core §3.1.2.2: no code for another user than the requested one.
  return isOtherUser(attempt) && isFresh(attempt)
    ? refuse('login_required', 'Another user than the requested one signed in.')
    : { kind: 'ask', step };
};

function missingStep(attempt: Attempt): 'login' | 'signup' | 'select-account' | undefined {
  const { session, flow, parameters, now } = attempt;
  const prompts = wordsOf(parameters, 'prompt');
  if (session?.amr.includes(REMEMBERED_DEVICE) && isAnew(parameters)) return 'login';
  if (isFresh(attempt) && !isOtherUser(attempt)) return undefined;
  // OpenID Connect Prompt Create §4: the client requests a new account, whoever is signed in.
  if (prompts.has('create')) return 'signup';
  if (!session || isOtherUser(attempt)) return 'login';
  if (prompts.has('select_account') && flow?.chosenSessionId !== session.id) return 'select-account';
  const maxAge = parameters.get('max_age');
  const tooOld = maxAge !== undefined && now > secondsAfter(session.authTime, Number(maxAge));
  return tooOld || prompts.has('login') ? 'login' : undefined;
}

function isOtherUser({ session, sub, wanted, hintedUserId }: Attempt): boolean {
  if (!session) return false;
  const isHinted = !hintedUserId || hintedUserId === session.userId;
  return !isHinted || (wanted?.subs ?? []).some((subs) => sub === null || !subs.includes(sub));
}
