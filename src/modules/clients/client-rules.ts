import type { ClientMetadata, Ruled } from './client-metadata.ts';
import { hasSector } from './client-sector.ts';
import {
  CONFIDENTIAL_AUTH_METHODS,
  isKeyAuthMethod,
  JWT_BEARER,
  signsUsersIn,
  TOKEN_EXCHANGE,
} from './client-vocabulary.ts';
import { FAPI2_ALGORITHMS, FAPI2_GRANT_TYPES } from './fapi-profile.ts';

/** A rule between fields. It is broken if `broken` says so, and cannot be checked if one of the fields cannot be read. */
interface Rule {
  /** The first is told as the one that is wrong. */
  readonly between: readonly [keyof ClientMetadata, ...(keyof ClientMetadata)[]];
  readonly broken: (client: Ruled) => boolean;
  readonly message: (client: Ruled) => string;
}

const methodsOf = ({ type }: Ruled): readonly string[] => (type === 'public' ? ['none'] : CONFIDENTIAL_AUTH_METHODS);

/** The rules between the fields of a client. */
export const RULES: readonly Rule[] = [
  {
    between: ['tokenEndpointAuthMethod'],
    broken: (client) => !methodsOf(client).includes(client.tokenEndpointAuthMethod),
    message: (client) =>
      `tokenEndpointAuthMethod of a ${client.type} client must be ${methodsOf(client).join(' or ')}.`,
  },
  {
    // RFC 7591 §2: a client registers its keys or their address, not both.
    between: ['jwks', 'jwksUri'],
    broken: ({ jwks, jwksUri }) => jwks !== null && jwksUri !== null,
    message: () => 'jwks and jwksUri cannot both be given.',
  },
  {
    between: ['jwks', 'jwksUri', 'tokenEndpointAuthMethod'],
    broken: ({ jwks, jwksUri, tokenEndpointAuthMethod: method }) =>
      method === 'private_key_jwt' && jwks === null && jwksUri === null,
    message: () => 'jwks or jwksUri must be given for private_key_jwt.',
  },
  {
    between: ['tokenEndpointAuthMethod', 'fapi2'],
    broken: ({ fapi2, tokenEndpointAuthMethod: method }) => fapi2 && !isKeyAuthMethod(method),
    message: () =>
      'tokenEndpointAuthMethod must be private_key_jwt, tls_client_auth or self_signed_tls_client_auth for fapi2.',
  },
  {
    between: ['grantTypes', 'fapi2'],
    broken: ({ fapi2, grantTypes }) => fapi2 && !grantTypes.every((name) => FAPI2_GRANT_TYPES.includes(name)),
    message: () => `grantTypes can contain only ${FAPI2_GRANT_TYPES.join(', ')} for fapi2.`,
  },
  ...(['idTokenSignedResponseAlg', 'userinfoSignedResponseAlg', 'authorizationSignedResponseAlg'] as const).map(
    (field): Rule => ({
      between: [field, 'fapi2'],
      broken: ({ fapi2, [field]: alg }) => fapi2 && alg != null && !FAPI2_ALGORITHMS.includes(alg),
      message: () => `${field} must be PS256, ES256 or EdDSA for fapi2.`,
    }),
  ),
  {
    // RFC 8705 §2.1.2
    between: ['tlsClientSubject', 'tokenEndpointAuthMethod'],
    broken: ({ tlsClientSubject: subject, tokenEndpointAuthMethod: method }) =>
      (method === 'tls_client_auth') !== (subject !== null),
    message: () => 'tlsClientSubject must be given for tls_client_auth, and for nothing else.',
  },
  {
    // RFC 8705 §2.2.2
    between: ['jwks', 'jwksUri', 'tokenEndpointAuthMethod'],
    broken: ({ jwks, jwksUri, tokenEndpointAuthMethod: method }) =>
      method === 'self_signed_tls_client_auth' && jwksUri === null && !jwks?.keys.some((key) => 'x5c' in key),
    message: () => 'jwks with an x5c, or jwksUri, must be given for self_signed_tls_client_auth.',
  },
  {
    between: ['tlsClientCertificateBoundAccessTokens'],
    broken: ({ tlsClientCertificateBoundAccessTokens: isBound, type }) => isBound && type === 'public',
    message: () => 'tlsClientCertificateBoundAccessTokens cannot be true for a public client.',
  },
  {
    between: ['requireSignedRequestObject', 'jwks', 'jwksUri'],
    broken: ({ requireSignedRequestObject: isRequired, jwks, jwksUri }) =>
      isRequired && jwks === null && jwksUri === null,
    message: () => 'requireSignedRequestObject needs jwks or jwksUri.',
  },
  {
    between: ['allowsImpersonation', 'grantTypes', 'scopes'],
    broken: ({ allowsImpersonation, grantTypes, scopes }) =>
      allowsImpersonation && !(grantTypes.includes(TOKEN_EXCHANGE) && scopes.includes('admin')),
    message: () => 'allowsImpersonation needs the grant type token exchange, and the scope admin.',
  },
  {
    between: ['grantTypes'],
    broken: ({ grantTypes }) => grantTypes.includes('refresh_token') && !signsUsersIn(grantTypes),
    message: () => 'grantTypes cannot contain refresh_token without authorization_code or device_code.',
  },
  {
    // RFC 6749 §4.4: the client credentials grant is for confidential clients only.
    between: ['grantTypes'],
    broken: ({ grantTypes, type }) => grantTypes.includes('client_credentials') && type === 'public',
    message: () => 'grantTypes of a public client cannot contain client_credentials.',
  },
  {
    between: ['grantTypes'],
    broken: ({ grantTypes, type }) => grantTypes.includes(JWT_BEARER) && type === 'public',
    message: () => 'grantTypes of a public client cannot contain jwt-bearer.',
  },
  {
    between: ['grantTypes'],
    broken: ({ grantTypes, type }) => grantTypes.includes(TOKEN_EXCHANGE) && type === 'public',
    message: () => 'grantTypes of a public client cannot contain token-exchange.',
  },
  {
    between: ['trustedIssuers', 'grantTypes'],
    broken: ({ grantTypes, trustedIssuers }) => grantTypes.includes(JWT_BEARER) && trustedIssuers.length === 0,
    message: () => 'trustedIssuers must contain at least one issuer for jwt-bearer.',
  },
  {
    between: ['redirectUris', 'grantTypes'],
    broken: ({ grantTypes, redirectUris }) => grantTypes.includes('authorization_code') && redirectUris.length === 0,
    message: () => 'redirectUris must contain at least one URI for authorization_code.',
  },
  {
    // OpenID Connect Front-Channel Logout §2
    between: ['frontchannelLogoutUri', 'redirectUris'],
    broken: ({ frontchannelLogoutUri: uri, redirectUris }) =>
      uri != null && !redirectUris.some((redirectUri) => originOf(redirectUri) === originOf(uri)),
    message: () => 'frontchannelLogoutUri must have the scheme, host and port of one of redirectUris.',
  },
  {
    between: ['frontchannelLogoutSessionRequired', 'frontchannelLogoutUri'],
    broken: ({ frontchannelLogoutSessionRequired: isRequired, frontchannelLogoutUri: uri }) =>
      isRequired && uri == null,
    message: () => 'frontchannelLogoutSessionRequired needs frontchannelLogoutUri.',
  },
  {
    // OIDC Core §8.1
    between: ['sectorIdentifierUri', 'subjectType', 'redirectUris'],
    broken: ({ subjectType, sectorIdentifierUri, redirectUris }) =>
      subjectType === 'pairwise' && !hasSector({ sectorIdentifierUri, redirectUris }),
    message: () =>
      'sectorIdentifierUri must be given for PAIRWISE, unless redirectUris have one and the same https host.',
  },
  {
    between: ['sectorIdentifierUri', 'subjectType'],
    broken: ({ subjectType, sectorIdentifierUri }) => subjectType !== 'pairwise' && sectorIdentifierUri !== null,
    message: () => 'sectorIdentifierUri is only for PAIRWISE.',
  },
  {
    // Nobody has seen whether the sector's host is the user's.
    between: ['subjectType'],
    broken: ({ subjectType, ownerId }) => subjectType === 'pairwise' && ownerId !== null,
    message: () => 'subjectType of a user’s own client cannot be PAIRWISE.',
  },
  {
    // RFC 9700 §2.1.1: public clients must use PKCE.
    between: ['requirePkce'],
    broken: ({ type, requirePkce }) => type === 'public' && !requirePkce,
    message: () => 'requirePkce cannot be false for a public client.',
  },
];

const originOf = (uri: string): string | undefined => URL.parse(uri)?.origin;
