import * as z from 'zod';
import { broken, snakeNames, type Broken } from '../../ground/faults/index.ts';
import {
  CLIENT_AUTH_METHODS,
  isAdministration,
  SUBJECT_TYPES,
  type Client,
  type ClientAuthMethod,
  type CreateClient,
} from '../clients/index.ts';
import { AppError, renamedFault } from '../../ground/kernel/errors.ts';
import { webUriFault } from '../../ground/kernel/registered-uri.ts';
import { ruleOf } from '../../ground/kernel/schema-rule.ts';
import { isStorableJson } from '../../ground/kernel/text.ts';
import { SIGNING_ALGORITHMS } from '../keys/index.ts';
import { registrationErrors } from './errors.ts';
import type { InitialAccessToken } from './initial-access-token.entity.ts';
import { isAtHosts } from './redirect-host.ts';

const STATEMENT_MAX = 16_384;

const text = z.string().max(2048);
const line = z.string().max(255);
const texts = z.array(text).max(100);
const flag = z.boolean();
const signature = z.enum(SIGNING_ALGORITHMS);

/** Client metadata (RFC 7591 §2, OpenID Connect registration and logout). Unknown metadata is ignored. */
const METADATA = z
  .object({
    client_name: text,
    redirect_uris: texts,
    post_logout_redirect_uris: texts,
    grant_types: texts,
    response_types: texts,
    scope: text,
    token_endpoint_auth_method: z.enum(CLIENT_AUTH_METHODS),
    logo_uri: text,
    tos_uri: text,
    policy_uri: text,
    jwks_uri: text,
    jwks: z.record(z.string(), z.unknown()),
    id_token_signed_response_alg: signature,
    userinfo_signed_response_alg: signature,
    authorization_signed_response_alg: signature,
    require_pushed_authorization_requests: flag,
    require_signed_request_object: flag,
    fapi2: flag,
    dpop_bound_access_tokens: flag,
    tls_client_certificate_bound_access_tokens: flag,
    tls_client_auth_subject_dn: text,
    tls_client_auth_san_dns: text,
    tls_client_auth_san_uri: text,
    tls_client_auth_san_ip: text,
    tls_client_auth_san_email: text,
    backchannel_logout_uri: text,
    frontchannel_logout_uri: text,
    frontchannel_logout_session_required: flag,
    subject_type: z.enum(SUBJECT_TYPES),
    sector_identifier_uri: text,
    authorization_details_types: texts,
    default_acr_values: texts,
    default_max_age: z.number(),
    client_uri: text,
    contacts: z.array(line).max(10),
    software_id: line,
    software_version: line,
    software_statement: z.string().max(STATEMENT_MAX),
  })
  .partial();

/** What a client says of itself, in the names of the protocol. */
export type GivenMetadata = z.infer<typeof METADATA>;

const DETAILS = [
  'client_uri',
  'contacts',
  'software_id',
  'software_version',
  'software_statement',
] as const satisfies (keyof GivenMetadata)[];

/** What this server keeps of it without using it. */
export type RegisteredDetails = Pick<GivenMetadata, (typeof DETAILS)[number]>;

/** The members that say something. A null is the same as nothing (RFC 7592 §2.2), and so is an empty text. */
export const saying = (members: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null && value !== ''));

/** What can be read of the metadata of a request or of a software statement, and what is wrong with the other members. */
export function readGiven(members: Readonly<Record<string, unknown>>): {
  readonly given: GivenMetadata;
  readonly errors: readonly AppError[];
} {
  const said = saying(members);
  const read = METADATA.safeParse(said, { reportInput: true });
  const errors = (read.error?.issues ?? []).map((issue) => refused(issue.path.join('.'), ruleOf(issue)));
  const unread = new Set(read.error?.issues.map(({ path: [member] }) => member));
  const given = METADATA.parse(Object.fromEntries(Object.entries(said).filter(([member]) => !unread.has(member))));
  const unstorable = Object.entries(given).filter(([, value]) => !isStorableJson(value));
  for (const [member] of unstorable) delete given[member as keyof GivenMetadata];
  return { given, errors: [...errors, ...unstorable.map(([member]) => refused(member, broken('unstorable')))] };
}

