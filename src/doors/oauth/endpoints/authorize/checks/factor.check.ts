import { refuse, wordsOf, type Check } from '../attempt.ts';

/**
 * The second factor that the customer requires of its users. A user who has one gives it. A user who has none signs
 * in again, and sets one up then.
 */
export const checkFactor: Check = ({ session, parameters }) => {
  if (!session?.lacksFactor) return undefined;
  if (wordsOf(parameters, 'prompt').has('none'))
    return refuse('interaction_required', 'The user has to give a second factor, or to set one up.');
  return session.factors.length > 0
    ? { kind: 'ask', step: 'second-factor', sessionId: session.id }
    : { kind: 'ask', step: 'login' };
};
