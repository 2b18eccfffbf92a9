import { broken, type Broken } from '../../ground/faults/index.ts';
import type { Client, ClientMetadata } from './client.entity.ts';
import { hasSector } from './client-sector.ts';
import {
  CONFIDENTIAL_AUTH_METHODS,
  isKeyAuthMethod,
  JWT_BEARER,
  signsUsersIn,
  TOKEN_EXCHANGE,
} from './client-vocabulary.ts';
import { FAPI2_ALGORITHMS, FAPI2_GRANT_TYPES } from './fapi-profile.ts';

/** What the rules between fields read. */
export type Ruled = ClientMetadata &
  Pick<Client, 'type' | 'ownerId'> & { readonly id?: string; readonly hasApiScopes?: boolean };

/** A rule between fields. It is broken if `broken` says so, and cannot be checked if one of the fields cannot be read. */
interface Rule {
  /** The first is told as the one that is wrong. */
  readonly between: readonly [keyof ClientMetadata, ...(keyof ClientMetadata)[]];
  readonly broken: (client: Ruled) => boolean;
  /** What the first field breaks. */
  readonly rule: (client: Ruled) => Broken;
}

const methodsOf = ({ type }: Ruled): readonly string[] => (type === 'public' ? ['none'] : CONFIDENTIAL_AUTH_METHODS);

