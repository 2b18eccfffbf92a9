import { PROOF_ALGORITHMS } from '../../../ground/http/challenge.ts';
import type { Runtime, Settings } from '../../../ground/kernel/runtime.ts';
import { LANGUAGES } from '../../../views/languages.ts';
import { ALL_SCOPES } from '../../../ground/kernel/access.ts';
import { GRANT_TYPES, offeredAuthMethods, SUBJECT_TYPES } from '../../../modules/clients/index.ts';
import { SIGNING_ALGORITHMS } from '../../../modules/keys/index.ts';
import { USER_CLAIMS } from '../../../modules/users/index.ts';
import { endpoint, type Handler, send } from '../endpoint.ts';
import { PATHS } from '../paths.ts';
import { promptsOf } from './authorize/checks/prompt.check.ts';
import { RESPONSE_MODES } from './authorize/checks/response-mode.check.ts';
import { ASSERTION_ALGORITHMS } from '../vocabulary.ts';

const CACHE = { 'cache-control': 'public, max-age=300' };

/** The server's metadata (OIDC Discovery §3, RFC 8414 §2). */
const metadata = (issuer: string, settings: Settings, methods: readonly string[]) => ({
  issuer,
  authorization_endpoint: issuer + PATHS.authorize,
  pushed_authorization_request_endpoint: issuer + PATHS.par,
  // RFC 9126 §5: whether all clients must push their requests.
  require_pushed_authorization_requests: false,
  // RFC 8628 §4
  device_authorization_endpoint: issuer + PATHS.deviceAuthorization,
  token_endpoint: issuer + PATHS.token,
  // RFC 7591 §3
  ...(settings.clients.registration === 'on' && { registration_endpoint: issuer + PATHS.register }),
  // Client ID Metadata Document §5
  ...(settings.clients.metadataHosts !== undefined && { client_id_metadata_document_supported: true }),
  userinfo_endpoint: issuer + PATHS.userinfo,
  introspection_endpoint: issuer + PATHS.introspect,
  revocation_endpoint: issuer + PATHS.revoke,
  jwks_uri: issuer + PATHS.jwks,
  end_session_endpoint: issuer + PATHS.endSession,
  backchannel_logout_supported: true,
  backchannel_logout_session_supported: true,
  frontchannel_logout_supported: true,
  frontchannel_logout_session_supported: true,
  scopes_supported: ALL_SCOPES,
  response_types_supported: ['code'],
  response_modes_supported: RESPONSE_MODES,
  grant_types_supported: GRANT_TYPES,
  prompt_values_supported: promptsOf(settings.signup.enabled),
  acr_values_supported: settings.authentication.levels.map(({ value }) => value),
  subject_types_supported: SUBJECT_TYPES,
  id_token_signing_alg_values_supported: SIGNING_ALGORITHMS,
  userinfo_signing_alg_values_supported: SIGNING_ALGORITHMS,
  // JARM §4
  authorization_signing_alg_values_supported: SIGNING_ALGORITHMS,
  token_endpoint_auth_methods_supported: methods,
  token_endpoint_auth_signing_alg_values_supported: ASSERTION_ALGORITHMS,
  // RFC 7662 §2.1: only authenticated clients may ask.
  introspection_endpoint_auth_methods_supported: methods.filter((method) => method !== 'none'),
  introspection_endpoint_auth_signing_alg_values_supported: ASSERTION_ALGORITHMS,
  revocation_endpoint_auth_methods_supported: methods,
  revocation_endpoint_auth_signing_alg_values_supported: ASSERTION_ALGORITHMS,
  // RFC 9449 §5.1
  dpop_signing_alg_values_supported: PROOF_ALGORITHMS,
  ...ofCertificates(settings.mutualTls),
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  claims_supported: [
    'iss',
    'sub',
    'aud',
    'exp',
    'iat',
    'auth_time',
    'nonce',
    'at_hash',
    'amr',
    'acr',
    'sid',
    ...USER_CLAIMS.map(({ name }) => name),
    'middle_name',
    'nickname',
    'profile',
    'website',
    'gender',
    'birthdate',
    'zoneinfo',
    'locale',
    'address',
    'groups',
    'organization',
  ],
  // RFC 9396 §10
  ...(settings.authorizationDetails.types.size > 0 && {
    authorization_details_types_supported: [...settings.authorizationDetails.types.keys()],
  }),
  claims_parameter_supported: true,
  ui_locales_supported: LANGUAGES,
  // RFC 9101 §10.5: whether all clients must sign their requests.
  require_signed_request_object: false,
  request_parameter_supported: true,
  request_object_signing_alg_values_supported: ASSERTION_ALGORITHMS,
  // OIDC Discovery §3: the default is true.
  request_uri_parameter_supported: false,
});

/** RFC 8705 §3.3, §5: where certificates reach the server, tokens can be bound to them. */
const ofCertificates = ({ header, baseUrl }: Settings['mutualTls']) =>
  header === undefined
    ? {}
    : {
        tls_client_certificate_bound_access_tokens: true,
        ...(baseUrl !== undefined && { mtls_endpoint_aliases: aliasesAt(baseUrl) }),
      };

/** The endpoints that clients call themselves. */
const aliasesAt = (base: string) => ({
  pushed_authorization_request_endpoint: base + PATHS.par,
  device_authorization_endpoint: base + PATHS.deviceAuthorization,
  token_endpoint: base + PATHS.token,
  userinfo_endpoint: base + PATHS.userinfo,
  introspection_endpoint: base + PATHS.introspect,
  revocation_endpoint: base + PATHS.revoke,
});

/** The metadata, rendered once. */
export function discoveryEndpoint(runtime: Runtime): Handler {
  const issuer = runtime.settings.server.baseUrl;
  const json = JSON.stringify(metadata(issuer, runtime.settings, offeredAuthMethods(runtime.settings)));
  return endpoint(runtime, (_request, response) => Promise.resolve(send(response, 200, json, CACHE)));
}
