import { refuse, type Check } from '../attempt.ts';
import { CLAIMS_MAX } from '../claims.ts';

/** OpenID Connect Core §5.5: the form and the size of `claims`. */
export const checkClaims: Check = ({ wanted }) =>
  wanted
    ? undefined
    : refuse(
        'invalid_request',
        `claims is not a JSON object of requested claims, or has over ${CLAIMS_MAX} characters.`,
      );
