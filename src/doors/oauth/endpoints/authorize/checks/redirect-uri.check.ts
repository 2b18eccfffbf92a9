import { isRegisteredRedirect } from '../../../redirect-uris.ts';
import type { Check } from '../attempt.ts';

/**
 * RFC 6749 §4.1.2.1: if the redirect URI is missing or not registered, the user sees the error and is not redirected.
 */
export const checkRedirectUri: Check = ({ parameters, repeated, client }) => {
  if (repeated.has('redirect_uri'))
    return { kind: 'page', detail: 'invalid_request: redirect_uri is given more than once' };
  const uri = parameters.get('redirect_uri');
  if (uri === undefined) return { kind: 'page', detail: 'invalid_request: redirect_uri is missing' };
  if (isRegisteredRedirect(client, uri)) return undefined;
  return { kind: 'page', detail: 'invalid_request: redirect_uri is not registered for this client' };
};
