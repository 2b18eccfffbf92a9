import { ALL_SCOPES } from '../../kernel/access.ts';
import { invalid, type AppError } from '../../kernel/errors.ts';
import { readEach, readItems } from '../../kernel/input.ts';
import type { Settings } from '../../kernel/runtime.ts';
import type { Client, ClientType } from './client.entity.ts';
import { isSubject, SUBJECT_MAX } from './certificate-subject.ts';
import { readClientName } from './client-name.ts';
import { readJwks } from './client-jwks.ts';
import { powersOf } from './client.policy.ts';
import {
  CLIENT_FLAGS,
  CONFIDENTIAL_AUTH_METHODS,
  GRANT_TYPES,
  isKeyAuthMethod,
  isTlsAuthMethod,
  JWT_BEARER,
  offeredAuthMethods,
  signsUsersIn,
  TOKEN_EXCHANGE,
} from './client-vocabulary.ts';
import { FAPI2_ALGORITHMS, FAPI2_DEFAULTS, FAPI2_GRANT_TYPES } from './fapi-profile.ts';
import { redirectUriFault, resourceFault, webUriFault } from './redirect-uri.ts';
import { readTrustedIssuers, type GivenIssuer } from './trusted-issuer.ts';

/** The most URIs of a kind that a client may register. */
export const URIS_MAX = 50;

/** The most documents that a client can be limited to. */
export const DOCUMENTS_MAX = 500;

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
  | 'trustedIssuers'
  | 'idTokenSignedResponseAlg'
  | 'idTokenClaims'
  | 'userinfoSignedResponseAlg'
  | 'authorizationSignedResponseAlg'
  | 'resources'
  | 'servedResources'
  | 'refreshTokenPolicy'
  | 'requirePushedAuthorizationRequests'
  | 'fapi2'
  | 'dpopBoundAccessTokens'
  | 'tlsClientSubject'
  | 'tlsClientCertificateBoundAccessTokens'
  | 'requireSignedRequestObject'
  | 'allowsImpersonation'
  | 'backchannelLogoutUri'
  | 'documents'
>;

/**
 * Metadata as callers give it, not checked yet. Null removes what is optional (an address, keys, issuers, a limit, the
 * signature of userinfo).
 * For other fields it means the same as an omitted field.
 */
export type MetadataInput = {
  readonly [Key in keyof Omit<ClientMetadata, 'jwks' | 'trustedIssuers'>]?: ClientMetadata[Key] | null | undefined;
} & { readonly jwks?: unknown; readonly trustedIssuers?: readonly GivenIssuer[] | null };

/** The defaults of a new client. */
export const defaultMetadata = (type: ClientType, fapi2 = false): Omit<ClientMetadata, 'name'> => ({
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
  trustedIssuers: [],
  idTokenSignedResponseAlg: 'RS256',
  idTokenClaims: false,
  userinfoSignedResponseAlg: null,
  authorizationSignedResponseAlg: 'RS256',
  resources: [],
  servedResources: [],
  refreshTokenPolicy: 'retry',
  requirePushedAuthorizationRequests: false,
  dpopBoundAccessTokens: false,
  tlsClientSubject: null,
  tlsClientCertificateBoundAccessTokens: false,
  requireSignedRequestObject: false,
  allowsImpersonation: false,
  backchannelLogoutUri: null,
  documents: null,
  fapi2: false,
  ...(fapi2 && FAPI2_DEFAULTS),
});

/** The fields of a registration that can be read, and the errors of the others. */
export interface ReadMetadata {
  readonly metadata: Partial<ClientMetadata>;
  readonly errors: readonly AppError[];
}

