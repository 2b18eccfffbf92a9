import { checklist, type Spec } from './specs.ts';

/** What stands on the framework: metadata, native applications, JWT access tokens, and what experience has taught. */
export const oauthMore: readonly Spec[] = [
  {
    name: 'RFC 8252',
    title: 'OAuth 2.0 for Native Apps',
    url: 'https://www.rfc-editor.org/rfc/rfc8252',
    musts: checklist(
      ['7.1', 'Private-use schemes are accepted if they are a reversed domain name'],
      ['7.2', 'https addresses that an application claims are accepted'],
      ['7.3', 'Any port of a loopback address is accepted'],
      ['8.1', 'Public clients must use PKCE'],
      ['8.4', 'Redirect URIs are registered in full, and compared exactly except for the loopback port'],
      ['8.5', 'Installed applications have no secret'],
    ),
    declined: [
      {
        clause: '8.3',
        what: 'The name localhost instead of a loopback address, with any port',
        why: 'The name can be made to lead elsewhere. With its port registered, it is accepted',
      },
    ],
  },
  {
    name: 'RFC 8414',
    title: 'OAuth 2.0 Authorization Server Metadata',
    url: 'https://www.rfc-editor.org/rfc/rfc8414',
    musts: checklist(
      ['2', 'Everything that is advertised exists', 'advertises only'],
      ['2', 'Lists are not empty', 'empty'],
      ['3', 'The document is at the well-known path'],
      ['3.1', 'The document is available by GET', 'answers GET'],
      ['3.1', 'The well-known path goes in front of the issuer’s own', 'before it'],
      ['3.2', 'The answer is JSON with status 200'],
      ['3.3', 'Its issuer is the one that the address belongs to'],
    ),
    declined: [{ clause: '2.1', what: 'Signed metadata', why: 'TLS protects the document' }],
  },
  {
    name: 'RFC 9068',
    title: 'JWT Profile for OAuth 2.0 Access Tokens',
    url: 'https://www.rfc-editor.org/rfc/rfc9068',
    musts: checklist(
      ['2.1', 'Access tokens are signed and have the type at+jwt', 'at+jwt'],
      ['2.2', 'They have iss, exp, aud, sub, client_id, iat and jti', 'issuer, audience, subject'],
      ['2.2.1', 'auth_time is the time of the login, also after a refresh'],
      ['2.2.3', 'They have the granted scope'],
      ['4', 'Tokens of another type are refused', 'ID token'],
      ['4', 'Other algorithms are refused, including none', 'other headers'],
      ['4', 'Another issuer or audience is refused', 'audience'],
      ['4', 'Expired tokens are refused', 'expired'],
      ['5', 'The sub of a client is never the sub of a user'],
    ),
    declined: [
      {
        clause: '2.1',
        what: 'RS256 for access tokens',
        why: 'They are signed with ES256, which is many times as fast. All current JWT libraries support it',
      },
      {
        clause: '2.2.2',
        what: 'Claims about the user in access tokens',
        why: 'They would be outdated as soon as they change. Userinfo and introspection have the current ones',
      },
    ],
  },
  {
    name: 'RFC 9207',
    title: 'Authorization Server Issuer Identification',
    url: 'https://www.rfc-editor.org/rfc/rfc9207',
    musts: checklist(
      ['2', 'iss is in every answer', 'a code, its state and the issuer'],
      ['2', 'iss is also in errors', 'an error'],
      ['2.3', 'The metadata announces it'],
      ['2.4', 'Client libraries that check it accept the answers'],
    ),
    declined: [],
  },
  {
    name: 'RFC 9700',
    title: 'Best Current Practice for OAuth 2.0 Security',
    url: 'https://www.rfc-editor.org/rfc/rfc9700',
    musts: checklist(
      ['2.1.1', 'Public clients use PKCE', 'public client'],
      ['2.1.1', 'Confidential clients use PKCE or a nonce', 'are demanded of a confidential client'],
      ['2.1.1', 'A confidential client may send a nonce instead', 'that sends a nonce'],
      ['2.1.1', 'The metadata announces PKCE', 'metadata'],
      ['2.1.2', 'The authorization endpoint issues no tokens'],
      ['2.4', 'There is no password grant'],
      ['2.6', 'The authorization endpoint has no CORS', 'tells no other'],
      ['2.6', 'The other endpoints allow scripts of registered origins', 'a client has registered'],
      ['4.1.3', 'Redirect URIs are compared as exact strings, except for loopback ports'],
      ['4.2.4', 'Pages send no referrer'],
      ['4.8.2', 'A verifier without a challenge is refused'],
      ['4.11.2', 'The authorization endpoint is not an open redirector'],
      ['4.12', 'Redirects do not repeat posted data'],
      ['4.14.2', 'Every use replaces the refresh token', 'itself replaced'],
      ['4.14.2', 'The use of a replaced refresh token ends its grant', 'ends the grant'],
      ['4.15', 'A client’s token is not accepted as a user’s'],
      ['4.16', 'Pages cannot be shown in frames'],
    ),
    declined: [
      {
        clause: '2.2.1',
        what: 'Tokens bound to a key of the client (DPoP, mutual TLS)',
        why: 'Not built. Access tokens are valid for 15 minutes, and this server checks the grant at every use. Refresh tokens are rotated',
      },
    ],
  },
];
