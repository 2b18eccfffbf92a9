import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { Site } from '../../../ground/http/site.ts';
import { epochSeconds } from '../../../ground/kernel/clock.ts';
import type { Runtime } from '../../../ground/kernel/runtime.ts';
import { digest } from '../../../ground/kernel/secret.ts';
import type { SpentProof } from '../../../modules/grants/index.ts';
import { DpopNonces } from './nonces.ts';
import { ProofReader, type Proof } from './proof.ts';

/** How old a proof may be. Its use is remembered for as long. */
const AGE_SECONDS = 300;
/** How far a client's clock may be ahead of ours. */
const SKEW_SECONDS = 60;
const JTI_MAX = 255;

/** A proof of possession that belongs to the request. Whether it was used before, only the database knows. */
export interface PresentedProof {
  /** The thumbprint of the client's key. */
  readonly jkt: string;
  /** Whether it is redeemed. Nothing is stored for a request that has proved nothing but the possession of some key. */
  isSpent: boolean;
  /** What a statement needs to redeem it for a client. */
  spentBy(clientId: string): SpentProof;
}

type ProofError = 'invalid_dpop_proof' | 'use_dpop_nonce';

/** What a proof is checked for besides. */
interface Expected {
  /** The access token that it has to be for, at its use. */
  readonly token?: string;
  /** How the door refuses. */
  readonly refuse: (error: ProofError, description: string) => Error;
}

export const REPLAYED = 'The DPoP proof was used before.';

/** Reads the proofs of possession of requests (RFC 9449). */
export class Dpop {
  private readonly reader = new ProofReader();
  private readonly nonces: DpopNonces;
  /** Where clients reach this server: RFC 8705 §5 has another address for those with certificates. */
  private readonly origins: readonly string[];
  private readonly where: 'off' | 'tokens' | 'everywhere';

  constructor(private readonly runtime: Runtime) {
    this.nonces = runtime.get(DpopNonces);
    const { baseUrl } = runtime.settings.mutualTls;
    this.origins = [runtime.get(Site).origin, ...(baseUrl === undefined ? [] : [new URL(baseUrl).origin])];
    this.where = runtime.settings.tokens.dpopNonces;
  }

  /** The proof in the `DPoP` header; null without one. Throws what `refuse` makes if it is not a proof for this request. */
  read(request: Request, { token, refuse }: Expected): PresentedProof | null {
    const text = request.headers['dpop'];
    if (text === undefined) return null;
    const needsNonce = this.where === 'everywhere' || (this.where === 'tokens' && token === undefined);
    // RFC 9449 §8.2: any answer may have the next nonce.
    if (needsNonce) request.res?.setHeader('dpop-nonce', this.nonces.next());
    // Node joins repeated headers with commas, which no JWT has.
    const proof = this.reader.read(String(text));
    const fault = typeof proof === 'string' ? proof : this.faultOf(proof, request, token);
    if (typeof proof === 'string' || fault !== undefined) throw refuse('invalid_dpop_proof', fault ?? '');
    const { nonce, jti, iat } = proof.claims;
    if (nonce === undefined ? needsNonce : typeof nonce !== 'string' || !this.nonces.isValid(nonce))
      throw refuse('use_dpop_nonce', 'The DPoP proof must have the nonce of the DPoP-Nonce header.');
    return presented(proof.jkt, jti as string, iat as number);
  }

  private urlsOf({ originalUrl }: Request): (string | null)[] {
    return this.origins.map((origin) => withoutQuery(origin + originalUrl));
  }

  /** RFC 9449 §4.3, points 8 to 12, but for the nonce. */
  private faultOf({ claims }: Proof, request: Request, token: string | undefined): string | undefined {
    const { htm, htu, iat, exp, nbf, jti, ath } = claims;
    const now = epochSeconds(this.runtime.clock.now());
    if (typeof jti !== 'string' || jti === '' || jti.length > JTI_MAX)
      return `The DPoP proof has no jti, or one of more than ${JTI_MAX} characters.`;
    if (htm !== request.method) return 'htm of the DPoP proof is not the method of the request.';
    if (typeof htu !== 'string' || !this.urlsOf(request).includes(withoutQuery(htu)))
      return 'htu of the DPoP proof is not the public URL of the request.';
    if (typeof iat !== 'number' || iat < now - AGE_SECONDS || iat > now + SKEW_SECONDS)
      return 'iat of the DPoP proof is missing, too long ago or in the future.';
    // RFC 7519 §4.1.4, §4.1.5: they count where they are given.
    if (exp !== undefined && !(typeof exp === 'number' && exp > now - SKEW_SECONDS))
      return 'exp of the DPoP proof has passed, or is no time.';
    if (nbf !== undefined && !(typeof nbf === 'number' && nbf <= now + SKEW_SECONDS))
      return 'nbf of the DPoP proof is in the future, or is no time.';
    if (token !== undefined && ath !== createHash('sha256').update(token, 'ascii').digest('base64url'))
      return 'ath of the DPoP proof is not the hash of the access token.';
    return undefined;
  }
}

const presented = (jkt: string, jti: string, iat: number): PresentedProof => ({
  jkt,
  isSpent: false,
  spentBy: (clientId) => ({
    clientId,
    proofHash: digest(`${jkt} ${jti}`).toString('hex'),
    proofEnd: new Date((Math.ceil(iat) + AGE_SECONDS + 1) * 1000).toISOString(),
  }),
});

/** RFC 9449 §4.3, point 9: a URL in its normal form, without query and fragment; null if it is none. */
function withoutQuery(text: string): string | null {
  const url = URL.parse(text);
  return url && url.origin + url.pathname;
}
