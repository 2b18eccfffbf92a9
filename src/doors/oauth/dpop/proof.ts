import { createPublicKey, type KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { PROOF_ALGORITHMS, type ProofAlgorithm } from '../../../ground/http/challenge.ts';
import { isOfType } from '../../../ground/kernel/verified-jws.ts';
import { isSignature, thumbprint } from '../../../modules/keys/index.ts';

/** A proof whose signature is right. Everything else is still to be compared. */
export interface Proof {
  /** The thumbprint of the key (RFC 7638). */
  readonly jkt: string;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** The longest proof: with an RSA key of 4096 bits, and room for claims. */
const LENGTH_MAX = 4096;
const RSA_BITS_MIN = 2048;

type Json = Readonly<Record<string, unknown>>;

/** The public members of each kind of key (RFC 7518 §6, RFC 8037 §2), and the algorithms that it is for. */
const KINDS = {
  EC: { members: ['crv', 'x', 'y'], curve: 'P-256', algorithms: ['ES256'] },
  OKP: { members: ['crv', 'x'], curve: 'Ed25519', algorithms: ['EdDSA', 'Ed25519'] },
  RSA: { members: ['n', 'e'], curve: undefined, algorithms: ['PS256'] },
} as const;

// RFC 7518 §6: the members of private and symmetric keys.
const SECRETS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

/** Reads proofs of possession (RFC 9449 §4.2), and remembers the keys of some. */
export class ProofReader {
  private readonly keys = new LRUCache<string, KeyObject>({ max: 1000 });

  /** The proof, or what is wrong with it for the client's developer (RFC 9449 §4.3, points 2 to 7). */
  read(text: string): Proof | string {
    if (text.length > LENGTH_MAX) return `The DPoP proof is longer than ${LENGTH_MAX} characters.`;
    const [head, payload, mac, ...rest] = text.split('.');
    const header = head && jsonOf(head);
    const claims = payload && jsonOf(payload);
    const signature = mac && bytesOf(mac);
    if (!header || !claims || !signature || rest.length > 0) return 'The DPoP header is not one signed JWT.';
    if (!isOfType(header['typ'], ['dpop+jwt'])) return 'typ of the DPoP proof must be dpop+jwt.';
    // RFC 7515 §4.1.11: an extension that must be understood is not.
    if ('crit' in header) return 'crit of the DPoP proof is not supported.';
    const algorithm = PROOF_ALGORITHMS.find((name) => name === header['alg']);
    if (!algorithm) return `alg of the DPoP proof must be one of ${PROOF_ALGORITHMS.join(', ')}.`;
    const key = this.keyOf(header['jwk'], algorithm);
    if (typeof key === 'string') return key;
    if (!isSignature(algorithm, key.key, `${head}.${payload}`, signature))
      return 'The DPoP proof is not signed with the key in it.';
    return { jkt: key.jkt, claims };
  }

  private keyOf(jwk: unknown, algorithm: ProofAlgorithm): { readonly jkt: string; readonly key: KeyObject } | string {
    if (typeof jwk !== 'object' || jwk === null || Array.isArray(jwk)) return 'jwk of the DPoP proof must be a key.';
    const given = jwk as Json;
    if (SECRETS.some((name) => name in given)) return 'jwk of the DPoP proof must have no private or symmetric key.';
    const plain = publicPart(given, algorithm);
    if (!plain) return `jwk of the DPoP proof is not a public key for ${algorithm}.`;
    const jkt = thumbprint(plain);
    const known = this.keys.get(jkt);
    if (known) return { jkt, key: known };
    try {
      const key = createPublicKey({ key: plain, format: 'jwk' });
      if (algorithm === 'PS256' && (key.asymmetricKeyDetails?.modulusLength ?? 0) < RSA_BITS_MIN)
        return `jwk of the DPoP proof is shorter than ${RSA_BITS_MIN} bits.`;
      this.keys.set(jkt, key);
      return { jkt, key };
    } catch {
      return `jwk of the DPoP proof is not a public key for ${algorithm}.`;
    }
  }
}

/** The members that identify a key for the algorithm, each in its only spelling; null if it is none. */
function publicPart(given: Json, algorithm: ProofAlgorithm): Readonly<Record<string, string>> | null {
  const { kty } = given;
  const kind = kty === 'EC' || kty === 'OKP' || kty === 'RSA' ? KINDS[kty] : undefined;
  if (!kind || !(kind.algorithms as readonly string[]).includes(algorithm) || given['crv'] !== kind.curve) return null;
  const plain: Record<string, string> = { kty: kty as string };
  for (const name of kind.members) {
    const value = given[name];
    if (typeof value !== 'string' || (name !== 'crv' && !bytesOf(value))) return null;
    plain[name] = value;
  }
  return plain;
}

/** The bytes of base64url without padding, in its only spelling (RFC 7515 §2); null for anything else. */
function bytesOf(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.length > 0 && bytes.toString('base64url') === text ? bytes : null;
}

function jsonOf(text: string): Json | null {
  const bytes = bytesOf(text);
  if (!bytes) return null;
  try {
    const value: unknown = JSON.parse(bytes.toString());
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null;
  } catch {
    return null;
  }
}
