import { inYaml, type Verifier } from './verified.ts';

/** A port as Envoy wants it, said or not. */
const portOf = ({ port, protocol }: URL): string => port || (protocol === 'https:' ? '443' : '80');

const regexOf = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

const envoy: Verifier = ({ issuer, identifier, scope }) => {
  const url = new URL(issuer);
  return `# The type and the scope are checked by the second filter: the first one tells it what the token says.
# A token for another API is answered with 403, too.
http_filters:
  - name: envoy.filters.http.jwt_authn
    typed_config:
      '@type': type.googleapis.com/envoy.extensions.filters.http.jwt_authn.v3.JwtAuthentication
      providers:
        guildhall:
          issuer: ${issuer}
          audiences: [${inYaml(identifier)}]
          require_expiration: true
          # Without this, the API is not told who asks.
          forward: true
          header_in_metadata: header
          payload_in_metadata: payload
          remote_jwks:
            http_uri: { uri: '${issuer}/oauth2/jwks', cluster: guildhall, timeout: 5s }
            cache_duration: 300s
      rules:
        - match: { prefix: / }
          requires: { provider_name: guildhall }
  - name: envoy.filters.http.rbac
    typed_config:
      '@type': type.googleapis.com/envoy.extensions.filters.http.rbac.v3.RBAC
      rules:
        action: ALLOW
        policies:
          may:
            permissions: [{ any: true }]
            principals:
              - and_ids:
                  ids:
                    - sourced_metadata:
                        metadata_matcher:
                          filter: envoy.filters.http.jwt_authn
                          path: [{ key: header }, { key: typ }]
                          value: { string_match: { exact: at+jwt } }
                    - sourced_metadata:
                        metadata_matcher:
                          filter: envoy.filters.http.jwt_authn
                          path: [{ key: payload }, { key: scope }]
                          value: { string_match: { safe_regex: { regex: ${inYaml(`(.* )?${regexOf(scope)}( .*)?`)} } } }
  - name: envoy.filters.http.router
    typed_config:
      '@type': type.googleapis.com/envoy.extensions.filters.http.router.v3.Router

clusters:
  - name: guildhall
    type: STRICT_DNS
    dns_lookup_family: V4_PREFERRED
    load_assignment:
      cluster_name: guildhall
      endpoints:
        - lb_endpoints:
            - endpoint: { address: { socket_address: { address: ${url.hostname}, port_value: ${portOf(url)} } } }${
              url.protocol === 'https:'
                ? `
    transport_socket:
      name: envoy.transport_sockets.tls
      typed_config:
        '@type': type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext
        sni: ${url.hostname}
        # Without this, Envoy takes the keys from anybody.
        common_tls_context:
          validation_context:
            trusted_ca: { filename: /etc/ssl/certs/ca-certificates.crt }
            match_typed_subject_alt_names: [{ san_type: DNS, matcher: { exact: ${url.hostname} } }]`
                : ''
            }`;
};

const kong: Verifier = ({
  issuer,
  identifier,
  scope,
}) => `# A plugin of Kong Gateway Enterprise. It does not look at the type of a token.
_format_version: '3.0'
plugins:
  - name: openid-connect
    config:
      issuer: ${issuer}
      # Without this, Kong takes the keys from anybody.
      ssl_verify: true
      auth_methods: [bearer]
      bearer_token_param_type: [header]
      audience_required: [${inYaml(identifier)}]
      scopes_required: [${inYaml(scope)}]`;

/** Gateways that check tokens before a request reaches the API. */
export const gateways: Record<string, Verifier> = { Envoy: envoy, Kong: kong };
