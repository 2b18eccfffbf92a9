import { broken, type Broken } from '../../ground/faults/index.ts';
import { ALL_SCOPES } from '../../ground/kernel/access.ts';
import { isServersName } from '../../ground/http/protected-resource.ts';
import { fault, kernelErrors, type AppError } from '../../ground/kernel/errors.ts';
import { readEach, readItems } from '../../ground/kernel/input.ts';
import { resourceFault, webUriFault } from '../../ground/kernel/registered-uri.ts';
import type { Settings } from '../../ground/kernel/runtime.ts';
import type { Client, ClientKind, ClientMetadata } from './client.entity.ts';
import { isSubject, SUBJECT_MAX } from './certificate-subject.ts';
import { readClientName } from './client-name.ts';
import { readJwks } from './client-jwks.ts';
import { RULES, type Ruled } from './client-rules.ts';
import { powersOf } from './client.policy.ts';
import { CLIENT_FLAGS, GRANT_TYPES, isTlsAuthMethod, offeredAuthMethods } from './client-vocabulary.ts';
import { FAPI2_DEFAULTS } from './fapi-profile.ts';
import { redirectUriFault } from './redirect-uri.ts';
import { readTrustedIssuers, type GivenIssuer } from './trusted-issuer.ts';

/** The most URIs of a kind that a client may register. */
export const URIS_MAX = 50;

/** The longest age of a login that a client can be registered for: a year, in seconds. */
export const MAX_AGE_MAX = 365 * 24 * 3600;

/** The most documents that a client can be limited to. */
export const DOCUMENTS_MAX = 500;

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
export type Registration = Omit<Ruled, 'hasApiScopes'> & Pick<Client, 'source' | 'expiresAt'>;

/** The fields that errors are about. */
export const fieldsIn = (errors: readonly AppError[]): string[] =>
  errors.flatMap(({ faults }) => faults.map(({ path }) => path.split('.')[0]!));

/** The errors of the rules between the fields of a whole registration. `unread` are the fields that cannot be read. */
export function registrationErrors(client: Ruled, unread: ReadonlySet<string> = new Set()): AppError[] {
  const errors = RULES.filter(({ between }) => !between.some((field) => unread.has(field))).flatMap(
    ({ between: [field], broken: isBroken, rule }) =>
      isBroken(client) ? [kernelErrors.INVALID_INPUT({ field, broken: rule(client) })] : [],
  );
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
  'API scopes': 'apiScopeIds',
};

/** A user's own client is only for logins, whoever changes it: its owner could use any other right that it has. */
function ownedErrors(client: Ruled, unread: ReadonlySet<string>): AppError[] {
  const errors = powersOf(client).map((power) => {
    const field = POWER_FIELDS[power as keyof typeof POWER_FIELDS] ?? 'scopes';
    return fault(field, 'logins_only', { power });
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
    throw fault('tokenEndpointAuthMethod', 'not_here', { value: method });
  return method;
}

function readSubject(subject: string): string {
  if (isSubject(subject)) return subject;
  throw fault('tlsClientSubject', 'certificate_name', { max: SUBJECT_MAX });
}

function readBound(isBound: boolean, { mutualTls }: Settings): boolean {
  if (isBound && mutualTls.header === undefined)
    throw fault('tlsClientCertificateBoundAccessTokens', 'not_here', { value: 'true' });
  return isBound;
}

function readSet(field: string, values: readonly string[], known: readonly string[]): string[] {
  if (values.length === 0) throw fault(field, 'empty');
  if (!values.every((value) => known.includes(value)))
    throw known.length > 0 ? fault(field, 'only_of', { values: known }) : fault(field, 'not_empty');
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
  throw fault('defaultMaxAge', 'seconds', { min: 0, max: MAX_AGE_MAX });
}

/** The resource servers that a client may request tokens for (RFC 8707). */
export const readResources = (resources: readonly string[]): string[] =>
  readUris('resources', resources, resourceFault);

/** The resource servers that a client is itself. It would learn from tokens for this server whatever they open here. */
function readServed(served: readonly string[], settings: Settings): string[] {
  const ownFault = (uri: string) => (isServersName(settings, uri) ? broken('this_server') : resourceFault(uri));
  return readUris('servedResources', served, ownFault);
}

function readUris(field: string, uris: readonly string[], faultOf: (uri: string) => Broken | undefined): string[] {
  if (uris.length > URIS_MAX) throw fault(field, 'too_many', { max: URIS_MAX });
  const read = readItems(uris, (uri, index) => {
    const found = faultOf(uri);
    if (found) throw kernelErrors.INVALID_INPUT({ field: `${field}.${index}`, broken: found });
    return uri;
  });
  if (new Set(read).size < read.length) throw fault(field, 'duplicates');
  return read;
}

/** What names a document: an id of a manifest, or the name of its operation. */
export const DOCUMENT_NAME_MAX = 256;
export const DOCUMENT_PATTERN = `[!-~]{1,${DOCUMENT_NAME_MAX}}`;
const DOCUMENT = new RegExp(`^${DOCUMENT_PATTERN}$`, 'v');

function readDocuments(documents: readonly string[]): string[] {
  if (documents.length > DOCUMENTS_MAX) throw fault('documents', 'too_many', { max: DOCUMENTS_MAX });
  const read = readItems(documents, (name, index) => {
    if (DOCUMENT.test(name)) return name;
    throw fault(`documents.${index}`, 'document_name', { max: DOCUMENT_NAME_MAX });
  });
  return [...new Set(read)];
}

function readWebUri(field: string, uri: string, plain: boolean): string {
  // OpenID Connect Back-Channel Logout §2.2: no fragment.
  const found = field.endsWith('channelLogoutUri') && uri.includes('#') ? broken('fragment') : webUriFault(uri, plain);
  if (found) throw kernelErrors.INVALID_INPUT({ field, broken: found });
  return uri;
}
