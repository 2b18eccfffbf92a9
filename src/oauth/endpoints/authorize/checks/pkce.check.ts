import { refuse, type Check } from '../attempt.ts';

// The base64url form of a SHA-256 (RFC 7636 §4.2).
const S256 = /^[A-Za-z0-9_-]{43}$/;

/**
 * RFC 7636, with S256 only: a plain challenge protects against nobody who reads the request. Public clients always need
 * one (RFC 9700 §2.1.1), confidential ones unless they are registered without.
 */
export const checkPkce: Check = ({ parameters, client }) => {
  const challenge = parameters.get('code_challenge');
  const method = parameters.get('code_challenge_method');
  if (challenge === undefined) {
    if (method !== undefined) return refuse('invalid_request', 'code_challenge_method comes without a code_challenge.');
    if (client.requirePkce || client.isPublic) return refuse('invalid_request', 'code_challenge is missing.');
    return undefined;
  }
  if (method !== 'S256') return refuse('invalid_request', 'The only code_challenge_method is S256.');
  if (!S256.test(challenge)) return refuse('invalid_request', 'code_challenge is not a SHA-256 in base64url.');
  return undefined;
};
