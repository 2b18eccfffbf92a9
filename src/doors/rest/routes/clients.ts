import * as z from 'zod';
import { graphql } from '../../graphql/execute.ts';
import { notFound } from '../../../ground/kernel/errors.ts';
import { enumNameOf, optional, sent, text, withoutVersion } from '../fields.ts';
import { listRoute, route } from '../route.ts';
import {
  authMethod,
  clientType,
  createdClient,
  grantTypes,
  listedClient,
  rotatedSecret,
  scopes,
  updatedClient,
  wholeClient,
} from './client-views.ts';

const alg = z.enum(['RS256', 'ES256', 'PS256', 'EdDSA']);

const IDENTITY = 'client_id: id client_name: name';
const REGISTERED = 'client_type: type redirect_uris: redirectUris';
const PURPOSE = 'grant_types: grantTypes scopes';
const DATES = 'created_at: createdAt updated_at: updatedAt';

const REDIRECTS = 'https, http to a loopback address, or a private-use scheme. Compared character by character';
const name = text({ minLength: 1, maxLength: 255 }).meta({
  description: 'The name that users see. 1 to 255 characters.',
});
const uris = z.array(text({ format: 'uri' })).meta({ maxItems: 50, uniqueItems: true });
const redirectUris = optional(uris).meta({
  description: `Required for authorization_code. At most 50: ${REDIRECTS}, except for the port of a loopback address.`,
});
const page = (what: string) =>
  optional(text({ format: 'uri' })).meta({ description: `The address of ${what}. Null removes it.` });

const jwks = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).meta({ minItems: 1, maxItems: 10 }) });
const issuerText = text({ minLength: 1, maxLength: 512 });
const trustedIssuer = z.object({
  issuer: issuerText,
  subject: issuerText,
  audience: optional(issuerText),
  jwks: optional(jwks),
  jwks_uri: optional(text({ format: 'uri' })),
});

