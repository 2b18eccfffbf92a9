import { refuse, type Check } from '../attempt.ts';

/** RFC 9101 §6.3, §10.5, OpenID Connect Core §3.1.2.6: request objects, and what refers to requests elsewhere. */
export const checkRequestObject: Check = ({ parameters, client, flow, signed = false, objectFault }) => {
  if (objectFault !== undefined) return refuse('invalid_request_object', objectFault);
  if (parameters.has('request') && parameters.has('request_uri'))
    return refuse('invalid_request', 'request and request_uri exclude each other.');
  if (parameters.has('request'))
    return refuse('request_not_supported', 'The client has no keys registered to sign request objects with.');
  if (parameters.has('request_uri')) return refuse('request_uri_not_supported', 'request_uri is not supported.');
  if (parameters.has('registration')) return refuse('registration_not_supported', 'registration is not supported.');
  if (client.requireSignedRequestObject && !signed && !flow)
    return refuse('invalid_request', 'The client has to send a signed request object.');
  return undefined;
};