/** Checks each given field by itself. */
export function readMetadata(input: MetadataInput, settings: Settings): ReadMetadata {
  const plain = settings.env === 'development';
  const page = (field: 'logoUri' | 'tosUri' | 'policyUri' | 'jwksUri' | 'backchannelLogoutUri') => {
    const uri = input[field];
    return uri === undefined ? {} : { [field]: () => (uri === null ? null : readWebUri(field, uri, plain)) };
  };
  const { name, redirectUris, postLogoutRedirectUris, grantTypes, scopes, jwks, resources, documents } = input;
  const { trustedIssuers, servedResources, tokenEndpointAuthMethod: method, tlsClientSubject: subject } = input;
  const isBound = input.tlsClientCertificateBoundAccessTokens;
  const { values, errors } = readEach({
    ...(name != null && { name: () => readClientName(name) }),
    ...(redirectUris && { redirectUris: () => readUris('redirectUris', redirectUris, redirectUriFault) }),
    ...(postLogoutRedirectUris && {
      postLogoutRedirectUris: () => readUris('postLogoutRedirectUris', postLogoutRedirectUris, redirectUriFault),
    }),
    ...(grantTypes && { grantTypes: () => readSet('grantTypes', grantTypes, GRANT_TYPES) }),
    ...(scopes && { scopes: () => readSet('scopes', scopes, ALL_SCOPES) }),
    ...page('logoUri'),
    ...page('tosUri'),
    ...page('policyUri'),
    ...page('jwksUri'),
    ...page('backchannelLogoutUri'),
    ...(jwks !== undefined && { jwks: () => (jwks === null ? null : readJwks(jwks)) }),
    ...(trustedIssuers !== undefined && {
      trustedIssuers: () => readTrustedIssuers(trustedIssuers ?? [], (field, uri) => readWebUri(field, uri, plain)),
    }),
    ...(resources && { resources: () => readResources(resources) }),
    ...(servedResources && { servedResources: () => readUris('servedResources', servedResources, resourceFault) }),
    ...(method != null && { tokenEndpointAuthMethod: () => readMethod(method, settings) }),
    ...(subject !== undefined && { tlsClientSubject: () => (subject === null ? null : readSubject(subject)) }),
    ...(isBound != null && { tlsClientCertificateBoundAccessTokens: () => readBound(isBound, settings) }),
    ...(documents !== undefined && { documents: () => (documents === null ? null : readDocuments(documents)) }),
  });
  const metadata: Partial<ClientMetadata> = {
    ...values,
    ...Object.fromEntries(CLIENT_FLAGS.filter((flag) => input[flag] != null).map((flag) => [flag, input[flag]])),
    ...(input.idTokenSignedResponseAlg != null && { idTokenSignedResponseAlg: input.idTokenSignedResponseAlg }),
    ...(input.userinfoSignedResponseAlg !== undefined && {
      userinfoSignedResponseAlg: input.userinfoSignedResponseAlg,
    }),
    ...(input.authorizationSignedResponseAlg != null && {
      authorizationSignedResponseAlg: input.authorizationSignedResponseAlg,
    }),
    ...(input.refreshTokenPolicy != null && { refreshTokenPolicy: input.refreshTokenPolicy }),
  };
  return { metadata, errors };
}

/** All that a client is registered with. */
export type Registration = ClientMetadata &
  Pick<Client, 'type' | 'ownerId' | 'source' | 'expiresAt'> & { readonly id?: string };

type Ruled = Omit<Registration, 'source' | 'expiresAt'>;

/** A rule between fields. It is broken if `broken` says so, and cannot be checked if one of the fields cannot be read. */
interface Rule {
  /** The first is told as the one that is wrong. */
  readonly between: readonly [keyof ClientMetadata, ...(keyof ClientMetadata)[]];
  readonly broken: (client: Ruled) => boolean;
  readonly message: (client: Ruled) => string;
}

const methodsOf = ({ type }: Ruled): readonly string[] => (type === 'public' ? ['none'] : CONFIDENTIAL_AUTH_METHODS);

const RULES: readonly Rule[] = [
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
    // RFC 9700 §2.1.1: public clients must use PKCE.
    between: ['requirePkce'],
    broken: ({ type, requirePkce }) => type === 'public' && !requirePkce,
    message: () => 'requirePkce cannot be false for a public client.',
  },
];

/** The errors of the rules between the fields of a whole registration. `unread` are the fields that cannot be read. */
export function registrationErrors(client: Ruled, unread: ReadonlySet<string> = new Set()): AppError[] {
  const broken = RULES.filter((rule) => !rule.between.some((field) => unread.has(field)) && rule.broken(client));
  const errors = broken.map(({ between: [field], message }) => invalid(field, message(client)));
  return client.ownerId === null ? errors : [...errors, ...ownedErrors(client, unread)];
}

const POWER_FIELDS = {
  'no consent': 'requireConsent',
  client_credentials: 'grantTypes',
  'jwt-bearer': 'grantTypes',
  'token-exchange': 'grantTypes',
  resources: 'resources',
};

