import { refuse, type Check } from '../attempt.ts';
import { wantedClaims } from '../claims.ts';

/** OpenID Connect Core §5.5: the form of `claims`. Only what it requests of the login counts. */
export const checkClaims: Check = ({ parameters }) =>
  wantedClaims(parameters) ? undefined : refuse('invalid_request', 'claims is not a JSON object of requested claims.');
