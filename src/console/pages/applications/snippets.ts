/** What snippets are made from. */
export interface Registered {
  readonly issuer: string;
  readonly id: string;
  /** Empty for a public client, and for one with a key. */
  readonly secret: string;
  /** Whether the client proves itself by a key of its own. */
  readonly hasKey: boolean;
  readonly redirectUri: string;
  readonly scopes: string;
  readonly machine: boolean;
  /** Whether people sign in in a browser that returns to the program. */
  readonly browser: boolean;
  /** The name of the snippet for signing in with a code on another device, if people do. */
  readonly device: string | undefined;
}

type Snippet = (client: Registered) => string;

const discovery: Snippet = ({ issuer, id, secret, hasKey }) => {
  const proof = hasKey ? ['undefined', 'client.PrivateKeyJwt(key)'] : secret ? [`'${secret}'`] : [];
  const options = issuer.startsWith('http:') ? '{ execute: [client.allowInsecureRequests] }' : undefined;
  const more = options ? [...proof, ...['undefined', 'undefined'].slice(proof.length), options] : proof;
  return `const config = await client.discovery(${[`new URL('${issuer}')`, `'${id}'`, ...more].join(', ')});`;
};

const OPENID_CLIENT = "import * as client from 'openid-client';";

const beginning: Snippet = (registered) =>
  registered.hasKey
    ? `import { readFileSync } from 'node:fs';
import { importPKCS8 } from 'jose';
${OPENID_CLIENT}

// The private key of the public key that is registered, and its algorithm:
const key = await importPKCS8(readFileSync('private-key.pem', 'utf8'), 'ES256');
${discovery(registered)}`
    : `${OPENID_CLIENT}

${discovery(registered)}`;

const openidClient: Snippet = (client) => `${beginning(client)}
const verifier = client.randomPKCECodeVerifier();
const url = client.buildAuthorizationUrl(config, {
  redirect_uri: '${client.redirectUri}',
  scope: '${client.scopes}',
  code_challenge: await client.calculatePKCECodeChallenge(verifier),
  code_challenge_method: 'S256',
});
// Send the browser to url. Where it comes back:
const tokens = await client.authorizationCodeGrant(config, currentUrl, { pkceCodeVerifier: verifier });
console.log(tokens.claims());`;

const oidcClientTs: Snippet = ({ issuer, id, redirectUri, scopes }) => `import { UserManager } from 'oidc-client-ts';

const manager = new UserManager({
  authority: '${issuer}',
  client_id: '${id}',
  redirect_uri: '${redirectUri}',
  scope: '${scopes}',
  loadUserInfo: true,
});
// Where the user asks to sign in:
await manager.signinRedirect();
// On the page of the redirect URI:
const user = await manager.signinRedirectCallback();
console.log(user.profile);`;

const appAuth: Snippet = ({
  issuer,
  id,
  redirectUri,
  scopes,
}) => `// In build.gradle.kts: manifestPlaceholders["appAuthRedirectScheme"] = "${redirectUri.split(':')[0]}"
val service = AuthorizationService(this)
AuthorizationServiceConfiguration.fetchFromIssuer(Uri.parse("${issuer}")) { config, error ->
    if (config == null) throw error!!
    val request = AuthorizationRequest.Builder(
        config, "${id}", ResponseTypeValues.CODE, Uri.parse("${redirectUri}")
    ).setScope("${scopes}").build()
    startActivityForResult(service.getAuthorizationRequestIntent(request), 1)
}
// In onActivityResult:
service.performTokenRequest(AuthorizationResponse.fromIntent(data!!)!!.createTokenExchangeRequest()) { tokens, error ->
    println(tokens?.idToken ?: error)
}`;

const spring: Snippet = ({ issuer, id, secret, redirectUri, scopes }) => `spring:
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
            issuer-uri: ${issuer}
            user-name-attribute: sub`;

const oauth2Proxy: Snippet = ({ issuer, id, secret, redirectUri, scopes }) => `provider = "oidc"
oidc_issuer_url = "${issuer}"
client_id = "${id}"
client_secret = "${secret}"
redirect_url = "${redirectUri}"
scope = "${scopes}"
oidc_groups_claim = "groups"
code_challenge_method = "S256"
email_domains = ["*"]
# Made by: openssl rand -base64 32 | tr -- '+/' '-_'
cookie_secret = ""`;

const authlib: Snippet = ({ issuer, id, secret, scopes }) => `from authlib.integrations.flask_client import OAuth

oauth = OAuth(app)
oauth.register(
    'guildhall',
    server_metadata_url='${issuer}/.well-known/openid-configuration',
    client_id='${id}',
    client_secret='${secret}',
    client_kwargs={'scope': '${scopes}', 'code_challenge_method': 'S256'},
)`;

