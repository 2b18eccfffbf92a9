import type { TypeOf } from '../../graph/graphql.ts';
import { named, t } from '../../messages/index.ts';
import type { Field } from '../../parts/fields.tsx';
import type { Kind } from './kinds.ts';

/** Names of the schema as choices, with the console's texts. */
export const namesOf = (names: readonly string[], prefix: string) =>
  names.map((value) => ({ value, label: named(prefix, value) }));

const OF_LOGINS: TypeOf<'GrantType'>[] = ['AUTHORIZATION_CODE', 'DEVICE_CODE', 'REFRESH_TOKEN'];
/** All grants that a client can be registered for. */
export const GRANTS: TypeOf<'GrantType'>[] = [...OF_LOGINS, 'CLIENT_CREDENTIALS', 'JWT_BEARER', 'TOKEN_EXCHANGE'];
/** How clients with a secret or keys authenticate. */
export const METHODS: TypeOf<'TokenEndpointAuthMethod'>[] = [
  'CLIENT_SECRET_BASIC',
  'CLIENT_SECRET_POST',
  'PRIVATE_KEY_JWT',
  'TLS_CLIENT_AUTH',
  'SELF_SIGNED_TLS_CLIENT_AUTH',
];
const ALGORITHMS: TypeOf<'SigningAlgorithm'>[] = ['RS256', 'ES256', 'PS256', 'EdDSA'];
const none = { value: '', label: '–' };

const name = (): Field => ({
  name: 'name',
  label: t('client.name'),
  kind: 'text',
  required: true,
  help: t('client.nameHelp'),
});
const redirectUris = (required: boolean): Field => ({
  name: 'redirectUris',
  label: t('client.redirectUris'),
  kind: 'lines',
  required,
  help: t('client.redirectUrisHelp'),
});
const scopes = (possible: readonly string[]): Field => ({
  name: 'scopes',
  label: t('client.scopes'),
  kind: 'choices',
  choices: namesOf(possible, 'scope'),
  help: t('client.scopesHelp'),
});
const apiScopes = (readsApis: boolean): Field[] =>
  readsApis
    ? [{ name: 'apiScopeIds', label: t('client.apiScopes'), kind: 'scopes', help: t('client.apiScopesHelp') }]
    : [];
const grantTypes = (possible: readonly string[]): Field => ({
  name: 'grantTypes',
  label: t('client.grantTypes'),
  kind: 'choices',
  choices: namesOf(possible, 'grant'),
  help: t('client.grantTypesHelp'),
});
const postLogout = (): Field => ({
  name: 'postLogoutRedirectUris',
  label: t('client.postLogoutRedirectUris'),
  kind: 'lines',
  help: t('client.postLogoutHelp'),
});

/** What the wizard asks for; the rest has good values already. */
export const wizardFields = (kind: Kind, possible: readonly string[], readsApis: boolean): Field[] =>
  kind === 'machine'
    ? [name(), scopes(possible), ...apiScopes(readsApis)]
    : [
        name(),
        // A program on a device has no address to return to.
        ...(kind === 'native' ? [grantTypes(OF_LOGINS)] : []),
        redirectUris(kind !== 'native'),
        postLogout(),
        scopes(possible),
        ...apiScopes(readsApis),
        {
          name: 'requireConsent',
          label: t('client.requireConsent'),
          kind: 'switch',
          help: t('client.requireConsentHelp'),
        },
      ];

