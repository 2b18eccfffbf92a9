import { refuse, type Check } from '../attempt.ts';
import { wantedClaims } from '../claims.ts';

/** OpenID Connect Core §5.5: `claims` is a JSON object of a certain form; what it asks for beyond the login is ignored. */
export const checkClaims: Check = ({ parameters }) =>
  wantedClaims(parameters) ? undefined : refuse('invalid_request', 'claims is not a JSON object of requested claims.');