const authlibNative: Snippet = ({ issuer, id, redirectUri, scopes }) => `import secrets
from authlib.integrations.requests_client import OAuth2Session

session = OAuth2Session(
    '${id}',
    redirect_uri='${redirectUri}',
    scope='${scopes}',
    code_challenge_method='S256',
)
verifier = secrets.token_urlsafe(48)
url, state = session.create_authorization_url('${issuer}/oauth2/authorize', code_verifier=verifier)
# Open url in the browser. With the address where it comes back:
session.fetch_token('${issuer}/oauth2/token', authorization_response=address, state=state, code_verifier=verifier)
print(session.get('${issuer}/oauth2/userinfo').json())`;

const goOidc: Snippet = ({ issuer, id, secret, redirectUri, scopes }) => {
  const fields = [
    ['ClientID', `"${id}"`],
    ...(secret ? [['ClientSecret', `"${secret}"`]] : []),
    ['RedirectURL', `"${redirectUri}"`],
    ['Endpoint', 'provider.Endpoint()'],
    ['Scopes', `strings.Fields("${scopes}")`],
  ];
  const width = secret ? 14 : 13;
  return `provider, err := oidc.NewProvider(ctx, "${issuer}")
config := oauth2.Config{
${fields.map(([name, value]) => `\t${`${name}:`.padEnd(width)}${value},`).join('\n')}
}${secret ? '' : '\nconfig.Endpoint.AuthStyle = oauth2.AuthStyleInParams'}
state, pkce := rand.Text(), oauth2.GenerateVerifier()
url := config.AuthCodeURL(state, oauth2.S256ChallengeOption(pkce))
// Send the browser to url. Where it comes back with the same state, and a code:
tokens, err := config.Exchange(ctx, code, oauth2.VerifierOption(pkce))
verifier := provider.Verifier(&oidc.Config{ClientID: config.ClientID})
idToken, err := verifier.Verify(ctx, tokens.Extra("id_token").(string))`;
};

const modAuthOpenidc: Snippet = ({
  issuer,
  id,
  secret,
  hasKey,
  redirectUri,
  scopes,
}) => `OIDCProviderMetadataURL ${issuer}/.well-known/openid-configuration
OIDCClientID ${id}
${
  hasKey
    ? `OIDCProviderTokenEndpointAuth private_key_jwt
OIDCPrivateKeyFiles /etc/apache2/private-key.pem
OIDCPublicKeyFiles /etc/apache2/certificate.pem`
    : `OIDCClientSecret ${secret}`
}
OIDCRedirectURI ${redirectUri}
OIDCScope "${scopes}"
OIDCPKCEMethod S256
OIDCCryptoPassphrase "exec:/bin/cat /etc/apache2/passphrase"

<Location />
  AuthType openid-connect
  Require valid-user
</Location>`;

const curl: Snippet = ({ issuer, id, secret, scopes }) => `curl -u ${id}:${secret} \\
  -d grant_type=client_credentials -d 'scope=${scopes}' \\
  ${issuer}/oauth2/token`;

const machineNode: Snippet = (client) => `${beginning(client)}
const { access_token } = await client.clientCredentialsGrant(config, { scope: '${client.scopes}' });`;

const deviceNode: Snippet = (client) => `${beginning(client)}
const device = await client.initiateDeviceAuthorization(config, { scope: '${client.scopes}' });
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

/** Programs without a secret: pages of a browser, apps with a scheme of their own, and programs that listen at `http:`. */
const publicOf = ({ redirectUri }: Registered): Record<string, Snippet> => ({
  ...(/^https?:/.test(redirectUri) ? { 'oidc-client-ts': oidcClientTs } : { AppAuth: appAuth }),
  'openid-client': openidClient,
  ...(!redirectUri.startsWith('https:') && { Authlib: authlibNative, 'go-oidc': goOidc }),
});

/** Libraries for which a few lines are enough to sign with a key. */
const SIGNING = ['openid-client', 'mod_auth_openidc'];

/** What to write into the program, by library. */
export function snippetsOf(client: Registered, isPublic: boolean): [library: string, text: string][] {
  const own = client.machine ? MACHINE : isPublic ? publicOf(client) : SERVER;
  const all = {
    ...((client.machine || client.browser) && own),
    ...(client.device && { [client.device]: deviceNode }),
  };
  return Object.entries(all)
    .filter(([library]) => !client.hasKey || SIGNING.includes(library) || library === client.device)
    .map(([library, snippet]) => [library, snippet(client)]);
}
