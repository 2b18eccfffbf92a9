import { TOKEN_EXCHANGE } from './client-vocabulary.ts';

/**
 * How clients of the FAPI 2.0 Security Profile get tokens (§5.3.2.1): not by what others vouch for, and with pushed requests
 * alone.
 */
export const FAPI2_GRANT_TYPES: readonly string[] = [
  'authorization_code',
  'refresh_token',
  'client_credentials',
  TOKEN_EXCHANGE,
];

/** The algorithms of the FAPI 2.0 Security Profile (§5.4.1), for what clients sign and for what is signed for them. */
export const FAPI2_ALGORITHMS: readonly string[] = ['PS256', 'ES256', 'EdDSA', 'Ed25519'];

/** The longest life of such a client's access tokens, where `ACCESS_TOKEN_SECONDS` is more. */
export const FAPI2_ACCESS_SECONDS = 900;

/** What a new client of the profile is registered with by default. */
export const FAPI2_DEFAULTS = {
  tokenEndpointAuthMethod: 'private_key_jwt',
  requirePkce: true,
  requirePushedAuthorizationRequests: true,
  idTokenSignedResponseAlg: 'ES256',
  authorizationSignedResponseAlg: 'ES256',
} as const;