/** The fields for creating and updating a client. All are optional. */
const metadata = {
  redirect_uris: redirectUris,
  grant_types: optional(grantTypes.meta({ minItems: 1 })).meta({
    description:
      'authorization_code, refresh_token, client_credentials, urn:ietf:params:oauth:grant-type:device_code for devices ' +
      'without a browser, urn:ietf:params:oauth:grant-type:jwt-bearer for workloads, and ' +
      'urn:ietf:params:oauth:grant-type:token-exchange. The first two by default.',
  }),
  scopes: optional(scopes.meta({ minItems: 1 })).meta({
    description:
      'openid, profile, email, phone, address, groups, organization, offline_access. For client_credentials also read, write, ' +
      'admin, if the caller has them, and authz. By default openid, profile and email.',
  }),
  logo_uri: page('a picture'),
  token_endpoint_auth_method: optional(authMethod).meta({
    description:
      'client_secret_post (default), client_secret_basic, or private_key_jwt for a client without a secret. Where the server ' +
      'is set up for mutual TLS, also tls_client_auth and self_signed_tls_client_auth. none is for public clients.',
  }),
  tos_uri: page('the terms of service'),
  policy_uri: page('the privacy policy'),
  jwks_uri: page('the client’s public keys'),
  jwks: optional(jwks).meta({
    description: 'The client’s public keys (RFC 7517 §5), instead of jwks_uri. Null removes them.',
  }),
  trusted_issuers: optional(z.array(trustedIssuer).meta({ maxItems: 10 })).meta({
    description:
      'Who may vouch for workloads that act as the client (RFC 7523 §2.1). Each has a name (iss), the workload (sub), its ' +
      'keys or their address, and an audience if it is not this server.',
  }),
  id_token_signed_response_alg: optional(alg).meta({
    description: 'The algorithm that signs ID tokens. RS256 by default.',
  }),
  id_token_claims: optional(z.boolean()).meta({
    description: 'Whether ID tokens contain the claims of the granted scopes, as userinfo does. False by default.',
  }),
  userinfo_signed_response_alg: optional(alg).meta({
    description: 'The algorithm that signs userinfo. Null, the default, means plain JSON.',
  }),
  authorization_signed_response_alg: optional(alg).meta({
    description: 'The algorithm that signs authorization responses where a login asks for it (JARM). RS256 by default.',
  }),
  resources: optional(uris).meta({
    description: 'The absolute URIs of the resource servers that the client may request access tokens for (RFC 8707).',
  }),
  served_resources: optional(uris).meta({
    description:
      'The absolute URIs of the resource servers that the client is itself. It may exchange tokens for them (RFC 8693) and see whose they are.',
  }),
  refresh_token_policy: optional(z.enum(['retry', 'strict'])).meta({
    description:
      'retry (default): a refresh token presented again within seconds gets the same successor, if that is unused. ' +
      'strict: the token counts as stolen, and its grant ends.',
  }),
  require_pushed_authorization_requests: optional(z.boolean()).meta({
    description: 'Whether logins must begin with a pushed request (RFC 9126). False by default.',
  }),
  dpop_bound_access_tokens: optional(z.boolean()).meta({
    description:
      'Whether every token request needs a proof of possession (DPoP, RFC 9449). False by default: the client may send one.',
  }),
  fapi2: optional(z.boolean()).meta({
    description:
      'Whether the FAPI 2.0 Security Profile binds the client: pushed requests with PKCE only, bound tokens, a key or a ' +
      'certificate, PS256, ES256 or EdDSA. False by default.',
  }),
  tls_client_subject: optional(text({ minLength: 1, maxLength: 1024 })).meta({
    description:
      'What the certificates of the client are for (RFC 8705 §2.1.2): dn: and a distinguished name, or dns:, uri:, ip: or email: ' +
      'and an alternative name. For tls_client_auth. Null removes it.',
  }),
  tls_client_certificate_bound_access_tokens: optional(z.boolean()).meta({
    description:
      'Whether access tokens are bound to the certificate of the token request (RFC 8705 §3). False by default.',
  }),
  require_signed_request_object: optional(z.boolean()).meta({
    description: 'Whether logins must begin with a signed request object (RFC 9101). False by default.',
  }),
  backchannel_logout_uri: page('the endpoint that is notified of logouts'),
  frontchannel_logout_uri: page('what the browser loads in a frame when the user signs out'),
  frontchannel_logout_session_required: optional(z.boolean()).meta({
    description: 'Whether frontchannel_logout_uri gets the issuer and the id of the session. False by default.',
  }),
  subject_type: optional(z.enum(['public', 'pairwise'])).meta({
    description:
      'How the client knows users (OpenID Connect Core §8): public (default) by their ids, pairwise by identifiers that clients of ' +
      'other hosts cannot match with theirs. A change ends what users have granted the client.',
  }),
  sector_identifier_uri: page('the sector of pairwise identifiers, if redirect_uris do not have one https host'),
  authorization_details_types: optional(z.array(text())).meta({
    description:
      'The types of authorization_details (RFC 9396) that the client may ask for, of those of authorization_details_types_supported.',
  }),
  default_acr_values: optional(z.array(text())).meta({
    description:
      'The levels of authentication that logins ask for where the request does not (OpenID Connect Registration §2), best first: values ' +
      'of acr_values_supported. Like acr_values, they are voluntary.',
  }),
  default_max_age: optional(z.int().meta({ minimum: 0, maximum: 31_536_000 })).meta({
    description:
      'How many seconds ago users may have signed in where the request does not say (max_age). Null, the default, for any time.',
  }),
  documents: optional(
    z.array(text({ minLength: 1, maxLength: 256, pattern: '^[!-~]*$' })).meta({ maxItems: 500 }),
  ).meta({
    description:
      'The trusted GraphQL documents that tokens of the client may run, by id or name. Nothing else is answered then, ' +
      'and no REST path. Null, the default, means no limit.',
  }),
  post_logout_redirect_uris: optional(uris).meta({
    description: `Where browsers may go after a logout: ${REDIRECTS}.`,
  }),
  require_pkce: optional(z.boolean()).meta({
    description:
      'Whether every login needs PKCE. Always true for public clients. False by default for confidential ones.',
  }),
  require_nonce: optional(z.boolean()).meta({
    description:
      'Whether a login without PKCE needs a nonce. True, unless it is given as false or `require_pkce` is given as false ' +
      'without it.',
  }),
  require_consent: optional(z.boolean()).meta({
    description:
      'Whether users are asked for their consent. True by default. Setting it to false takes an administrator or the scope admin.',
  }),
};

