import { invalid } from '../../kernel/errors.ts';
import { ALL_SCOPES } from '../../kernel/access.ts';
import type { Settings } from '../../kernel/runtime.ts';
import type { Client, ClientType } from './client.entity.ts';
import { readClientName } from './client-name.ts';
import { readJwks } from './client-jwks.ts';
import { powersOf } from './client.policy.ts';
import { CONFIDENTIAL_AUTH_METHODS, GRANT_TYPES } from './client-vocabulary.ts';
import { redirectUriFault, resourceFault, webUriFault } from './redirect-uri.ts';

/** The most URIs of a kind that a client may register. */
export const URIS_MAX = 50;

/** What a client is registered with, besides its type and secret (RFC 7591 §2 calls it client metadata). */
export type ClientMetadata = Pick<
  Client,
  | 'name'
  | 'redirectUris'
  | 'postLogoutRedirectUris'
  | 'grantTypes'
  | 'scopes'
  | 'tokenEndpointAuthMethod'
  | 'requirePkce'
  | 'requireConsent'
  | 'logoUri'
  | 'tosUri'
  | 'policyUri'
  | 'jwksUri'
  | 'jwks'
  | 'idTokenSignedResponseAlg'
  | 'idTokenClaims'
  | 'userinfoSignedResponseAlg'
  | 'resources'
  | 'refreshTokenPolicy'
  | 'requirePushedAuthorizationRequests'
  | 'backchannelLogoutUri'
>;

/**
 * Metadata as callers give it, not checked yet. Null removes what is optional (an address, keys, the signature of userinfo).
 * For other fields it means the same as an omitted field.
 */
export type MetadataInput = {
  readonly [Key in keyof Omit<ClientMetadata, 'jwks'>]?: ClientMetadata[Key] | null | undefined;
} & { readonly jwks?: unknown };

/** The defaults of a new client. */
export const defaultMetadata = (type: ClientType): Omit<ClientMetadata, 'name'> => ({
  redirectUris: [],
  postLogoutRedirectUris: [],
  grantTypes: ['authorization_code', 'refresh_token'],
  scopes: ['openid', 'profile', 'email'],
  tokenEndpointAuthMethod: type === 'public' ? 'none' : 'client_secret_post',
  requirePkce: type === 'public',
  requireConsent: true,
  logoUri: null,
  tosUri: null,
  policyUri: null,
  jwksUri: null,
  jwks: null,
  idTokenSignedResponseAlg: 'RS256',
  idTokenClaims: false,
  userinfoSignedResponseAlg: null,
  resources: [],
  refreshTokenPolicy: 'retry',
  requirePushedAuthorizationRequests: false,
  backchannelLogoutUri: null,
});

/** Checks each given field by itself. Throws `invalid` for the first bad one, naming it. */
export function readMetadata(input: MetadataInput, env: Settings['env']): Partial<ClientMetadata> {
  const plain = env === 'development';
  const page = (field: keyof MetadataInput, uri: string | null, http: boolean) =>
    uri === null ? null : readWebUri(field, uri, http);
  return {
    ...(input.name != null && { name: readClientName(input.name) }),
    ...(input.redirectUris && { redirectUris: readRedirectUris('redirectUris', input.redirectUris) }),
    ...(input.postLogoutRedirectUris && {
      postLogoutRedirectUris: readRedirectUris('postLogoutRedirectUris', input.postLogoutRedirectUris),
    }),
    ...(input.grantTypes && { grantTypes: readSet('grantTypes', input.grantTypes, GRANT_TYPES) }),
    ...(input.scopes && { scopes: readSet('scopes', input.scopes, ALL_SCOPES) }),
    ...(input.tokenEndpointAuthMethod != null && { tokenEndpointAuthMethod: input.tokenEndpointAuthMethod }),
    ...(input.requirePkce != null && { requirePkce: input.requirePkce }),
    ...(input.requireConsent != null && { requireConsent: input.requireConsent }),
    ...(input.logoUri !== undefined && { logoUri: page('logoUri', input.logoUri, plain) }),
    ...(input.tosUri !== undefined && { tosUri: page('tosUri', input.tosUri, plain) }),
    ...(input.policyUri !== undefined && { policyUri: page('policyUri', input.policyUri, plain) }),
    ...(input.jwksUri !== undefined && { jwksUri: page('jwksUri', input.jwksUri, plain) }),
    ...(input.jwks !== undefined && { jwks: input.jwks === null ? null : readJwks(input.jwks) }),
    ...(input.idTokenSignedResponseAlg != null && {
      idTokenSignedResponseAlg: input.idTokenSignedResponseAlg,
    }),
    ...(input.idTokenClaims != null && { idTokenClaims: input.idTokenClaims }),
    ...(input.userinfoSignedResponseAlg !== undefined && {
      userinfoSignedResponseAlg: input.userinfoSignedResponseAlg,
    }),
    ...(input.resources && { resources: readResources(input.resources) }),
    ...(input.refreshTokenPolicy != null && { refreshTokenPolicy: input.refreshTokenPolicy }),
    ...(input.requirePushedAuthorizationRequests != null && {
      requirePushedAuthorizationRequests: input.requirePushedAuthorizationRequests,
    }),
    ...(input.backchannelLogoutUri !== undefined && {
      backchannelLogoutUri: withoutFragment(
        'backchannelLogoutUri',
        page('backchannelLogoutUri', input.backchannelLogoutUri, plain),
      ),
    }),
  };
}

