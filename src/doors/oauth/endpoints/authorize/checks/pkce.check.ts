import { refuse, type Attempt, type Check } from '../attempt.ts';
import { grantedScopes } from './scope.check.ts';

// The base64url form of a SHA-256 (RFC 7636 §4.2).
const S256 = /^[A-Za-z0-9_-]{43}$/;

/**
 * RFC 7636, with S256 only: a plain challenge does not protect against somebody who reads the request. A confidential client
 * that is not registered to require PKCE may bind the code to its session by a nonce instead (RFC 9700 §2.1.1). Its registration
 * may say that it needs neither.
 */
export const checkPkce: Check = (attempt) => {
  const { parameters, client } = attempt;
  const challenge = parameters.get('code_challenge');
  const method = parameters.get('code_challenge_method');
  if (challenge === undefined) {
    if (method !== undefined) return refuse('invalid_request', 'code_challenge_method requires a code_challenge.');
    if (client.requirePkce || client.fapi2 || client.type === 'public')
      return refuse('invalid_request', 'code_challenge is missing.');
    if (client.requireNonce && !hasNonce(attempt))
      return refuse(
        'invalid_request',
        'code_challenge is missing. Without it, a nonce and the scope openid are required.',
      );
    return undefined;
  }
  if (method !== 'S256') return refuse('invalid_request', 'The only code_challenge_method is S256.');
  if (!S256.test(challenge)) return refuse('invalid_request', 'code_challenge is not a SHA-256 in base64url.');
  return undefined;
};

// The nonce is in the ID token, which requires openid.
const hasNonce = (attempt: Attempt): boolean =>
  attempt.parameters.has('nonce') && grantedScopes(attempt).includes('openid');
