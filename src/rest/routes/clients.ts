import * as z from 'zod';
import { notFound } from '../../kernel/errors.ts';
import { listRoute, route, type ListPage } from '../route.ts';
import { optional, sent, text, timestamp, url } from '../fields.ts';

interface Client {
  id: string;
  name: string;
  type: string;
  redirectUris: string[];
  grantTypes: string[];
  scopes: string[];
  tokenEndpointAuthMethod: string;
  logoUri: string | null;
  tosUri: string | null;
  policyUri: string | null;
  jwksUri: string | null;
  rotatedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

interface WithSecret {
  client: Client;
  clientSecret: string | null;
}

const clientType = z.enum(['confidential', 'public']);
const alg = z.enum(['RS256', 'ES256']);
const grantTypes = z.array(text({ enum: ['authorization_code', 'refresh_token', 'client_credentials'] }));
const scopes = z.array(
  text({
    enum: ['openid', 'profile', 'email', 'phone', 'groups', 'offline_access', 'read', 'write', 'admin'],
  }),
);
const authMethod = text({ enum: ['client_secret_post', 'client_secret_basic', 'private_key_jwt', 'none'] });

const identity = { client_id: z.string(), client_name: z.string() };
const registered = { client_type: clientType, redirect_uris: z.array(url) };
const purpose = { grant_types: grantTypes, scopes };
const logo = { logo_uri: url.nullable() };
const dates = { created_at: timestamp, updated_at: timestamp };
const secret = z.string().nullable().meta({ description: 'Told this one time; null for a client that has none.' });

const identityOf = (client: Client) => ({ client_id: client.id, client_name: client.name });
const registeredOf = (client: Client) => ({ client_type: client.type, redirect_uris: client.redirectUris });
const purposeOf = (client: Client) => ({ grant_types: client.grantTypes, scopes: client.scopes });
const datesOf = (client: Client) => ({ created_at: client.createdAt, updated_at: client.updatedAt });

const REDIRECTS = 'https, http to a loopback address, or a private-use scheme; compared character by character.';
const name = text({ minLength: 1, maxLength: 255 }).meta({ description: 'What users are shown; 1 to 255 characters.' });
const uris = z.array(text({ format: 'uri' })).meta({ maxItems: 50, uniqueItems: true });
const redirectUris = optional(uris).meta({
  description: `At least one for authorization_code, at most 50: ${REDIRECTS}`,
});
const page = (what: string) =>
  optional(text({ format: 'uri' })).meta({ description: `The address of ${what}; null takes it away.` });

/** What can be said of a client at any time; all of it may be left out. */
const metadata = {
  redirect_uris: redirectUris,
  grant_types: optional(grantTypes.meta({ minItems: 1 })).meta({
    description: 'authorization_code, refresh_token, client_credentials; the first two by default.',
  }),
  scopes: optional(scopes.meta({ minItems: 1 })).meta({
    description:
      'openid, profile, email, phone, groups, offline_access; read, write, admin for client_credentials, as far as the ' +
      'caller holds them. By default openid, profile and email.',
  }),
  logo_uri: page('a picture'),
  token_endpoint_auth_method: optional(authMethod).meta({
    description:
      'client_secret_post (default), client_secret_basic or private_key_jwt, with which the client has no secret; none ' +
      'for a public client.',
  }),
  tos_uri: page('the terms of service'),
  policy_uri: page('the privacy policy'),
  jwks_uri: page('the client’s public keys'),
  jwks: optional(
    z.object({ keys: z.array(z.looseObject({ kty: z.string() })).meta({ minItems: 1, maxItems: 10 }) }),
  ).meta({
    description: 'The client’s public keys (RFC 7517 §5), in the place of jwks_uri; null takes them away.',
  }),
  id_token_signed_response_alg: optional(alg).meta({
    description: 'What ID tokens are signed with; RS256 by default.',
  }),
  id_token_claims: optional(z.boolean()).meta({
    description: 'Whether ID tokens hold the claims of the granted scopes, as userinfo tells them; false by default.',
  }),
  userinfo_signed_response_alg: optional(alg).meta({
    description: 'What userinfo is signed with; null, the default, for plain JSON.',
  }),
  resources: optional(uris).meta({
    description: 'The resource servers that access tokens can be asked for (RFC 8707), as absolute URIs.',
  }),
  refresh_token_policy: optional(z.enum(['retry', 'strict'])).meta({
    description:
      'retry (default): a refresh token presented again within seconds yields the same successor, while that is unused; ' +
      'strict: it is taken for stolen.',
  }),
  require_pushed_authorization_requests: optional(z.boolean()).meta({
    description: 'Whether logins must begin with a pushed request (RFC 9126); false by default.',
  }),
  backchannel_logout_uri: page('what is told of logouts'),
  post_logout_redirect_uris: optional(uris).meta({
    description: `Where browsers may go after a logout: ${REDIRECTS}`,
  }),
  require_pkce: optional(z.boolean()).meta({
    description:
      'Whether every login needs PKCE. Always true for a public client; a confidential one, by default false, needs ' +
      'PKCE or a nonce.',
  }),
  require_consent: optional(z.boolean()).meta({
    description: 'True by default; false, for an application of one’s own, takes an administrator or the scope admin.',
  }),
};

type Metadata = z.infer<z.ZodObject<typeof metadata>>;

const inputOf = (body: Metadata) => ({
  redirectUris: body.redirect_uris,
  postLogoutRedirectUris: body.post_logout_redirect_uris,
  grantTypes: body.grant_types,
  scopes: body.scopes,
  tokenEndpointAuthMethod: body.token_endpoint_auth_method,
  requirePkce: body.require_pkce,
  requireConsent: body.require_consent,
  logoUri: body.logo_uri,
  tosUri: body.tos_uri,
  policyUri: body.policy_uri,
  jwksUri: body.jwks_uri,
  jwks: body.jwks,
  idTokenSignedResponseAlg: body.id_token_signed_response_alg,
  idTokenClaims: body.id_token_claims,
  userinfoSignedResponseAlg: body.userinfo_signed_response_alg,
  resources: body.resources,
  refreshTokenPolicy: body.refresh_token_policy?.toUpperCase(),
  requirePushedAuthorizationRequests: body.require_pushed_authorization_requests,
  backchannelLogoutUri: body.backchannel_logout_uri,
});

const fields = { name: 'client_name' };

const update = (method: 'put' | 'patch', operationId: string) =>
  route({
    method,
    path: '/api/clients/:client',
    operationId,
    summary: 'Update a client: whatever is given; id, type and secret stay.',
    tag: 'OAuth clients',
    scope: 'write',
    status: 200,
    noun: 'client',
    fields,
    body: z.object({ client_name: optional(name), ...metadata }).meta({ minProperties: 1 }),
    response: z.strictObject({ ...identity, redirect_uris: z.array(url), updated_at: timestamp }),
    document: `mutation ($id: ID!, $input: UpdateClientInput!) {
      updateClient(id: $id, input: $input) { id name redirectUris updatedAt }
    }`,
    variables: ({ params, body }) => ({
      id: params['client'],
      input: sent({ name: body.client_name, ...inputOf(body) }),
    }),
    answer: ({ updateClient: client }: { updateClient: Client }) => ({
      ...identityOf(client),
      redirect_uris: client.redirectUris,
      updated_at: client.updatedAt,
    }),
  });

/** The OAuth clients of the documented interface. */
export const clientRoutes = [
  listRoute({
    method: 'get',
    path: '/api/clients',
    operationId: 'listClients',
    summary: 'List the customer’s clients, or for a member their own.',
    tag: 'OAuth clients',
    scope: 'read',
    status: 200,
    noun: 'client',
    response: z.strictObject({
      clients: z.array(z.strictObject({ ...identity, ...registered, ...purpose, ...logo, ...dates })),
    }),
    document: `query ($first: Int!, $after: String) {
      clients(first: $first, after: $after) {
        edges { node { id name type redirectUris grantTypes scopes logoUri createdAt updatedAt } }
        pageInfo { hasNextPage endCursor }
      }
    }`,
    variables: () => ({}),
    list: {
      key: 'clients',
      partial: true,
      page: (data: { clients: ListPage<{ node: Client }> }) => data.clients,
      item: ({ node }: { node: Client }) => ({
        ...identityOf(node),
        ...registeredOf(node),
        ...purposeOf(node),
        logo_uri: node.logoUri,
        ...datesOf(node),
      }),
      head: () => ({}),
      tail: () => ({}),
      total: () => 0,
    },
  }),
  route({
    method: 'post',
    path: '/api/clients',
    operationId: 'createClient',
    summary: 'Register a client; its secret is told this one time.',
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
    response: z.strictObject({
      client_id: z.string(),
      client_secret: secret,
      client_name: z.string(),
      ...registered,
      created_at: timestamp,
    }),
    document: `mutation ($input: CreateClientInput!) {
      made: createClient(input: $input) { clientSecret client { id name type redirectUris createdAt } }
    }`,
    variables: ({ body }) => ({
      input: sent({ name: body.client_name, type: body.client_type?.toUpperCase(), ...inputOf(body) }),
    }),
    answer: ({ made: { client, clientSecret } }: { made: WithSecret }) => ({
      client_id: client.id,
      client_secret: clientSecret,
      client_name: client.name,
      ...registeredOf(client),
      created_at: client.createdAt,
    }),
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
    response: z.strictObject({
      ...identity,
      ...registered,
      ...purpose,
      token_endpoint_auth_method: authMethod,
      ...logo,
      tos_uri: url.nullable(),
      policy_uri: url.nullable(),
      jwks_uri: url.nullable(),
      ...dates,
    }),
    document: `query ($id: ID!) {
      client(id: $id) {
        id name type redirectUris grantTypes scopes tokenEndpointAuthMethod logoUri tosUri policyUri jwksUri createdAt updatedAt
      }
    }`,
    variables: ({ params }) => ({ id: params['client'] }),
    answer: ({ client }: { client: Client | null }) => {
      if (!client) throw notFound('client');
      return {
        ...identityOf(client),
        ...registeredOf(client),
        ...purposeOf(client),
        token_endpoint_auth_method: client.tokenEndpointAuthMethod,
        logo_uri: client.logoUri,
        tos_uri: client.tosUri,
        policy_uri: client.policyUri,
        jwks_uri: client.jwksUri,
        ...datesOf(client),
      };
    },
  }),
  update('put', 'updateClient'),
  update('patch', 'patchClient'),
  route({
    method: 'post',
    path: '/api/clients/:client/rotate-secret',
    operationId: 'rotateClientSecret',
    summary: 'Give a client a new secret; the old one is dead at once.',
    tag: 'OAuth clients',
    scope: 'write',
    status: 200,
    noun: 'client',
    response: z.strictObject({ client_id: z.string(), client_secret: z.string(), rotated_at: timestamp }),
    document: `mutation ($id: ID!) {
      rotated: rotateClientSecret(id: $id) { clientSecret client { id rotatedAt } }
    }`,
    variables: ({ params }) => ({ id: params['client'] }),
    answer: ({ rotated: { client, clientSecret } }: { rotated: WithSecret }) => ({
      client_id: client.id,
      client_secret: clientSecret,
      rotated_at: client.rotatedAt,
    }),
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
    document: 'mutation ($id: ID!) { deleteClient(id: $id) { id } }',
    variables: ({ params }) => ({ id: params['client'] }),
    answer: () => ({ success: true, message: 'The client and all its tokens are deleted.' }),
  }),
];
