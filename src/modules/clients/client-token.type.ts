import { registerEnumType } from 'type-graphql';
import type { RefreshTokenPolicy, SigningAlg } from './client.entity.ts';

export const RefreshTokenPolicyEnum = { RETRY: 'retry', STRICT: 'strict' } as const satisfies Record<
  string,
  RefreshTokenPolicy
>;
registerEnumType(RefreshTokenPolicyEnum, {
  name: 'RefreshTokenPolicy',
  description: 'What happens when a refresh token is used a second time.',
  valuesConfig: {
    RETRY: {
      description:
        'For some seconds it returns the same successor, as long as that is unused. So a lost response logs nobody out.',
    },
    STRICT: {
      description: 'The token counts as stolen. The server revokes everything that the client got from the login.',
    },
  },
});

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
