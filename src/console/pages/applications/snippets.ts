import { ISSUER } from '../../address.ts';
import { t } from '../../messages/index.ts';

/** What snippets are made from. */
export interface Registered {
  readonly id: string;
  /** Empty for a public client. */
  readonly secret: string;
  readonly redirectUri: string;
  readonly scopes: string;
  readonly machine: boolean;
  /** Whether people sign in with a code on another device, or in a browser that returns to the program. */
  readonly device: boolean;
  readonly browser: boolean;
}

type Snippet = (client: Registered) => string;

const openidClient: Snippet = ({ id, secret, redirectUri, scopes }) => `import * as client from 'openid-client';

const config = await client.discovery(new URL('${ISSUER}'), '${id}'${secret && `, '${secret}'`});
const verifier = client.randomPKCECodeVerifier();
const url = client.buildAuthorizationUrl(config, {
  redirect_uri: '${redirectUri}',
  scope: '${scopes}',
  code_challenge: await client.calculatePKCECodeChallenge(verifier),
  code_challenge_method: 'S256',
});
// Send the browser to url. Where it comes back:
const tokens = await client.authorizationCodeGrant(config, currentUrl, { pkceCodeVerifier: verifier });
console.log(tokens.claims());`;

const spring: Snippet = ({ id, secret, redirectUri, scopes }) => `spring:
  security:
    oauth2:
      client:
        registration:
          guildhall:
            client-id: ${id}
            client-secret: ${secret}
            redirect-uri: ${redirectUri}
            scope: ${scopes.split(' ').join(', ')}
        provider:
          guildhall:
            issuer-uri: ${ISSUER}
            user-name-attribute: sub`;

const oauth2Proxy: Snippet = ({ id, secret, redirectUri, scopes }) => `provider = "oidc"
oidc_issuer_url = "${ISSUER}"
client_id = "${id}"
client_secret = "${secret}"
redirect_url = "${redirectUri}"
scope = "${scopes}"
oidc_groups_claim = "groups"
code_challenge_method = "S256"
email_domains = ["*"]`;

const authlib: Snippet = ({ id, secret, scopes }) => `from authlib.integrations.flask_client import OAuth

oauth = OAuth(app)
oauth.register(
    'guildhall',
    server_metadata_url='${ISSUER}/.well-known/openid-configuration',
    client_id='${id}',
    client_secret='${secret}',
    client_kwargs={'scope': '${scopes}', 'code_challenge_method': 'S256'},
)`;

const goOidc: Snippet = ({ id, secret, redirectUri, scopes }) => `provider, err := oidc.NewProvider(ctx, "${ISSUER}")
config := oauth2.Config{
	ClientID:     "${id}",
	ClientSecret: "${secret}",
	RedirectURL:  "${redirectUri}",
	Endpoint:     provider.Endpoint(),
	Scopes:       []string{${scopes
    .split(' ')
    .map((scope) => `"${scope}"`)
    .join(', ')}},
}
verifier := provider.Verifier(&oidc.Config{ClientID: "${id}"})`;

const modAuthOpenidc: Snippet = ({
  id,
  secret,
  redirectUri,
  scopes,
}) => `OIDCProviderMetadataURL ${ISSUER}/.well-known/openid-configuration
OIDCClientID ${id}
OIDCClientSecret ${secret}
OIDCRedirectURI ${redirectUri}
OIDCScope "${scopes}"
OIDCPKCEMethod S256
OIDCCryptoPassphrase "exec:/bin/cat /etc/apache2/passphrase"

<Location />
  AuthType openid-connect
  Require valid-user
</Location>`;

const curl: Snippet = ({ id, secret, scopes }) => `curl -u ${id}:${secret} \\
  -d grant_type=client_credentials -d 'scope=${scopes}' \\
  ${ISSUER}/oauth2/token`;

const machineNode: Snippet = ({ id, secret, scopes }) => `import * as client from 'openid-client';

const config = await client.discovery(new URL('${ISSUER}'), '${id}', '${secret}');
const { access_token } = await client.clientCredentialsGrant(config, { scope: '${scopes}' });`;

const deviceNode: Snippet = ({ id, secret, scopes }) => `import * as client from 'openid-client';

const config = await client.discovery(new URL('${ISSUER}'), '${id}'${secret && `, '${secret}'`});
const device = await client.initiateDeviceAuthorization(config, { scope: '${scopes}' });
console.log(\`Open \${device.verification_uri} and enter \${device.user_code}\`);
const tokens = await client.pollDeviceAuthorizationGrant(config, device);
console.log(tokens.claims());`;

const SERVER: Record<string, Snippet> = {
  'openid-client': openidClient,
  Spring: spring,
  'oauth2-proxy': oauth2Proxy,
  Authlib: authlib,
  'go-oidc': goOidc,
  mod_auth_openidc: modAuthOpenidc,
};
const MACHINE: Record<string, Snippet> = { curl, 'openid-client': machineNode };

/** What to write into the program, by library. */
export function snippetsOf(client: Registered, isPublic: boolean): [library: string, text: string][] {
  const own = client.machine ? MACHINE : isPublic ? { 'openid-client': openidClient } : SERVER;
  const all = {
    ...((client.machine || client.browser) && own),
    ...(client.device && { [`openid-client (${t('client.device')})`]: deviceNode }),
  };
  return Object.entries(all).map(([library, snippet]) => [library, snippet(client)]);
}