/** The rules between the fields of a client. */
export const RULES: readonly Rule[] = [
  {
    between: ['tokenEndpointAuthMethod'],
    broken: (client) => !methodsOf(client).includes(client.tokenEndpointAuthMethod),
    rule: (client) => broken('for_type', { type: client.type, values: methodsOf(client) }),
  },
  {
    // RFC 7591 §2: a client registers its keys or their address, not both.
    between: ['jwks', 'jwksUri'],
    broken: ({ jwks, jwksUri }) => jwks !== null && jwksUri !== null,
    rule: () => broken('not_both', { other: 'jwksUri' }),
  },
  {
    between: ['jwks', 'jwksUri', 'tokenEndpointAuthMethod'],
    broken: ({ jwks, jwksUri, tokenEndpointAuthMethod: method }) =>
      method === 'private_key_jwt' && jwks === null && jwksUri === null,
    rule: () => broken('one_of_required', { fields: ['jwks', 'jwksUri'], for: 'private_key_jwt' }),
  },
  {
    between: ['tokenEndpointAuthMethod', 'fapi2'],
    broken: ({ fapi2, tokenEndpointAuthMethod: method }) => fapi2 && !isKeyAuthMethod(method),
    rule: () =>
      broken('only_with', {
        values: ['private_key_jwt', 'tls_client_auth', 'self_signed_tls_client_auth'],
        for: 'fapi2',
      }),
  },
  {
    between: ['grantTypes', 'fapi2'],
    broken: ({ fapi2, grantTypes }) => fapi2 && !grantTypes.every((name) => FAPI2_GRANT_TYPES.includes(name)),
    rule: () => broken('only_of_with', { values: FAPI2_GRANT_TYPES, for: 'fapi2' }),
  },
  ...(['idTokenSignedResponseAlg', 'userinfoSignedResponseAlg', 'authorizationSignedResponseAlg'] as const).map(
    (field): Rule => ({
      between: [field, 'fapi2'],
      broken: ({ fapi2, [field]: alg }) => fapi2 && alg != null && !FAPI2_ALGORITHMS.includes(alg),
      rule: () => broken('only_with', { values: ['PS256', 'ES256', 'EdDSA'], for: 'fapi2' }),
    }),
  ),
  {
    // RFC 8705 §2.1.2
    between: ['tlsClientSubject', 'tokenEndpointAuthMethod'],
    broken: ({ tlsClientSubject: subject, tokenEndpointAuthMethod: method }) =>
      (method === 'tls_client_auth') !== (subject !== null),
    rule: () => broken('exactly_for', { for: 'tls_client_auth' }),
  },
  {
    // RFC 8705 §2.2.2
    between: ['jwks', 'jwksUri', 'tokenEndpointAuthMethod'],
    broken: ({ jwks, jwksUri, tokenEndpointAuthMethod: method }) =>
      method === 'self_signed_tls_client_auth' && jwksUri === null && !jwks?.keys.some((key) => 'x5c' in key),
    rule: () => broken('certified_keys', { other: 'jwksUri', for: 'self_signed_tls_client_auth' }),
  },
  {
    between: ['tlsClientCertificateBoundAccessTokens'],
    broken: ({ tlsClientCertificateBoundAccessTokens: isBound, type }) => isBound && type === 'public',
    rule: () => broken('not_for_public', { value: 'true' }),
  },
  {
    between: ['requireSignedRequestObject', 'jwks', 'jwksUri'],
    broken: ({ requireSignedRequestObject: isRequired, jwks, jwksUri }) =>
      isRequired && jwks === null && jwksUri === null,
    rule: () => broken('needs', { fields: ['jwks', 'jwksUri'] }),
  },
  {
    between: ['allowsImpersonation', 'grantTypes', 'scopes'],
    broken: ({ allowsImpersonation, grantTypes, scopes }) =>
      allowsImpersonation && !(grantTypes.includes(TOKEN_EXCHANGE) && scopes.includes('admin')),
    rule: () => broken('needs_grant_and_scope', { grant: 'token exchange', scope: 'admin' }),
  },
  {
    between: ['grantTypes'],
    broken: ({ grantTypes }) => grantTypes.includes('refresh_token') && !signsUsersIn(grantTypes),
    rule: () => broken('not_without', { value: 'refresh_token', values: ['authorization_code', 'device_code'] }),
  },
  {
    // RFC 6749 §4.4: the client credentials grant is for confidential clients only.
    between: ['grantTypes'],
    broken: ({ grantTypes, type }) => grantTypes.includes('client_credentials') && type === 'public',
    rule: () => broken('not_granted_to_public', { value: 'client_credentials' }),
  },
  {
    between: ['grantTypes'],
    broken: ({ grantTypes, type }) => grantTypes.includes(JWT_BEARER) && type === 'public',
    rule: () => broken('not_granted_to_public', { value: 'jwt-bearer' }),
  },
  {
    between: ['grantTypes'],
    broken: ({ grantTypes, type }) => grantTypes.includes(TOKEN_EXCHANGE) && type === 'public',
    rule: () => broken('not_granted_to_public', { value: 'token-exchange' }),
  },
  {
    between: ['trustedIssuers', 'grantTypes'],
    broken: ({ grantTypes, trustedIssuers }) => grantTypes.includes(JWT_BEARER) && trustedIssuers.length === 0,
    rule: () => broken('one_issuer_for', { for: 'jwt-bearer' }),
  },
  {
    between: ['redirectUris', 'grantTypes'],
    broken: ({ grantTypes, redirectUris }) => grantTypes.includes('authorization_code') && redirectUris.length === 0,
    rule: () => broken('one_uri_for', { for: 'authorization_code' }),
  },
  {
    // OpenID Connect Front-Channel Logout §2
    between: ['frontchannelLogoutUri', 'redirectUris'],
    broken: ({ frontchannelLogoutUri: uri, redirectUris }) =>
      uri != null && !redirectUris.some((redirectUri) => originOf(redirectUri) === originOf(uri)),
    rule: () => broken('origin_of', { other: 'redirectUris' }),
  },
  {
    between: ['frontchannelLogoutSessionRequired', 'frontchannelLogoutUri'],
    broken: ({ frontchannelLogoutSessionRequired: isRequired, frontchannelLogoutUri: uri }) =>
      isRequired && uri == null,
    rule: () => broken('needs', { fields: ['frontchannelLogoutUri'] }),
  },
  {
    // OIDC Core §8.1
    between: ['sectorIdentifierUri', 'subjectType', 'redirectUris'],
    broken: ({ subjectType, sectorIdentifierUri, redirectUris }) =>
      subjectType === 'pairwise' && !hasSector({ sectorIdentifierUri, redirectUris }),
    rule: () => broken('sector', { for: 'PAIRWISE', other: 'redirectUris' }),
  },
  {
    between: ['sectorIdentifierUri', 'subjectType'],
    broken: ({ subjectType, sectorIdentifierUri }) => subjectType !== 'pairwise' && sectorIdentifierUri !== null,
    rule: () => broken('only_for', { for: 'PAIRWISE' }),
  },
  {
    // Nobody has seen whether the sector's host is the user's.
    between: ['subjectType'],
    broken: ({ subjectType, ownerId }) => subjectType === 'pairwise' && ownerId !== null,
    rule: () => broken('not_for_own', { value: 'PAIRWISE' }),
  },
  {
    // RFC 9700 §2.1.1: public clients must use PKCE.
    between: ['requirePkce'],
    broken: ({ type, requirePkce }) => type === 'public' && !requirePkce,
    rule: () => broken('not_for_public', { value: 'false' }),
  },
];

const originOf = (uri: string): string | undefined => URL.parse(uri)?.origin;