type Metadata = z.infer<z.ZodObject<typeof metadata>>;

const inputOf = (body: Metadata) => ({
  redirectUris: body.redirect_uris,
  postLogoutRedirectUris: body.post_logout_redirect_uris,
  grantTypes: body.grant_types?.map((word) => enumNameOf(word)),
  scopes: body.scopes?.map((word) => enumNameOf(word)),
  tokenEndpointAuthMethod: enumNameOf(body.token_endpoint_auth_method),
  requirePkce: body.require_pkce,
  requireNonce: body.require_nonce,
  requireConsent: body.require_consent,
  logoUri: body.logo_uri,
  tosUri: body.tos_uri,
  policyUri: body.policy_uri,
  jwksUri: body.jwks_uri,
  jwks: body.jwks,
  trustedIssuers: body.trusted_issuers?.map(({ jwks_uri: jwksUri, ...issuer }) => sent({ ...issuer, jwksUri })),
  idTokenSignedResponseAlg: body.id_token_signed_response_alg,
  idTokenClaims: body.id_token_claims,
  userinfoSignedResponseAlg: body.userinfo_signed_response_alg,
  authorizationSignedResponseAlg: body.authorization_signed_response_alg,
  resources: body.resources,
  servedResources: body.served_resources,
  refreshTokenPolicy: enumNameOf(body.refresh_token_policy),
  requirePushedAuthorizationRequests: body.require_pushed_authorization_requests,
  dpopBoundAccessTokens: body.dpop_bound_access_tokens,
  requireSignedRequestObject: body.require_signed_request_object,
  fapi2: body.fapi2,
  tlsClientSubject: body.tls_client_subject,
  tlsClientCertificateBoundAccessTokens: body.tls_client_certificate_bound_access_tokens,
  backchannelLogoutUri: body.backchannel_logout_uri,
  frontchannelLogoutUri: body.frontchannel_logout_uri,
  frontchannelLogoutSessionRequired: body.frontchannel_logout_session_required,
  subjectType: enumNameOf(body.subject_type),
  sectorIdentifierUri: body.sector_identifier_uri,
  authorizationDetailsTypes: body.authorization_details_types,
  defaultAcrValues: body.default_acr_values,
  defaultMaxAge: body.default_max_age,
  documents: body.documents,
});

const fields = { name: 'client_name' };

const update = (method: 'put' | 'patch', operationId: string) =>
  route({
    method,
    path: '/api/clients/:client',
    operationId,
    summary: 'Update a client. Fields that are left out keep their values. Id, type and secret cannot be changed.',
    tag: 'OAuth clients',
    scope: 'write',
    status: 200,
    noun: 'client',
    fields,
    body: z.object({ client_name: optional(name), ...metadata }).meta({ minProperties: 1 }),
    response: updatedClient,
    document: graphql(`mutation ($id: ID!, $input: UpdateClientInput!, $expectedVersion: Int) {
      done: updateClient(id: $id, input: $input, expectedVersion: $expectedVersion) {
        client { ${IDENTITY} redirect_uris: redirectUris updated_at: updatedAt version }
      }
    }`),
    variables: ({ params, body }) => ({
      id: params.client,
      input: sent({ name: body.client_name, ...inputOf(body) }),
    }),
    answer: ({ done }) => withoutVersion(done.client),
    version: ({ done }) => done.client.version,
  });