type SectorInput = Pick<Client, 'subjectType' | 'sectorIdentifierUri' | 'redirectUris' | 'grantTypes'>;

/**
 * The client to make, or what replaces all that a client has said of itself. RFC 7591 §3.2.1: what the initial access token does not
 * allow is left out where the client can do without, as editors and agents say the same of themselves to every server.
 */
export function inputOf(
  given: GivenMetadata,
  policy: Pick<InitialAccessToken, 'scopes' | 'grantTypes' | 'authorizationDetailsTypes'>,
): Omit<CreateClient, 'attributes' | 'resources' | keyof SectorInput> & {
  readonly type: Client['type'];
} & SectorInput {
  // RFC 7591 §2: the defaults.
  const { fapi2 = false } = given;
  const method = given.token_endpoint_auth_method ?? (fapi2 ? 'private_key_jwt' : 'client_secret_basic');
  const redirectUris = given.redirect_uris ?? [];
  return {
    type: method === 'none' ? 'public' : 'confidential',
    // The consent page shows where the browser returns to. A host in the name could be mistaken for the customer.
    name: given.client_name ?? 'Unnamed application',
    redirectUris,
    postLogoutRedirectUris: given.post_logout_redirect_uris ?? [],
    grantTypes: within(policy.grantTypes, given.grant_types ?? ['authorization_code']),
    scopes: scopesOf(given, policy),
    tokenEndpointAuthMethod: method,
    logoUri: given.logo_uri ?? null,
    tosUri: given.tos_uri ?? null,
    policyUri: given.policy_uri ?? null,
    jwksUri: given.jwks_uri ?? null,
    jwks: given.jwks ?? null,
    idTokenSignedResponseAlg: given.id_token_signed_response_alg ?? (fapi2 ? 'ES256' : 'RS256'),
    userinfoSignedResponseAlg: given.userinfo_signed_response_alg ?? null,
    authorizationSignedResponseAlg: given.authorization_signed_response_alg ?? (fapi2 ? 'ES256' : 'RS256'),
    requirePushedAuthorizationRequests: given.require_pushed_authorization_requests ?? fapi2,
    requireSignedRequestObject: given.require_signed_request_object ?? false,
    fapi2,
    dpopBoundAccessTokens: given.dpop_bound_access_tokens ?? false,
    tlsClientCertificateBoundAccessTokens: given.tls_client_certificate_bound_access_tokens ?? false,
    tlsClientSubject: subjectOf(given),
    backchannelLogoutUri: given.backchannel_logout_uri ?? null,
    frontchannelLogoutUri: given.frontchannel_logout_uri ?? null,
    frontchannelLogoutSessionRequired: given.frontchannel_logout_session_required ?? false,
    subjectType: given.subject_type ?? 'public',
    sectorIdentifierUri: given.sector_identifier_uri ?? null,
    // A client has to ask for them.
    authorizationDetailsTypes: within(policy.authorizationDetailsTypes, given.authorization_details_types ?? []),
    defaultAcrValues: given.default_acr_values ?? [],
    defaultMaxAge: given.default_max_age ?? null,
  };
}

const within = <Word extends string>(allowed: readonly Word[], asked: readonly string[]): Word[] =>
  allowed.filter((word) => asked.includes(word));

/** The allowed scopes that a client asks for. A client that asks for none of them has all but those to administer. */
function scopesOf({ scope }: GivenMetadata, { scopes }: Pick<InitialAccessToken, 'scopes'>): string[] {
  const asked = within(scopes, scope?.split(' ') ?? []);
  return asked.length > 0 ? asked : scopes.filter((each) => !isAdministration(each));
}