/** All metadata of a client. */
export const clientFields = (isPublic: boolean, possible: readonly string[]): Field[] => [
  name(),
  redirectUris(false),
  postLogout(),
  scopes(possible),
  grantTypes(GRANTS),
  ...(isPublic
    ? []
    : [
        {
          name: 'tokenEndpointAuthMethod',
          label: t('client.method'),
          kind: 'choice',
          choices: namesOf(METHODS, 'method'),
          help: t('client.methodHelp'),
        } as const,
        {
          name: 'tlsClientSubject',
          label: t('client.tlsSubject'),
          kind: 'text',
          help: t('client.tlsSubjectHelp'),
        } as const,
        {
          name: 'tlsClientCertificateBoundAccessTokens',
          label: t('client.tlsBound'),
          kind: 'switch',
          help: t('client.tlsBoundHelp'),
        } as const,
      ]),
  { name: 'jwksUri', label: t('client.jwksUri'), kind: 'text', help: t('client.jwksUriHelp') },
  { name: 'jwks', label: t('client.jwks'), kind: 'json', help: t('client.jwksHelp') },
  ...(isPublic
    ? []
    : [
        {
          name: 'trustedIssuers',
          label: t('client.trustedIssuers'),
          kind: 'json',
          help: t('client.trustedIssuersHelp'),
        } as const,
      ]),
  { name: 'documents', label: t('client.documents'), kind: 'limit', help: t('client.documentsHelp') },
  { name: 'requireConsent', label: t('client.requireConsent'), kind: 'switch', help: t('client.requireConsentHelp') },
  { name: 'requirePkce', label: t('client.requirePkce'), kind: 'switch', help: t('client.requirePkceHelp') },
  ...(isPublic
    ? []
    : [
        {
          name: 'requireNonce',
          label: t('client.requireNonce'),
          kind: 'switch',
          help: t('client.requireNonceHelp'),
        } as const,
      ]),
  {
    name: 'requirePushedAuthorizationRequests',
    label: t('client.requirePar'),
    kind: 'switch',
    help: t('client.requireParHelp'),
  },
  ...(isPublic
    ? []
    : [{ name: 'fapi2', label: t('client.fapi2'), kind: 'switch', help: t('client.fapi2Help') } as const]),
  { name: 'dpopBoundAccessTokens', label: t('client.dpopBound'), kind: 'switch', help: t('client.dpopBoundHelp') },
  {
    name: 'requireSignedRequestObject',
    label: t('client.requireSigned'),
    kind: 'switch',
    help: t('client.requireSignedHelp'),
  },
  {
    name: 'allowsImpersonation',
    label: t('client.impersonation'),
    kind: 'switch',
    help: t('client.impersonationHelp'),
  },
  { name: 'idTokenClaims', label: t('client.idTokenClaims'), kind: 'switch', help: t('client.idTokenClaimsHelp') },
  {
    name: 'idTokenSignedResponseAlg',
    label: t('client.idTokenAlg'),
    kind: 'choice',
    choices: namesOf(ALGORITHMS, 'alg'),
    help: t('client.idTokenAlgHelp'),
  },
  {
    name: 'userinfoSignedResponseAlg',
    label: t('client.userinfoAlg'),
    kind: 'choice',
    choices: [none, ...namesOf(ALGORITHMS, 'alg')],
    help: t('client.userinfoAlgHelp'),
  },
  {
    name: 'authorizationSignedResponseAlg',
    label: t('client.answerAlg'),
    kind: 'choice',
    choices: namesOf(ALGORITHMS, 'alg'),
    help: t('client.answerAlgHelp'),
  },
  {
    name: 'refreshTokenPolicy',
    label: t('client.refreshTokenPolicy'),
    kind: 'choice',
    choices: namesOf(['RETRY', 'STRICT'] satisfies TypeOf<'RefreshTokenPolicy'>[], 'refresh'),
    help: t('client.refreshTokenPolicyHelp'),
  },
  { name: 'backchannelLogoutUri', label: t('client.backchannel'), kind: 'text', help: t('client.backchannelHelp') },
  { name: 'frontchannelLogoutUri', label: t('client.frontchannel'), kind: 'text', help: t('client.frontchannelHelp') },
  {
    name: 'frontchannelLogoutSessionRequired',
    label: t('client.frontchannelSession'),
    kind: 'switch',
    help: t('client.frontchannelSessionHelp'),
  },
  {
    name: 'subjectType',
    label: t('client.subjectType'),
    kind: 'choice',
    choices: namesOf(['PUBLIC', 'PAIRWISE'] satisfies TypeOf<'SubjectType'>[], 'subject'),
    help: t('client.subjectTypeHelp'),
  },
  { name: 'sectorIdentifierUri', label: t('client.sector'), kind: 'text', help: t('client.sectorHelp') },
  {
    name: 'authorizationDetailsTypes',
    label: t('client.detailsTypes'),
    kind: 'lines',
    help: t('client.detailsTypesHelp'),
  },
  {
    name: 'defaultAcrValues',
    label: t('client.acrValues'),
    kind: 'lines',
    help: t('client.acrValuesHelp'),
  },
  { name: 'defaultMaxAge', label: t('client.maxAge'), kind: 'number', help: t('client.maxAgeHelp') },
  { name: 'resources', label: t('client.resources'), kind: 'lines', help: t('client.resourcesHelp') },
  {
    name: 'servedResources',
    label: t('client.servedResources'),
    kind: 'lines',
    help: t('client.servedResourcesHelp'),
  },
  { name: 'logoUri', label: t('client.logoUri'), kind: 'text', help: t('client.logoUriHelp') },
  { name: 'policyUri', label: t('client.policyUri'), kind: 'text', help: t('client.policyUriHelp') },
  { name: 'tosUri', label: t('client.tosUri'), kind: 'text', help: t('client.policyUriHelp') },
];
