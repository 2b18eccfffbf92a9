/** The algorithms that the server signs with for clients and APIs. */
export const SIGNING_ALGS = ['RS256', 'ES256', 'PS256', 'EdDSA'] as const;
export type SigningAlg = (typeof SIGNING_ALGS)[number];
