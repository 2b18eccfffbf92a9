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

/**
 * The plugin for this is not free, but its parts are. Neither identifiers nor scopes have a double quote or a backslash, so
 * they are texts of Lua as they are.
 */
const kong: Verifier = ({
  issuer,
  identifier,
  signingAlg,
  scope,
}) => `# For the free Kong Gateway, from 3.7 on. It is started with
# KONG_UNTRUSTED_LUA_SANDBOX_REQUIRES=cjson,kong.plugins.jwt.jwt_parser,resty.http,resty.openssl.pkey
_format_version: '3.0'
plugins:
  - name: pre-function
    # This is for all of Kong. Where it has other APIs, add "service:" with the name of this one's.
    config:
      access:
        - |
          local alg, issuer = "${signingAlg}", "${issuer}"
          local audience, scope = "${identifier}", "${scope}"
          local json = require("cjson")

          local function read(url)
            return json.decode(assert(require("resty.http").new():request_uri(url)).body)
          end

          local function read_keys()
            local keys = {}
            for _, key in ipairs(read(read(issuer .. "/.well-known/openid-configuration").jwks_uri).keys) do
              if key.alg == alg then
                keys[key.kid] = require("resty.openssl.pkey").new(json.encode(key), { format = "JWK" }):tostring()
              end
            end
            return keys
          end

          local function check(token, keys)
            local jwt = assert(require("kong.plugins.jwt.jwt_parser"):new(token))
            assert(jwt.header.typ == "at+jwt" and jwt.header.alg == alg)
            assert(jwt:verify_signature(assert(keys[jwt.header.kid])))
            assert(jwt:verify_registered_claims({ "exp" }))
            assert(jwt.claims.iss == issuer and jwt.claims.aud == audience)
            return " " .. jwt.claims.scope .. " "
          end

          local function refuse(status, challenge)
            return kong.response.exit(status, nil, { ["WWW-Authenticate"] = challenge })
          end

          local scheme, token = (kong.request.get_header("authorization") or ""):match("^(%a+) +(%S+)$")
          if not token or scheme:lower() ~= "bearer" then
            return refuse(401, "Bearer")
          end
          local keys = assert(kong.cache:get(alg .. issuer, { ttl = 300, resurrect_ttl = 30 }, read_keys))
          local ok, scopes = pcall(check, token, keys)
          if not ok then
            return refuse(401, 'Bearer error="invalid_token"')
          end
          if not scopes:find(" " .. scope .. " ", 1, true) then
            return refuse(403, 'Bearer error="insufficient_scope"')
          end`;

/** Gateways that check tokens before a request reaches the API. */
export const gateways: Record<string, Verifier> = { Envoy: envoy, Kong: kong };
