import { PROOF_ALGORITHMS } from '../../../ground/http/challenge.ts';
import { SCOPES } from '../../../ground/kernel/access.ts';
import type { Runtime } from '../../../ground/kernel/runtime.ts';
import { endpoint, type Handler, send } from '../endpoint.ts';

const CACHE = { 'cache-control': 'public, max-age=300' };

/** The metadata of one of this server's APIs (RFC 9728 §2), rendered once. */
export function protectedResourceEndpoint(runtime: Runtime, api: string): Handler {
  const { server, mutualTls } = runtime.settings;
  const issuer = server.baseUrl;
  const json = JSON.stringify({
    resource: issuer + api,
    authorization_servers: [issuer],
    scopes_supported: SCOPES,
    bearer_methods_supported: ['header'],
    dpop_signing_alg_values_supported: PROOF_ALGORITHMS,
    ...(mutualTls.header !== undefined && { tls_client_certificate_bound_access_tokens: true }),
    resource_name: 'Guildhall',
  });
  return endpoint(runtime, (_request, response) => Promise.resolve(send(response, 200, json, CACHE)));
}
