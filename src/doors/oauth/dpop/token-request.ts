import type { Request } from 'express';
import type { Runtime } from '../../../ground/kernel/runtime.ts';
import type { ClientRegistration } from '../../../modules/clients/index.ts';
import { spendProof, type ProofUse } from '../../../modules/grants/index.ts';
import { OAuthError } from '../errors.ts';
import { Dpop, REPLAYED, type PresentedProof } from './presented.ts';

export type { PresentedProof } from './presented.ts';

/** The proof of possession of a request for tokens, or of a pushed request; null without one (RFC 9449 §5, §10.1). */
export const proofOf = (runtime: Runtime, request: Request): PresentedProof | null =>
  runtime.get(Dpop).read(request, { refuse: (error, description) => new OAuthError(error, description) });

/** The client that was read with the proof. Refuses a proof that was used before. */
export function redeemed<Client extends Partial<ProofUse>>(client: Client): Client {
  if (client.isFresh === false) throw new OAuthError('invalid_dpop_proof', REPLAYED);
  return client;
}

/** Redeems the proof of a request that has proved its client, unless that has happened. Refuses one that was used before. */
export async function redeemProof(
  runtime: Runtime,
  { id }: ClientRegistration,
  proof: PresentedProof | null,
): Promise<void> {
  if (!proof || proof.isSpent) return;
  proof.isSpent = true;
  if (!(await runtime.db.first(spendProof, proof.spentBy(id)))) throw new OAuthError('invalid_dpop_proof', REPLAYED);
}

/**
 * RFC 9449 §5.2: a client that is registered for bound access tokens gets no others. FAPI 2.0 binds all, by key or certificate.
 * A missing proof is `invalid_request`, like a missing certificate: `invalid_dpop_proof` is for one that is wrong (§5).
 */
export function demandProof(client: ClientRegistration, proof: PresentedProof | null): void {
  const { dpopBoundAccessTokens, fapi2, tlsClientCertificateBoundAccessTokens: isCertified } = client;
  if ((dpopBoundAccessTokens || (fapi2 && !isCertified)) && !proof)
    throw new OAuthError('invalid_request', 'The request has no DPoP proof, which this client is registered to send.');
}
