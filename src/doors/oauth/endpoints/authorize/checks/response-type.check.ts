import { refuse, type Check } from '../attempt.ts';

/** This endpoint issues only codes (RFC 9700 §2.1.2), and only to clients that are registered for them. */
export const checkResponseType: Check = ({ parameters, client }) => {
  const type = parameters.get('response_type');
  if (type === undefined) return refuse('invalid_request', 'response_type is missing.');
  if (type !== 'code') return refuse('unsupported_response_type', 'The only response_type is code.');
  if (!client.grantTypes.includes('authorization_code'))
    return refuse('unauthorized_client', 'The client is not registered for the authorization_code grant.');
  return undefined;
};
