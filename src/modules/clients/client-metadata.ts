import { ALL_SCOPES } from '../../kernel/access.ts';
import { isServersName } from '../../http/protected-resource.ts';
import { invalid, type AppError } from '../../kernel/errors.ts';
import { readEach, readItems } from '../../kernel/input.ts';
import type { Settings } from '../../kernel/runtime.ts';
import type { Client, ClientKind } from './client.entity.ts';
import { isSubject, SUBJECT_MAX } from './certificate-subject.ts';
import { readClientName } from './client-name.ts';
import { readJwks } from './client-jwks.ts';
import { RULES } from './client-rules.ts';
import { powersOf } from './client.policy.ts';
import { CLIENT_FLAGS, GRANT_TYPES, isTlsAuthMethod, offeredAuthMethods } from './client-vocabulary.ts';
import { FAPI2_DEFAULTS } from './fapi-profile.ts';
import { redirectUriFault, resourceFault, webUriFault } from './redirect-uri.ts';
import { readTrustedIssuers, type GivenIssuer } from './trusted-issuer.ts';

/** The most URIs of a kind that a client may register. */
export const URIS_MAX = 50;

/** The longest age of a login that a client can be registered for: a year, in seconds. */
export const MAX_AGE_MAX = 365 * 24 * 3600;

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
  | 'requireNonce'
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
  | 'frontchannelLogoutUri'
  | 'frontchannelLogoutSessionRequired'
  | 'subjectType'
  | 'sectorIdentifierUri'
  | 'authorizationDetailsTypes'
  | 'defaultAcrValues'
  | 'defaultMaxAge'
  | 'documents'
>;

/**
 * Metadata as callers give it, not checked yet. Null removes what is optional (an address, keys, issuers, a limit, an age, the
 * signature of userinfo).
 * For other fields it means the same as an omitted field.
 */
export type MetadataInput = {
  readonly [Key in keyof Omit<ClientMetadata, 'jwks' | 'trustedIssuers'>]?: ClientMetadata[Key] | null | undefined;
} & { readonly jwks?: unknown; readonly trustedIssuers?: readonly GivenIssuer[] | null };

/** The type of a new client. */
export const DEFAULT_TYPE: ClientKind = 'confidential';

/** The defaults of a new client. */
export const defaultMetadata = (type: ClientKind, fapi2 = false): Omit<ClientMetadata, 'name'> => ({
  redirectUris: [],
  postLogoutRedirectUris: [],
  grantTypes: ['authorization_code', 'refresh_token'],
  scopes: ['openid', 'profile', 'email'],
  tokenEndpointAuthMethod: type === 'public' ? 'none' : 'client_secret_post',
  requirePkce: type === 'public',
  requireNonce: true,
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
  frontchannelLogoutUri: null,
  frontchannelLogoutSessionRequired: false,
  subjectType: 'public',
  sectorIdentifierUri: null,
  authorizationDetailsTypes: [],
  defaultAcrValues: [],
  defaultMaxAge: null,
  documents: null,
  fapi2: false,
  ...(fapi2 && FAPI2_DEFAULTS),
});

/** The fields of a registration that can be read, and the errors of the others. */
export interface ReadMetadata {
  readonly metadata: Partial<ClientMetadata>;
  readonly errors: readonly AppError[];
}

type PageField =
  | 'logoUri'
  | 'tosUri'
  | 'policyUri'
  | 'jwksUri'
  | 'backchannelLogoutUri'
  | 'frontchannelLogoutUri'
  | 'sectorIdentifierUri';