/** The OAuth clients of the documented interface. */
export const clientRoutes = [
  listRoute({
    method: 'get',
    path: '/api/clients',
    operationId: 'listClients',
    summary: 'List the customer’s clients. Members see their own.',
    tag: 'OAuth clients',
    scope: 'read',
    status: 200,
    noun: 'client',
    response: z.strictObject({ clients: z.array(listedClient) }),
    document: graphql(`query ($first: Int!, $after: String) {
      clients(first: $first, after: $after) {
        edges { node { ${IDENTITY} ${REGISTERED} ${PURPOSE} logo_uri: logoUri ${DATES} } }
        pageInfo { hasNextPage endCursor }
      }
    }`),
    variables: () => ({}),
    list: {
      key: 'clients',
      partial: true,
      whole: ({ clients }) => ({ clients }),
      item: ({ node }) => node,
    },
  }),
  route({
    method: 'post',
    path: '/api/clients',
    operationId: 'createClient',
    summary: 'Register a client. The secret is shown only this one time.',
    tag: 'OAuth clients',
    scope: 'write',
    status: 201,
    noun: 'client',
    fields,
    body: z.object({
      client_name: name,
      client_type: optional(clientType).meta({ description: 'confidential by default.' }),
      ...metadata,
    }),
    response: createdClient,
    document: graphql(`mutation ($input: CreateClientInput!) {
      made: createClient(input: $input) {
        client_secret: clientSecret client { ${IDENTITY} ${REGISTERED} created_at: createdAt version }
      }
    }`),
    variables: ({ body }) => ({
      input: sent({ name: body.client_name, type: enumNameOf(body.client_type), attributes: null, ...inputOf(body) }),
    }),
    answer: ({ made: { client, ...secrets } }) => ({ ...withoutVersion(client), ...secrets }),
    version: ({ made }) => made.client.version,
    location: ({ made }) => `/api/clients/${made.client.client_id}`,
  }),
  route({
    method: 'get',
    path: '/api/clients/:client',
    operationId: 'getClient',
    summary: 'Get a client.',
    tag: 'OAuth clients',
    scope: 'read',
    status: 200,
    noun: 'client',
    response: wholeClient,
    document: graphql(`query ($id: ID!) {
      client(id: $id) {
        ${IDENTITY} ${REGISTERED} ${PURPOSE} token_endpoint_auth_method: tokenEndpointAuthMethod
        logo_uri: logoUri tos_uri: tosUri policy_uri: policyUri jwks_uri: jwksUri ${DATES} version
      }
    }`),
    variables: ({ params }) => ({ id: params.client }),
    answer: ({ client }) => {
      if (!client) throw notFound('client');
      return withoutVersion(client);
    },
    version: ({ client }) => client!.version,
  }),
  update('put', 'updateClient'),
  update('patch', 'patchClient'),
  route({
    method: 'post',
    path: '/api/clients/:client/rotate-secret',
    operationId: 'rotateClientSecret',
    summary: 'Replace a client’s secret. The old one stops working at once.',
    tag: 'OAuth clients',
    scope: 'write',
    status: 200,
    noun: 'client',
    response: rotatedSecret,
    document: graphql(`
      mutation ($id: ID!, $expectedVersion: Int) {
        rotated: rotateClientSecret(id: $id, expectedVersion: $expectedVersion) {
          client {
            client_id: id
            rotated_at: rotatedAt
            version
          }
          client_secret: clientSecret
        }
      }
    `),
    variables: ({ params }) => ({ id: params.client }),
    // After a rotation both fields have values. They are null only for clients that never had a secret.
    answer: ({ rotated: { client, client_secret: made } }) => ({
      client_id: client.client_id,
      client_secret: made!,
      rotated_at: client.rotated_at!,
    }),
    version: ({ rotated }) => rotated.client.version,
  }),
  route({
    method: 'delete',
    path: '/api/clients/:client',
    operationId: 'deleteClient',
    summary: 'Delete a client and all its tokens.',
    tag: 'OAuth clients',
    scope: 'admin',
    status: 200,
    noun: 'client',
    response: z.strictObject({ success: z.literal(true), message: z.string() }),
    document: graphql(`
      mutation ($id: ID!, $expectedVersion: Int) {
        deleteClient(id: $id, expectedVersion: $expectedVersion) {
          client {
            id
          }
        }
      }
    `),
    variables: ({ params }) => ({ id: params.client }),
    answer: () => ({ success: true, message: 'The client and all its tokens are deleted.' }),
  }),
];
