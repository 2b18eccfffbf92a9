import { FAPI2_ALGORITHMS } from '../../modules/clients/index.ts';

/** The algorithms that clients may sign assertions with; none is symmetric (RFC 8725 §3.1). */
export const ASSERTION_ALGORITHMS = ['ES256', 'RS256', 'PS256', 'EdDSA', 'Ed25519'];

/** Those of one client. */
export const algorithmsOf = ({ fapi2 }: { readonly fapi2: boolean }): readonly string[] =>
  fapi2 ? FAPI2_ALGORITHMS : ASSERTION_ALGORITHMS;

/**
 * The `typ` of the JWTs that we sign. RFC 9068 §2.1 gives access tokens their own. Clients expect `JWT` for ID tokens,
 * userinfo and authorization responses, which differ in their claims.
 */
export const TOKEN_TYPES = { access: 'at+jwt', id: 'JWT', userinfo: 'JWT', authorization: 'JWT' } as const;
