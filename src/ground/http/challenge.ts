import type { IncomingMessage } from 'node:http';
import type { ErrorCode } from '../kernel/errors.ts';

/** The algorithms that proofs of possession may be signed with (RFC 9449 §5.1); all are asymmetric. */
export const PROOF_ALGORITHMS = ['ES256', 'PS256', 'EdDSA', 'Ed25519'] as const;
export type ProofAlgorithm = (typeof PROOF_ALGORITHMS)[number];

const ALGORITHMS = `algs="${PROOF_ALGORITHMS.join(' ')}"`;

/** The `error` of each code that a missing or invalid access token has. */
const TOKEN_ERRORS: Readonly<Partial<Record<ErrorCode, string>>> = {
  INVALID_TOKEN: 'invalid_token',
  CERTIFICATE_BOUND: 'invalid_token',
  INVALID_DPOP_PROOF: 'invalid_dpop_proof',
  USE_DPOP_NONCE: 'use_dpop_nonce',
};

/** The challenge to a request without a valid access token (RFC 6750 §3). A bound token needs another scheme. */
export function tokenChallenge(code: ErrorCode): string {
  if (code === 'TOKEN_BOUND') return `DPoP error="invalid_token", ${ALGORITHMS}`;
  const error = TOKEN_ERRORS[code];
  return error === undefined ? 'Bearer' : `Bearer error="${error}"`;
}

const ofDpop = ({ authorization = '' }: IncomingMessage['headers']): boolean => /^DPoP(?: |$)/i.test(authorization);

/** The headers of an answer, with the challenge in the scheme that the request has used (RFC 9449 §7.1). */
export function inSchemeOf<Headers extends Readonly<Record<string, string>>>(
  { headers: asked }: Pick<IncomingMessage, 'headers'>,
  headers: Headers,
): Headers {
  const challenge = headers['www-authenticate'];
  if (!challenge?.startsWith('Bearer') || !ofDpop(asked)) return headers;
  const parameters = challenge.slice('Bearer'.length);
  return { ...headers, 'www-authenticate': `DPoP${parameters}${parameters && ','} ${ALGORITHMS}` };
}
