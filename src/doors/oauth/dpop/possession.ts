import type { Request } from 'express';
import type { Runtime } from '../../../ground/kernel/runtime.ts';
import type { AppError } from '../../../ground/kernel/errors.ts';
import type { ProofUse } from '../../../modules/grants/index.ts';
import { oauthErrors } from '../errors.ts';
import { ClientCertificates } from '../mtls/client-certificates.ts';
import { type AccessTokenClaims, invalidToken } from '../tokens/access-token.ts';
import type { PresentedToken } from '../tokens/authorization.ts';
import { Dpop, REPLAYED, type PresentedProof } from './presented.ts';

/**
 * Refuses a token that is bound to another certificate than that of the connection, which needs no query (RFC 8705 §3).
 * The proof of possession that belongs to a bound access token; null for a token that is not bound. `unauthenticated` if a
 * bound token comes without its proof, or another token with one (RFC 9449 §7.1).
 */
export function possessionOf(
  runtime: Runtime,
  request: Request,
  { scheme, token }: PresentedToken,
  { cnf }: AccessTokenClaims,
): PresentedProof | null {
  const { jkt, 'x5t#S256': x5t } = cnf ?? {};
  if (x5t !== undefined && x5t !== runtime.get(ClientCertificates).of(request)?.thumbprint)
    throw oauthErrors.CERTIFICATE_BOUND();
  if (jkt === undefined) {
    if (scheme === 'dpop') throw invalidToken();
    return null;
  }
  if (scheme !== 'dpop') throw oauthErrors.TOKEN_BOUND();
  const proof = runtime.get(Dpop).read(request, { token, refuse });
  if (!proof) throw refuse('invalid_dpop_proof', 'The request has no DPoP proof.');
  if (proof.jkt !== jkt) throw invalidToken();
  return proof;
}

/** The row that was read with the proof; `unauthenticated` if the proof was used before. */
export function fresh<Row extends ProofUse>(row: Row | undefined): Row | undefined {
  if (row && !row.isFresh) throw refuse('invalid_dpop_proof', REPLAYED);
  return row;
}

const refuse = (error: 'invalid_dpop_proof' | 'use_dpop_nonce', message: string): AppError =>
  error === 'use_dpop_nonce' ? oauthErrors.USE_DPOP_NONCE({ message }) : oauthErrors.INVALID_DPOP_PROOF({ message });
