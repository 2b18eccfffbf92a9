import { refuse, type Check } from '../attempt.ts';

/** A person who said no, when asked to sign in or to allow it, is asked nothing else (RFC 6749 §4.1.2.1). */
export const checkDenied: Check = ({ flow }) =>
  flow?.denied ? refuse('access_denied', 'The user does not allow it.') : undefined;