/** A user's own client is only for logins, whoever changes it: its owner could use any other right that it has. */
function ownedErrors(client: Ruled, unread: ReadonlySet<string>): AppError[] {
  const errors = powersOf(client).map((power) => {
    const field = POWER_FIELDS[power as keyof typeof POWER_FIELDS] ?? 'scopes';
    return invalid(field, `${field} of a user’s own client must be limited to logins (${power} is not).`);
  });
  return errors.filter(({ field }) => !unread.has(field!));
}

/** The fields that decide who gets the client's tokens, and what the tokens can be used for. */
const REACH = [
  'redirectUris',
  'scopes',
  'grantTypes',
  'resources',
  'servedResources',
  'tokenEndpointAuthMethod',
  'tlsClientSubject',
  'jwks',
  'jwksUri',
  'trustedIssuers',
  'documents',
] as const satisfies (keyof ClientMetadata)[];

/** Whether changes decide anew who gets the client's tokens, or what the tokens can be used for. */
export const changesReach = (client: ClientMetadata, changes: Partial<ClientMetadata>): boolean =>
  REACH.some((field) => field in changes && JSON.stringify(changes[field]) !== JSON.stringify(client[field]));

function readMethod(method: string, settings: Settings): string {
  if (isTlsAuthMethod(method) && !offeredAuthMethods(settings).includes(method))
    throw invalid('tokenEndpointAuthMethod', `tokenEndpointAuthMethod cannot be ${method} on this server.`);
  return method;
}

function readSubject(subject: string): string {
  if (isSubject(subject)) return subject;
  throw invalid(
    'tlsClientSubject',
    `tlsClientSubject must be a name of a certificate of at most ${SUBJECT_MAX} characters, after dn:, dns:, uri:, ip: or email:.`,
  );
}

function readBound(isBound: boolean, { mutualTls }: Settings): boolean {
  if (isBound && mutualTls.header === undefined)
    throw invalid(
      'tlsClientCertificateBoundAccessTokens',
      'tlsClientCertificateBoundAccessTokens cannot be true on this server.',
    );
  return isBound;
}

function readSet(field: string, values: readonly string[], known: readonly string[]): string[] {
  if (values.length === 0) throw invalid(field, `${field} must not be empty.`);
  if (!values.every((value) => known.includes(value)))
    throw invalid(field, `${field} can contain only ${known.join(', ')}.`);
  return [...new Set(values)];
}

/** The resource servers that a client may request tokens for (RFC 8707). */
export const readResources = (resources: readonly string[]): string[] =>
  readUris('resources', resources, resourceFault);

function readUris(field: string, uris: readonly string[], faultOf: (uri: string) => string | undefined): string[] {
  if (uris.length > URIS_MAX) throw invalid(field, `${field} contains more than ${URIS_MAX} URIs.`);
  const read = readItems(uris, (uri, index) => {
    const fault = faultOf(uri);
    if (fault) throw invalid(`${field}.${index}`, `${field}[${index}] ${fault}.`);
    return uri;
  });
  if (new Set(read).size < read.length) throw invalid(field, `${field} contains a URI twice.`);
  return read;
}

/** What names a document: an id of a manifest, or the name of its operation. */
export const DOCUMENT_NAME_MAX = 256;
export const DOCUMENT_PATTERN = `[!-~]{1,${DOCUMENT_NAME_MAX}}`;
const DOCUMENT = new RegExp(`^${DOCUMENT_PATTERN}$`, 'v');

function readDocuments(documents: readonly string[]): string[] {
  if (documents.length > DOCUMENTS_MAX)
    throw invalid('documents', `documents contains more than ${DOCUMENTS_MAX} names.`);
  const read = readItems(documents, (name, index) => {
    if (DOCUMENT.test(name)) return name;
    throw invalid(
      `documents.${index}`,
      `documents[${index}] must be the name or the id of a document: 1 to 256 characters without blanks.`,
    );
  });
  return [...new Set(read)];
}

function readWebUri(field: string, uri: string, plain: boolean): string {
  // OpenID Connect Back-Channel Logout §2.2: no fragment.
  const fault =
    field === 'backchannelLogoutUri' && uri.includes('#') ? 'must not have a fragment' : webUriFault(uri, plain);
  if (fault) throw invalid(field, `${field} ${fault}.`);
  return uri;
}
