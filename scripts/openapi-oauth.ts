/**
 * The token and userinfo endpoints in openapi.json. Their requests and answers are those of RFC 6749 and OpenID Connect
 * Core. The metadata at /.well-known/openid-configuration lists the other endpoints.
 */
import type { ZodOpenApiObject, ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { ALL_SCOPES, SCOPES } from '../src/ground/kernel/access.ts';
import { STATUSES } from '../src/doors/oauth/errors.ts';
import { PATHS } from '../src/doors/oauth/paths.ts';
import { GRANT_TYPES } from '../src/modules/clients/client-vocabulary.ts';
import { challenging, described, failure, headers, waiting } from './openapi-answers.ts';

type Components = Required<NonNullable<ZodOpenApiObject['components']>>;

/** The placeholder that the server replaces with its issuer. */
export const ISSUER = 'https://guildhall.example';

const SCOPE_MEANINGS: Readonly<Record<string, string>> = {
  read: 'View.',
  write: 'View, create and update.',
  admin: 'Everything, deleting included.',
  openid: 'Who the user is.',
  profile: 'The user’s name, username and picture.',
  email: 'The user’s email address.',
  phone: 'The user’s phone number.',
  groups: 'The user’s groups, in the ID token too.',
  address: 'The user’s postal address.',
  organization: 'The organization that the user acts for.',
  offline_access: 'Refresh tokens that outlive the session.',
};

const meaningsOf = (scopes: readonly string[]) =>
  Object.fromEntries(scopes.map((scope) => [scope, SCOPE_MEANINGS[scope] ?? '']));

export const securitySchemes: Components['securitySchemes'] = {
  oauth2: {
    type: 'oauth2',
    description:
      'An access token in the header `Authorization`. A client’s token needs the scope that the operation names. A user’s token ' +
      'needs it only for administration, so every such operation names the token without scopes, too.',
    flows: {
      clientCredentials: { tokenUrl: ISSUER + PATHS.token, scopes: meaningsOf(SCOPES) },
      authorizationCode: {
        authorizationUrl: ISSUER + PATHS.authorize,
        tokenUrl: ISSUER + PATHS.token,
        refreshUrl: ISSUER + PATHS.token,
        scopes: meaningsOf(ALL_SCOPES),
      },
    },
  },
  clientBasic: { type: 'http', scheme: 'basic', description: 'The client’s id and secret (RFC 6749 §2.3.1).' },
};

/** A token with this scope, or the token of a user, which needs none. */
export const tokenWith = (scope: string | null): { oauth2: string[] }[] => [
  ...(scope === null ? [] : [{ oauth2: [scope] }]),
  { oauth2: [] },
];

const error = failure('OAuthError');

export const oauthResponses = {
  OAuthInvalid: error('The request, or what it stands on, is no good (RFC 6749 §5.2).'),
  OAuthUnauthorized: error('The client, or the access token, could not be authenticated.', challenging),
  OAuthForbidden: error('The access token’s scope does not allow this.', challenging),
  OAuthRateLimited: error('Too many failures; try again after the time given.', waiting),
  OAuthInternal: error('Something went wrong here; the log has it under the request’s id.'),
  OAuthUnavailable: error('The service is not available for the moment; try again after the time given.', waiting),
};

const answer = (name: keyof typeof oauthResponses) => ({ $ref: `#/components/responses/${name}` });
const faults = {
  '400': answer('OAuthInvalid'),
  '401': answer('OAuthUnauthorized'),
  '429': answer('OAuthRateLimited'),
  '500': answer('OAuthInternal'),
  '503': answer('OAuthUnavailable'),
};

const string = { type: 'string' } as const;

export const oauthSchemas: Components['schemas'] = {
  OAuthError: {
    type: 'object',
    required: ['error', 'error_description', 'error_uri', 'code'],
    properties: {
      error: { type: 'string', enum: Object.keys(STATUSES) },
      error_description: string,
      error_uri: { type: 'string', format: 'uri', description: 'Where the code is explained.' },
      code: {
        type: 'string',
        pattern: '^[A-Z][A-Z0-9_]*$',
        description: 'The exact error code. It does not change.',
      },
    },
    additionalProperties: false,
  },
  TokenRequest: {
    type: 'object',
    required: ['grant_type'],
    properties: {
      grant_type: { type: 'string', enum: [...GRANT_TYPES] },
      client_id: string,
      client_secret: string,
      client_assertion: { type: 'string', description: 'A JWT instead of a secret (RFC 7523 §2.2).' },
      client_assertion_type: { type: 'string', enum: ['urn:ietf:params:oauth:client-assertion-type:jwt-bearer'] },
      scope: { type: 'string', description: `Scopes separated by spaces: ${ALL_SCOPES.join(', ')}.` },
      code: { type: 'string', description: 'The code, for the grant type authorization_code.' },
      redirect_uri: { type: 'string', format: 'uri', description: 'The same value as in the authorization request.' },
      code_verifier: {
        type: 'string',
        description: 'The value that the code challenge was made from (RFC 7636 §4.5).',
      },
      assertion: { type: 'string', description: 'The assertion of a workload, for jwt-bearer (RFC 7523 §2.1).' },
      subject_token: {
        type: 'string',
        description: 'The access token to exchange, for token-exchange (RFC 8693 §2.1).',
      },
      subject_token_type: { type: 'string', enum: ['urn:ietf:params:oauth:token-type:access_token'] },
      actor_token: { type: 'string', description: 'A token that the client got for itself, to be named as the actor.' },
      actor_token_type: { type: 'string', enum: ['urn:ietf:params:oauth:token-type:access_token'] },
      device_code: { type: 'string', description: 'The code of the device, for the device grant (RFC 8628 §3.4).' },
      refresh_token: { type: 'string', description: 'The refresh token, for the grant type refresh_token.' },
      resource: {
        type: 'string',
        format: 'uri',
        description: 'The resource server that the access token is for (RFC 8707 §2).',
      },
    },
  },
  TokenResponse: {
    type: 'object',
    required: ['access_token', 'token_type', 'expires_in', 'scope'],
    properties: {
      access_token: string,
      token_type: {
        type: 'string',
        enum: ['Bearer', 'DPoP'],
        description:
          'DPoP if the request had a proof of possession, whose key the access token is bound to (RFC 9449 §5).',
      },
      expires_in: { type: 'integer', minimum: 1, description: 'The lifetime in seconds.' },
      scope: string,
      refresh_token: string,
      id_token: string,
    },
    additionalProperties: false,
  },
  Userinfo: {
    type: 'object',
    required: ['sub', 'groups'],
    properties: {
      sub: { type: 'string', format: 'uuid', description: 'The user’s id.' },
      groups: { type: 'array', items: string, description: 'The current names of the user’s groups.' },
      name: string,
      given_name: string,
      family_name: string,
      preferred_username: string,
      picture: { type: 'string', format: 'uri' },
      updated_at: { type: 'integer', description: 'Seconds since 1970.' },
      email: string,
      email_verified: { type: 'boolean' },
      phone_number: string,
      phone_number_verified: { type: 'boolean' },
      organization: {
        type: 'object',
        required: ['id', 'name'],
        properties: { id: { type: 'string', format: 'uuid' }, name: string },
        description: 'The organization that the user acts for, as long as the user belongs to it.',
      },
    },
  },
};

const TAG = 'OAuth 2.0 and OpenID Connect';

/** The same for GET and POST. */
const userinfo = (operationId: string): ZodOpenApiOperationObject => ({
  operationId,
  summary: 'Get the claims about a user that the client may see, including groups (OpenID Connect Core §5.3).',
  description: 'Needs a user’s token with the scope `openid`.',
  tags: [TAG],
  security: [{ oauth2: ['openid'] }],
  responses: {
    '200': {
      description: 'Done. Signed if the client is registered for that.',
      headers,
      content: { ...described('Userinfo').content, 'application/jwt': { schema: string } },
    },
    ...faults,
    '403': answer('OAuthForbidden'),
  },
});

export const oauthPaths: ZodOpenApiPathsObject = {
  [PATHS.token]: {
    post: {
      operationId: 'token',
      summary: 'Get an access token (RFC 6749 §3.2).',
      description:
        'The client authenticates with the method it is registered for: the fields `client_id` and `client_secret`, HTTP ' +
        'Basic, or `client_assertion`.',
      tags: [TAG],
      security: [{}, { clientBasic: [] }],
      requestBody: { required: true, ...described('TokenRequest', 'application/x-www-form-urlencoded') },
      responses: {
        '200': { description: 'Done.', headers, ...described('TokenResponse') },
        ...faults,
      },
    },
  },
  [PATHS.userinfo]: {
    get: userinfo('userinfo'),
    post: userinfo('postUserinfo'),
  },
};
