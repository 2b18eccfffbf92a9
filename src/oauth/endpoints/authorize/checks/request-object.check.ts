import { refuse, type Check } from '../attempt.ts';

/** OpenID Connect Core §3.1.2.6: each unsupported parameter is refused with its own error. */
export const checkRequestObject: Check = ({ parameters }) => {
  if (parameters.has('request')) return refuse('request_not_supported', 'Request objects are not supported.');
  if (parameters.has('request_uri')) return refuse('request_uri_not_supported', 'request_uri is not supported.');
  if (parameters.has('registration')) return refuse('registration_not_supported', 'registration is not supported.');
  return undefined;
};
