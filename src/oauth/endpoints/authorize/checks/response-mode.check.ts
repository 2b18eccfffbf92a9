import { refuse, type Check } from '../attempt.ts';

/** OAuth 2.0 Multiple Response Type Encoding Practices §2.1. */
export const checkResponseMode: Check = ({ parameters }) =>
  (parameters.get('response_mode') ?? 'query') === 'query'
    ? undefined
    : refuse('invalid_request', 'The only response_mode is query.');