/** RFC 8705 §2.1.2: the members that name the subject of certificates, by the kinds of names. */
const SUBJECTS = {
  dn: 'tls_client_auth_subject_dn',
  dns: 'tls_client_auth_san_dns',
  uri: 'tls_client_auth_san_uri',
  ip: 'tls_client_auth_san_ip',
  email: 'tls_client_auth_san_email',
} as const;

function subjectOf(given: GivenMetadata): string | null {
  const found = Object.entries(SUBJECTS).flatMap(([kind, member]) => {
    const name = given[member];
    return name === undefined ? [] : `${kind}:${name}`;
  });
  if (found.length > 1) throw refused(SUBJECTS.dn, broken('only_one', { fields: Object.values(SUBJECTS) }));
  return found[0] ?? null;
}

/** The errors of what the initial access token does not allow. `plain`: whether addresses may be http. */
export function disallowedIn(
  given: GivenMetadata,
  input: ReturnType<typeof inputOf>,
  policy: InitialAccessToken,
  plain: boolean,
): AppError[] {
  const errors: AppError[] = [];
  const refuse = (member: keyof GivenMetadata, rule: Broken): void => void errors.push(refused(member, rule));
  if (input.grantTypes?.length === 0) refuse('grant_types', broken('at_least_one_of', { values: policy.grantTypes }));
  const { tokenEndpointAuthMethods: methods } = policy;
  if (!methods.includes(input.tokenEndpointAuthMethod as ClientAuthMethod))
    refuse('token_endpoint_auth_method', broken('choice', { values: methods }));
  // RFC 7591 §2.1: the response types fit the grant types.
  const [responseType] = responseTypesOf(input.grantTypes ?? []);
  if (responseType !== undefined && given.response_types && !given.response_types.includes(responseType))
    refuse('response_types', broken('contains_for', { value: responseType, other: 'grant_types' }));
  const outside = (input.redirectUris ?? []).findIndex((uri) => !isAtHosts(uri, policy.redirectHosts));
  if (outside >= 0) errors.push(refused(`redirect_uris.${outside}`, broken('host_not_allowed')));
  const fault = given.client_uri === undefined ? undefined : webUriFault(given.client_uri, plain);
  if (fault !== undefined) refuse('client_uri', fault);
  // RFC 7591 §5: otherwise a client could show the user the pages of somebody else.
  for (const member of ADDRESSES)
    if ([given[member] ?? []].flat().some((address) => !isAtHosts(address, policy.redirectHosts)))
      refuse(member, broken('host_not_allowed'));
  return errors;
}

const ADDRESSES = [
  'post_logout_redirect_uris',
  'logo_uri',
  'tos_uri',
  'policy_uri',
  'client_uri',
  'jwks_uri',
  'backchannel_logout_uri',
  'frontchannel_logout_uri',
  'sector_identifier_uri',
] as const satisfies (keyof GivenMetadata)[];

const responseTypesOf = (grantTypes: readonly string[]): string[] =>
  grantTypes.includes('authorization_code') ? ['code'] : [];

/** What this server only repeats. */
export const detailsOf = (given: GivenMetadata): RegisteredDetails =>
  Object.fromEntries(DETAILS.filter((member) => given[member] !== undefined).map((member) => [member, given[member]]));