/** Checks each given field by itself. */
export function readMetadata(input: MetadataInput, settings: Settings): ReadMetadata {
  const plain = settings.env === 'development';
  const page = (field: PageField) => {
    const uri = input[field];
    return uri === undefined ? {} : { [field]: () => (uri === null ? null : readWebUri(field, uri, plain)) };
  };
  const { name, redirectUris, postLogoutRedirectUris, grantTypes, scopes, jwks, resources, documents } = input;
  const { trustedIssuers, servedResources, tokenEndpointAuthMethod: method, tlsClientSubject: subject } = input;
  const { defaultAcrValues: acrValues, defaultMaxAge: maxAge, authorizationDetailsTypes: detailsTypes } = input;
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
    ...page('frontchannelLogoutUri'),
    ...page('sectorIdentifierUri'),
    ...(jwks !== undefined && { jwks: () => (jwks === null ? null : readJwks(jwks)) }),
    ...(trustedIssuers !== undefined && {
      trustedIssuers: () => readTrustedIssuers(trustedIssuers ?? [], (field, uri) => readWebUri(field, uri, plain)),
    }),
    ...(resources && { resources: () => readResources(resources) }),
    ...(servedResources && { servedResources: () => readServed(servedResources, settings) }),
    ...(method != null && { tokenEndpointAuthMethod: () => readMethod(method, settings) }),
    ...(subject !== undefined && { tlsClientSubject: () => (subject === null ? null : readSubject(subject)) }),
    ...(isBound != null && { tlsClientCertificateBoundAccessTokens: () => readBound(isBound, settings) }),
    ...(detailsTypes && { authorizationDetailsTypes: () => readDetailsTypes(detailsTypes, settings) }),
    ...(acrValues && { defaultAcrValues: () => readLevels(acrValues, settings) }),
    ...(maxAge !== undefined && { defaultMaxAge: () => readMaxAge(maxAge) }),
    ...(documents !== undefined && { documents: () => (documents === null ? null : readDocuments(documents)) }),
  });
  const metadata: Partial<ClientMetadata> = {
    ...values,
    // Whoever says that PKCE is not required means a client that sends none, and it may not know nonces either.
    ...(input.requirePkce === false && { requireNonce: false }),
    ...Object.fromEntries(CLIENT_FLAGS.filter((flag) => input[flag] != null).map((flag) => [flag, input[flag]])),
    ...(input.idTokenSignedResponseAlg != null && { idTokenSignedResponseAlg: input.idTokenSignedResponseAlg }),
    ...(input.userinfoSignedResponseAlg !== undefined && {
      userinfoSignedResponseAlg: input.userinfoSignedResponseAlg,
    }),
    ...(input.authorizationSignedResponseAlg != null && {
      authorizationSignedResponseAlg: input.authorizationSignedResponseAlg,
    }),
    ...(input.subjectType != null && { subjectType: input.subjectType }),
    ...(input.refreshTokenPolicy != null && { refreshTokenPolicy: input.refreshTokenPolicy }),
  };
  return { metadata, errors };
}

/** All that a client is registered with. */
export type Registration = ClientMetadata &
  Pick<Client, 'type' | 'ownerId' | 'source' | 'expiresAt'> & { readonly id?: string };

/** What the rules between fields read. */
export type Ruled = Omit<Registration, 'source' | 'expiresAt'>;

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
  'served resources': 'servedResources',
  'authorization details': 'authorizationDetailsTypes',
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
  'authorizationDetailsTypes',
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
    throw invalid(
      field,
      known.length > 0 ? `${field} can contain only ${known.join(', ')}.` : `${field} must be empty.`,
    );
  return [...new Set(values)];
}

/** The types of authorization details that a client may ask for (RFC 9396). */
export function readDetailsTypes(values: readonly string[], { authorizationDetails }: Settings): string[] {
  const known = [...authorizationDetails.types.keys()];
  return values.length === 0 ? [] : readSet('authorizationDetailsTypes', values, known);
}

function readLevels(values: readonly string[], { authentication }: Settings): string[] {
  const known = authentication.levels.map(({ value }) => value);
  return values.length === 0 ? [] : readSet('defaultAcrValues', values, known);
}

function readMaxAge(maxAge: number | null): number | null {
  if (maxAge === null || (Number.isInteger(maxAge) && maxAge >= 0 && maxAge <= MAX_AGE_MAX)) return maxAge;
  throw invalid('defaultMaxAge', `defaultMaxAge must be a whole number of seconds from 0 to ${MAX_AGE_MAX}.`);
}

/** The resource servers that a client may request tokens for (RFC 8707). */
export const readResources = (resources: readonly string[]): string[] =>
  readUris('resources', resources, resourceFault);

/** The resource servers that a client is itself. It would learn from tokens for this server whatever they open here. */
function readServed(served: readonly string[], settings: Settings): string[] {
  const ownFault = (uri: string) => (isServersName(settings, uri) ? 'must not name this server' : resourceFault(uri));
  return readUris('servedResources', served, ownFault);
}

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
    field.endsWith('channelLogoutUri') && uri.includes('#') ? 'must not have a fragment' : webUriFault(uri, plain);
  if (fault) throw invalid(field, `${field} ${fault}.`);
  return uri;
}
