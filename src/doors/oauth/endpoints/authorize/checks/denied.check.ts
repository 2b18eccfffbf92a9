import { refuse, type Check } from '../attempt.ts';

/** A user who declined is asked nothing else (RFC 6749 §4.1.2.1). */
export const checkDenied: Check = ({ flow }) =>
  flow?.denied ? refuse('access_denied', 'The user denied the request.') : undefined;
