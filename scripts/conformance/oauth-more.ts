import { checklist, type Spec } from './specs.ts';

/** What stands on the framework: metadata, native applications, JWT access tokens, and what experience has taught. */
export const oauthMore: readonly Spec[] = [
  {
    name: 'RFC 8252',
    title: 'OAuth 2.0 for Native Apps',
    url: 'https://www.rfc-editor.org/rfc/rfc8252',
    musts: checklist(
      ['7.1', 'Private-use schemes are taken, in the reverse of a domain name'],
      ['7.2', 'https addresses that an application claims are taken'],
      ['7.3', 'Any port of a loopback address is taken'],
      ['8.1', 'PKCE is demanded of public clients'],
      ['8.4', 'Redirect URIs are registered whole, and compared exactly but for the loopback port'],
      ['8.5', 'Applications that users install have no secret to prove themselves with'],
    ),
    declined: [
      {
        clause: '8.3',
        what: 'The name localhost in place of a loopback address, with a port of choice',
        why: 'The name can be made to lead elsewhere; registered with its port it is compared exactly',
      },
    ],
  },
  {
    name: 'RFC 8414',
    title: 'OAuth 2.0 Authorization Server Metadata',
    url: 'https://www.rfc-editor.org/rfc/rfc8414',
    musts: checklist(
      ['2', 'What is advertised is there', 'advertises only'],
      ['2', 'Lists are not empty', 'empty'],
      ['3', 'The document is at the well-known path'],
      ['3.1', 'It is fetched by GET', 'answers GET'],
      ['3.1', 'The well-known path goes in front of the issuer’s own', 'before it'],
      ['3.2', 'It is JSON, and 200'],
      ['3.3', 'The issuer in it is the one whose address it was fetched from'],
    ),
    declined: [{ clause: '2.1', what: 'Signed metadata', why: 'TLS protects the document; nobody has asked for more' }],
  },
  {
    name: 'RFC 9068',
    title: 'JWT Profile for OAuth 2.0 Access Tokens',
    url: 'https://www.rfc-editor.org/rfc/rfc9068',
    musts: checklist(
      ['2.1', 'Access tokens are signed, of the type at+jwt', 'at+jwt'],
      ['2.2', 'They have iss, exp, aud, sub, client_id, iat and jti', 'issuer, audience, subject'],
      ['2.2.1', 'auth_time is that of the login, however often a token was refreshed'],
      ['2.2.3', 'They have the scope that was granted'],
      ['4', 'Tokens of another type are refused', 'ID token'],
      ['4', 'Other algorithms than ours, none above all, are refused', 'other headers'],
      ['4', 'Another issuer or audience is refused', 'audience'],
      ['4', 'Expired tokens are refused', 'expired'],
      ['5', 'A client’s sub is never a user’s'],
    ),
    declined: [
      {
        clause: '2.1',
        what: 'RS256 for access tokens',
        why: 'They are signed with ES256, many times as fast to make; every JWT library of today reads it',
      },
      {
        clause: '2.2.2',
        what: 'Claims about the user in access tokens',
        why: 'They would be old the moment they change; userinfo and introspection tell them as they are',
      },
    ],
  },
  {
    name: 'RFC 9207',
    title: 'Authorization Server Issuer Identification',
    url: 'https://www.rfc-editor.org/rfc/rfc9207',
    musts: checklist(
      ['2', 'iss is in every answer', 'a code, its state and the issuer'],
      ['2', 'iss is in errors too', 'an error'],
      ['2.3', 'The metadata promises it'],
      ['2.4', 'Foreign software that checks it is satisfied'],
    ),
    declined: [],
  },
  {
    name: 'RFC 9700',
    title: 'Best Current Practice for OAuth 2.0 Security',
    url: 'https://www.rfc-editor.org/rfc/rfc9700',
    musts: checklist(
      ['2.1.1', 'Public clients use PKCE', 'public client'],
      ['2.1.1', 'Confidential clients use it or a nonce', 'are demanded of a confidential client'],
      ['2.1.1', 'A nonce in its place is accepted of a confidential client', 'that sends a nonce'],
      ['2.1.1', 'The metadata tells that PKCE is there', 'metadata'],
      ['2.1.2', 'No tokens come from the authorization endpoint'],
      ['2.4', 'The password grant is not there'],
      ['2.6', 'The authorization endpoint answers no script of another origin', 'tells no other'],
      ['2.6', 'Other endpoints answer scripts of registered origins', 'a client has registered'],
      ['4.1.3', 'Redirect URIs are compared as exact strings, but for loopback ports'],
      ['4.2.4', 'Pages tell nobody where one came from'],
      ['4.8.2', 'A verifier without a challenge is refused'],
      ['4.11.2', 'The authorization endpoint is no open redirector'],
      ['4.12', 'Redirects never repeat what was posted'],
      ['4.14.2', 'Refresh tokens are replaced at every use', 'itself replaced'],
      ['4.14.2', 'A retired refresh token ends its family', 'ends the grant'],
      ['4.15', 'A client’s token cannot pass for a user’s'],
      ['4.16', 'Pages cannot be framed'],
    ),
    declined: [
      {
        clause: '2.2.1',
        what: 'Tokens bound to a key of the client (DPoP, mutual TLS)',
        why: 'Not built: access tokens live a quarter of an hour, and every use here is checked against the grant; refresh tokens are rotated',
      },
    ],
  },
];
