import { DOCUMENTS_MAX, MAX_AGE_MAX, URIS_MAX, type MetadataInput } from './client-metadata.ts';
import { NAME_MAX } from './client-name.ts';
import { ISSUERS_MAX } from './trusted-issuer.ts';

/** What the fields of a client mean, for its type and its inputs. */
export const TEXTS = {
  name: `The name that users see. At most ${NAME_MAX} characters.`,
  redirectUris: `Where responses may be sent. At most ${URIS_MAX} URIs, compared character by character, except for the port of a loopback address. Each uses https, http to a loopback address, or a private-use scheme.`,
  postLogoutRedirectUris: 'Where browsers may be sent after a logout. The rules are those of redirectUris.',
  grantTypes: 'How the client gets tokens. At least one.',
  scopes: 'What the client may request. At least one.',
  tokenEndpointAuthMethod: 'How the client authenticates. NONE for a public client, and only for one.',
  requirePkce: 'Whether every login needs PKCE. By default true for a public client, and false for a confidential one.',
  requireNonce:
    'Whether a login without PKCE needs a nonce. True, unless it is given as false or requirePkce is given as false without it. Nothing then binds a code to the browser that asked for it.',
  requireConsent: 'Whether users are asked for consent before the client gets their data.',
  logoUri: 'The address of a picture that is shown beside the name.',
  tosUri: 'The address of the terms of service.',
  policyUri: 'The address of the privacy policy.',
  jwksUri: 'The https address of the client’s public keys.',
  jwks: 'The client’s public keys (RFC 7517 §5), instead of jwksUri.',
  trustedIssuers: `Who may vouch for workloads that act as the client (JWT_BEARER). At most ${ISSUERS_MAX}, each with another issuer or subject.`,
  idTokenSignedResponseAlg: 'The algorithm that signs the client’s ID tokens. RS256 by default.',
  idTokenClaims: 'Whether ID tokens contain the claims of the granted scopes, as userinfo does. False by default.',
  userinfoSignedResponseAlg: 'The algorithm that signs userinfo for the client. Null for plain JSON.',
  authorizationSignedResponseAlg:
    'The algorithm that signs authorization responses, for logins with a response mode that asks for it (JARM). RS256 by default.',
  resources: `The resource servers that the client may request access tokens for (RFC 8707). At most ${URIS_MAX} absolute URIs.`,
  servedResources: `The resource servers that the client is itself. It may exchange the access tokens that users send there (TOKEN_EXCHANGE), and introspection tells it who the users are. Never this server, and none for a user’s own client. At most ${URIS_MAX} absolute URIs.`,
  refreshTokenPolicy: 'What happens when a refresh token is used a second time. RETRY by default.',
  requirePushedAuthorizationRequests: 'Whether logins must begin with a pushed authorization request (RFC 9126).',
  fapi2:
    'Whether the FAPI 2.0 Security Profile binds the client: pushed requests with PKCE only, tokens bound by DPoP or mutual TLS, ' +
    'authentication with a key or a certificate, PS256, ES256 or EdDSA. Its access tokens live for 15 minutes at most, and its refresh tokens stay the same. False by default.',
  tlsClientSubject:
    'What the certificates of the client are for (TLS_CLIENT_AUTH, RFC 8705 §2.1.2): `dn:` and a distinguished name (RFC 4514), or ' +
    '`dns:`, `uri:`, `ip:` or `email:` and an alternative name.',
  tlsClientCertificateBoundAccessTokens:
    'Whether access tokens are bound to the certificate of the token request (RFC 8705 §3), which then is needed. False by default.',
  dpopBoundAccessTokens:
    'Whether every token request needs a proof of possession (DPoP, RFC 9449), so that all access tokens are bound to a key of ' +
    'the client. Otherwise the client may send one. False by default.',
  requireSignedRequestObject:
    'Whether logins must begin with a signed request object (RFC 9101). It needs jwks or jwksUri.',
  allowsImpersonation:
    'Whether administrators may act as users through the client (TOKEN_EXCHANGE with requested_subject), if the customer lets them. False by default.',
  backchannelLogoutUri: 'The https address that the server notifies of logouts (OpenID Connect Back-Channel Logout).',
  frontchannelLogoutUri:
    'The https address that the browser loads in a frame when the user signs out (OpenID Connect Front-Channel Logout). It has the scheme, host and port of one of redirectUris.',
  frontchannelLogoutSessionRequired:
    'Whether that address gets the issuer (`iss`) and the id of the session (`sid`). False by default.',
  subjectType:
    'How the client knows users (OpenID Connect Core §8). PUBLIC (default): by their ids, as every other client does. PAIRWISE: by ' +
    'identifiers that clients of other hosts cannot match with theirs. A change ends what users have granted the client. A user’s own client is PUBLIC.',
  sectorIdentifierUri:
    'The https address whose host the pairwise identifiers are for, if redirectUris do not have one and the same https host. Clients ' +
    'with the same host share the identifiers.',
  authorizationDetailsTypes:
    'The types of `authorization_details` (RFC 9396) that the client may ask for, of those of `authorization_details_types_supported`. A type that ' +
    'the server no longer has counts for nothing.',
  defaultAcrValues:
    'The levels of authentication that logins ask for where the request does not (OpenID Connect Registration §2), best first: values ' +
    'of `acr_values_supported`. Like `acr_values`, they are voluntary.',
  defaultMaxAge: `How many seconds ago users may have signed in where the request does not say (\`max_age\`), from 0 to ${MAX_AGE_MAX}. Null for any time.`,
  documents: `The trusted documents that tokens of the client may run, by id or name: at most ${DOCUMENTS_MAX}. Nothing else is answered then, at no path. Null for no limit.`,
} satisfies Record<keyof MetadataInput, string>;
