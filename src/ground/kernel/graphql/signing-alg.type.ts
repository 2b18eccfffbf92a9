import { registerEnumType } from 'type-graphql';
import type { SigningAlg } from '../signing-alg.ts';

/** The algorithms that the server signs with, as GraphQL names them. */
export const SigningAlgEnum = { RS256: 'RS256', ES256: 'ES256', PS256: 'PS256', EdDSA: 'EdDSA' } as const satisfies {
  [Alg in SigningAlg]: Alg;
};
registerEnumType(SigningAlgEnum, {
  name: 'SigningAlgorithm',
  description: 'An algorithm that the server signs with (RFC 7518 §3.1, RFC 8037 §3.1).',
  valuesConfig: {
    RS256: { description: 'RSASSA-PKCS1-v1_5 with SHA-256. Every relying party supports it.' },
    ES256: { description: 'ECDSA on P-256 with SHA-256. Signatures are shorter and faster to make.' },
    PS256: { description: 'RSASSA-PSS with SHA-256.' },
    EdDSA: { description: 'Ed25519 (RFC 8037 §3.1).' },
  },
});
