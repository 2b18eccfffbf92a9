import { refuse, type Check } from '../attempt.ts';

// The base64url form of a SHA-256 (RFC 7638 §3).
const THUMBPRINT = /^[A-Za-z0-9_-]{43}$/;

/** RFC 9449 §10: the key that has to redeem the code. */
export const checkDpop: Check = ({ parameters }) => {
  const jkt = parameters.get('dpop_jkt');
  return jkt === undefined || THUMBPRINT.test(jkt)
    ? undefined
    : refuse('invalid_request', 'dpop_jkt is not a SHA-256 in base64url.');
};