type Registration = ClientMetadata & Pick<Client, 'type' | 'ownerId'>;

/** Checks the rules between the fields of a whole registration. Throws `invalid` for the first that is broken, naming a field. */
export function checkRegistration(client: Registration): void {
  const { type, ownerId, grantTypes, redirectUris, tokenEndpointAuthMethod: method, requirePkce } = client;
  const methods: readonly string[] = type === 'public' ? ['none'] : CONFIDENTIAL_AUTH_METHODS;
  if (!methods.includes(method))
    throw invalid(
      'tokenEndpointAuthMethod',
      `tokenEndpointAuthMethod of a ${type} client must be ${methods.join(' or ')}.`,
    );
  // RFC 7591 §2: a client registers its keys or their address, not both.
  if (client.jwks !== null && client.jwksUri !== null) throw invalid('jwks', 'jwks and jwksUri cannot both be given.');
  if (method === 'private_key_jwt' && client.jwks === null && client.jwksUri === null)
    throw invalid('jwks', 'jwks or jwksUri must be given for private_key_jwt.');
  if (grantTypes.includes('refresh_token') && !grantTypes.includes('authorization_code'))
    throw invalid('grantTypes', 'grantTypes cannot contain refresh_token without authorization_code.');
  // RFC 6749 §4.4: the client credentials grant is for confidential clients only.
  if (grantTypes.includes('client_credentials') && type === 'public')
    throw invalid('grantTypes', 'grantTypes of a public client cannot contain client_credentials.');
  if (grantTypes.includes('authorization_code') && redirectUris.length === 0)
    throw invalid('redirectUris', 'redirectUris must contain at least one URI for authorization_code.');
  // RFC 9700 §2.1.1: public clients must use PKCE.
  if (type === 'public' && !requirePkce)
    throw invalid('requirePkce', 'requirePkce cannot be false for a public client.');
  if (ownerId !== null) checkOwned(client);
}

const POWER_FIELDS = { 'no consent': 'requireConsent', client_credentials: 'grantTypes', resources: 'resources' };

/** A user's own client is only for logins, whoever changes it: its owner could use any other right that it has. */
function checkOwned(client: Registration): void {
  const [power] = powersOf(client);
  if (power === undefined) return;
  const field = POWER_FIELDS[power as keyof typeof POWER_FIELDS] ?? 'scopes';
  throw invalid(field, `${field} of a user’s own client must be limited to logins (${power} is not).`);
}

function readSet(field: string, values: readonly string[], known: readonly string[]): string[] {
  if (values.length === 0) throw invalid(field, `${field} must not be empty.`);
  if (!values.every((value) => known.includes(value)))
    throw invalid(field, `${field} can contain only ${known.join(', ')}.`);
  return [...new Set(values)];
}

const readResources = (uris: readonly string[]): string[] => readUris('resources', uris, resourceFault);

const readRedirectUris = (field: string, uris: readonly string[]): string[] => readUris(field, uris, redirectUriFault);

function readUris(field: string, uris: readonly string[], faultOf: (uri: string) => string | undefined): string[] {
  if (uris.length > URIS_MAX) throw invalid(field, `${field} contains more than ${URIS_MAX} URIs.`);
  for (const [index, uri] of uris.entries()) {
    const fault = faultOf(uri);
    if (fault) throw invalid(field, `${field}[${index}] ${fault}.`);
  }
  if (new Set(uris).size < uris.length) throw invalid(field, `${field} contains a URI twice.`);
  return [...uris];
}

function readWebUri(field: string, uri: string, plain: boolean): string {
  const fault = webUriFault(uri, plain);
  if (fault) throw invalid(field, `${field} ${fault}.`);
  return uri;
}

/** OpenID Connect Back-Channel Logout §2.2. */
function withoutFragment(field: string, uri: string | null): string | null {
  if (uri?.includes('#')) throw invalid(field, `${field} must not have a fragment.`);
  return uri;
}
