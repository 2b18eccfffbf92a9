import { checklist, type Spec } from './specs.ts';

/** The extensions that have an endpoint or a parameter of their own. */
export const oauthEndpoints: readonly Spec[] = [
  {
    name: 'RFC 7009',
    title: 'OAuth 2.0 Token Revocation',
    url: 'https://www.rfc-editor.org/rfc/rfc7009',
    musts: checklist(
      ['2', 'Access tokens can be revoked', 'access token'],
      ['2.1', 'Refresh tokens can be revoked, together with their access tokens', 'ends a refresh token'],
      ['2.1', 'Clients with credentials authenticate', 'does not authenticate'],
      ['2.1', 'A client cannot revoke another client’s token', 'another client’s'],
      ['2.1', 'A wrong hint is not an error', 'token_type_hint'],
      ['2.2', 'The answer for an invalid token is the same as for a revoked one'],
      ['2.2.1', '503 means that the token may still be valid'],
    ),
    declined: [
      {
        clause: '2.3',
        what: 'JSONP',
        why: 'Any page could read the answer. Scripts of registered origins can use CORS',
      },
    ],
  },
  {
    name: 'RFC 7523',
    title: 'JWT Profile for OAuth 2.0 Client Authentication and Authorization Grants',
    url: 'https://www.rfc-editor.org/rfc/rfc7523',
    musts: checklist(
      ['2.2', 'The assertion identifies the client. client_id may repeat it'],
      ['3', 'iss and sub are the client', 'iss and sub'],
      ['3', 'The audience is this server', 'somebody else'],
      ['3', 'It expires, and not too late', 'expired'],
      ['3', 'It was not issued in the future', 'from the future'],
      ['3', 'Its jti works once', 'takes an assertion once'],
      ['3', 'The client’s key has signed it', 'another key signed'],
    ),
    declined: [
      {
        clause: '2.1',
        what: 'JWTs as grants',
        why: 'Not built. The server trusts no other issuer’s statements about users',
      },
      {
        clause: '3.2',
        what: 'Assertions signed with the secret (client_secret_jwt)',
        why: 'The server would have to store readable secrets. It stores hashes. A key of the client does the same better',
      },
    ],
  },
  {
    name: 'RFC 7662',
    title: 'OAuth 2.0 Token Introspection',
    url: 'https://www.rfc-editor.org/rfc/rfc7662',
    musts: checklist(
      ['2.1', 'The caller authenticates', 'does not authenticate'],
      ['2.1', 'A wrong hint is not an error', 'token_type_hint'],
      ['2.2', 'The answer has active and the data of the token', 'whose it is'],
      ['2.2', 'For an invalid token, the answer is only active: false', 'no token of ours'],
      ['2.2', 'The same for an expired token', 'expired'],
      ['2.2', 'The same for a revoked token, or if its owner no longer exists', 'gone'],
      ['4', 'Callers cannot find tokens by guessing'],
      ['5', 'The answer has only claims that the client may see'],
    ),
    declined: [
      {
        clause: '2.3',
        what: 'Additional request parameters',
        why: 'They are ignored, like all unknown parameters',
      },
    ],
  },
  {
    name: 'RFC 8628',
    title: 'OAuth 2.0 Device Authorization Grant',
    url: 'https://www.rfc-editor.org/rfc/rfc8628',
    musts: checklist(
      ['3.1', 'Clients authenticate as at the token endpoint', 'takes a client'],
      ['3.1', 'Other clients, scopes and resources are refused', 'refuses a client'],
      ['3.2', 'The answer has both codes, the addresses, the lifetime and the interval'],
      ['3.3', 'The user signs in and decides about every device'],
      ['3.3.1', 'A code from a link is confirmed by the user too'],
      ['3.4', 'The tokens are those of a login, once', 'the tokens of a login'],
      ['3.4', 'Clients with credentials authenticate', 'proves its secret'],
      ['3.4', 'A device code is for its client only', 'is refused a device code'],
      ['3.5', 'authorization_pending as long as the user has not decided', 'waits until'],
      ['3.5', 'slow_down makes the interval five seconds longer', 'slow down'],
      ['3.5', 'access_denied if the user refuses', 'denied it'],
      ['3.5', 'expired_token after the lifetime', 'has expired'],
      ['4', 'The metadata has the endpoint'],
      ['5.1', 'Guesses of user codes are limited'],
      ['5.2', 'Device codes cannot be guessed, and are not stored'],
      ['5.3', 'The page names the application'],
      ['5.4', 'The page shows the code and where the request came from, and warns'],
      ['6.1', 'User codes are read in any case and with any separators'],
    ),
    declined: [
      {
        clause: '5.7',
        what: 'Codes that devices send without showing them',
        why: 'The user compares the code on the page with that of the device',
      },
    ],
  },
  {
    name: 'RFC 8707',
    title: 'Resource Indicators for OAuth 2.0',
    url: 'https://www.rfc-editor.org/rfc/rfc8707',
    musts: checklist(
      ['2', 'An invalid resource, or one of another client, is invalid_target'],
      ['2.1', 'The same at the authorization endpoint'],
      ['2.2', 'The audience of a token is its resource', 'as its audience'],
      ['2.2', 'A client can request fewer resources than were authorized', 'for less on request'],
      ['2.2', 'A client cannot request more resources than were authorized', 'for more'],
    ),
    declined: [],
  },
  {
    name: 'RFC 9126',
    title: 'OAuth 2.0 Pushed Authorization Requests',
    url: 'https://www.rfc-editor.org/rfc/rfc9126',
    musts: checklist(
      ['2', 'Clients authenticate as at the token endpoint'],
      ['2.1', 'A pushed request cannot refer to another one'],
      ['2.2', 'The reference cannot be guessed, and expires soon', 'cannot be guessed'],
      ['2.2', 'It stops working when it expires', 'after its time'],
      ['2.2', 'It is bound to its client', 'bound to the client'],
      ['2.3', 'Errors are those of authorization, in JSON', 'in JSON'],
      ['2.3', 'Other methods are 405, requests too large 413', '405'],
      ['4', 'A reference is used once', 'used once'],
      ['4', 'Only the pushed parameters count, not those of the URL', 'the one answered'],
      ['5', 'The metadata has the endpoint, and whether it is required'],
      ['6', 'If a client is registered for pushed requests only, others are refused'],
    ),
    declined: [
      {
        clause: '3',
        what: 'Request objects in pushed requests',
        why: 'The client authenticates when it pushes, over TLS. A signature would add nothing',
      },
    ],
  },
];