/** All metadata of a client, as it is registered (RFC 7591 §3.2.1). Values that it does not have are omitted. */
export const metadataOf = (client: Client, details: RegisteredDetails): object => ({
  ...details,
  client_name: client.name,
  redirect_uris: client.redirectUris,
  post_logout_redirect_uris: client.postLogoutRedirectUris,
  grant_types: client.grantTypes,
  response_types: responseTypesOf(client.grantTypes),
  scope: client.scopes.join(' '),
  token_endpoint_auth_method: client.tokenEndpointAuthMethod,
  logo_uri: client.logoUri ?? undefined,
  tos_uri: client.tosUri ?? undefined,
  policy_uri: client.policyUri ?? undefined,
  jwks_uri: client.jwksUri ?? undefined,
  jwks: client.jwks ?? undefined,
  id_token_signed_response_alg: client.idTokenSignedResponseAlg,
  userinfo_signed_response_alg: client.userinfoSignedResponseAlg ?? undefined,
  authorization_signed_response_alg: client.authorizationSignedResponseAlg,
  require_pushed_authorization_requests: client.requirePushedAuthorizationRequests,
  require_signed_request_object: client.requireSignedRequestObject,
  fapi2: client.fapi2,
  dpop_bound_access_tokens: client.dpopBoundAccessTokens,
  tls_client_certificate_bound_access_tokens: client.tlsClientCertificateBoundAccessTokens,
  ...subjectMember(client),
  backchannel_logout_uri: client.backchannelLogoutUri ?? undefined,
  frontchannel_logout_uri: client.frontchannelLogoutUri ?? undefined,
  frontchannel_logout_session_required: client.frontchannelLogoutSessionRequired,
  subject_type: client.subjectType,
  sector_identifier_uri: client.sectorIdentifierUri ?? undefined,
  authorization_details_types:
    client.authorizationDetailsTypes.length > 0 ? client.authorizationDetailsTypes : undefined,
  default_acr_values: client.defaultAcrValues.length > 0 ? client.defaultAcrValues : undefined,
  default_max_age: client.defaultMaxAge ?? undefined,
  // It is in every ID token.
  require_auth_time: true,
});

function subjectMember({ tlsClientSubject: subject }: Client): object {
  const colon = subject?.indexOf(':') ?? -1;
  const kind = subject?.slice(0, colon) as keyof typeof SUBJECTS | undefined;
  return kind ? { [SUBJECTS[kind]]: subject?.slice(colon + 1) } : {};
}

/** The protocol's names of what clients are registered with here, and the field that several of its members are. */
const NAMES = snakeNames({
  name: 'client_name',
  scopes: 'scope',
  tlsClientSubject: 'tls_client_auth_subject_dn or tls_client_auth_san_*',
});

/** The fields of a client that members of the protocol become. */
export const fieldsOf = (members: readonly string[]): ReadonlySet<string> => {
  const own: Readonly<Record<string, string>> = { client_name: 'name', scope: 'scopes' };
  const subjects: readonly string[] = Object.values(SUBJECTS);
  return new Set(
    members.map((member) => (subjects.includes(member) ? 'tlsClientSubject' : (own[member] ?? camelCase(member)))),
  );
};

const camelCase = (name: string): string => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** What is wrong with a client, in the errors and names of the protocol (RFC 7591 §3.2.2). Other errors stay as they are. */
export function inProtocol(error: unknown): unknown {
  if (!(error instanceof AppError) || error.kind !== 'invalid' || error.faults.length === 0) return error;
  if (error.code === 'INVALID_REDIRECT_URI' || error.code === 'INVALID_CLIENT_METADATA') return error;
  const faults = error.faults.map((fault) => renamedFault(fault, NAMES));
  const message = faults.map((fault) => fault.message).join(' ');
  return isOfRedirects(faults[0]!.path)
    ? registrationErrors.INVALID_REDIRECT_URI({ message, faults })
    : registrationErrors.INVALID_CLIENT_METADATA({ message, faults });
}

/** A member of the protocol that breaks a rule. */
function refused(member: string, rule: Broken): AppError {
  const details = { field: member, broken: rule };
  return isOfRedirects(member)
    ? registrationErrors.INVALID_REDIRECT_URI(details)
    : registrationErrors.INVALID_CLIENT_METADATA(details);
}

const isOfRedirects = (path: string): boolean => path.split('.')[0] === 'redirect_uris';

export const invalidMetadata = (message: string): AppError => registrationErrors.INVALID_CLIENT_METADATA({ message });
