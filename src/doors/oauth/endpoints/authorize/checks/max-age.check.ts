import { refuse, type Check } from '../attempt.ts';

/** max_age is a whole number of seconds (OpenID Connect Core §3.1.2.1). */
export const checkMaxAge: Check = ({ parameters }) =>
  /^\d{1,10}$/.test(parameters.get('max_age') ?? '0')
    ? undefined
    : refuse('invalid_request', 'max_age is not a number of seconds.');
