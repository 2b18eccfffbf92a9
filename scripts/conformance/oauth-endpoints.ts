import { checklist, type Spec } from './specs.ts';

/** The extensions that have an endpoint or a parameter of their own. */
export const oauthEndpoints: readonly Spec[] = [
  {
    name: 'RFC 7009',
    title: 'OAuth 2.0 Token Revocation',
    url: 'https://www.rfc-editor.org/rfc/rfc7009',
    musts: checklist(
      ['2', 'Access tokens can be revoked', 'access token'],
      ['2.1', 'Refresh tokens can be revoked, and their access tokens go with them', 'ends a refresh token'],
      ['2.1', 'Clients with credentials authenticate', 'does not authenticate'],
      ['2.1', 'Nobody revokes another client’s token', 'another client’s'],
      ['2.1', 'A hint that is wrong is no error', 'token_type_hint'],
      ['2.2', 'A token that is none is answered like one that was revoked'],
      ['2.2.1', '503 tells that the token may live on'],
    ),
    declined: [
      {
        clause: '2.3',
        what: 'JSONP',
        why: 'It lets any page read the answer; scripts of registered origins have CORS',
      },
    ],
  },
  {
    name: 'RFC 7523',
    title: 'JWT Profile for OAuth 2.0 Client Authentication and Authorization Grants',
    url: 'https://www.rfc-editor.org/rfc/rfc7523',
    musts: checklist(
      ['2.2', 'The assertion says who the client is, and client_id may say the same'],
      ['3', 'iss and sub are the client', 'iss and sub'],
      ['3', 'The audience is this server', 'somebody else'],
      ['3', 'It ends, and not too late', 'expired'],
      ['3', 'It does not come from the future', 'from the future'],
      ['3', 'Its jti is good once', 'takes an assertion once'],
      ['3', 'The client’s key has signed it', 'another key signed'],
    ),
    declined: [
      {
        clause: '2.1',
        what: 'JWTs as grants',
        why: 'Not built: there is no other issuer whose word on users is taken',
      },
      {
        clause: '3.2',
        what: 'Assertions signed with the secret (client_secret_jwt)',
        why: 'The server would have to keep secrets it can read; it keeps hashes. A key of the client’s own does the same, better',
      },
    ],
  },
  {
    name: 'RFC 7662',
    title: 'OAuth 2.0 Token Introspection',
    url: 'https://www.rfc-editor.org/rfc/rfc7662',
    musts: checklist(
      ['2.1', 'Who asks authenticates', 'does not authenticate'],
      ['2.1', 'A hint that is wrong is no error', 'token_type_hint'],
      ['2.2', 'active is told, and what there is to know', 'whose it is'],
      ['2.2', 'Of a token that is none, nothing is told but that', 'no token of ours'],
      ['2.2', 'Of an expired token too', 'expired'],
      ['2.2', 'And of one that was revoked, or whose owner is gone', 'gone'],
      ['4', 'Nobody fishes for tokens'],
      ['5', 'Of the user no more is told than the client may know'],
    ),
    declined: [
      {
        clause: '2.3',
        what: 'Extensions of the request by the resource’s own parameters',
        why: 'They are ignored, as unknown parameters are',
      },
    ],
  },
  {
    name: 'RFC 8707',
    title: 'Resource Indicators for OAuth 2.0',
    url: 'https://www.rfc-editor.org/rfc/rfc8707',
    musts: checklist(
      ['2', 'invalid_target tells of a resource that is none, or not the client’s'],
      ['2.1', 'And so at authorization'],
      ['2.2', 'A token names the resource it is for as its audience', 'as its audience'],
      ['2.2', 'Less than was authorized can be asked for', 'for less on request'],
      ['2.2', 'More cannot', 'for more'],
    ),
    declined: [],
  },
  {
    name: 'RFC 9126',
    title: 'OAuth 2.0 Pushed Authorization Requests',
    url: 'https://www.rfc-editor.org/rfc/rfc9126',
    musts: checklist(
      ['2', 'Clients authenticate as at the token endpoint'],
      ['2.1', 'A request that is pushed refers to no other'],
      ['2.2', 'The reference cannot be guessed, and does not last', 'cannot be guessed'],
      ['2.2', 'It ends after its time', 'after its time'],
      ['2.2', 'It is bound to its client', 'bound to the client'],
      ['2.3', 'Errors are those of authorization, in JSON', 'in JSON'],
      ['2.3', 'Other methods are 405, requests too large 413', '405'],
      ['4', 'A reference is used once', 'used once'],
      ['4', 'What was pushed counts, whatever else the address says', 'the one answered'],
      ['5', 'The metadata tells the endpoint, and whether it is demanded'],
      ['6', 'A client registered so is refused any other request'],
    ),
    declined: [
      {
        clause: '3',
        what: 'Request objects in pushed requests',
        why: 'The client has authenticated where it pushes, over TLS: a signature would add nothing',
      },
    ],
  },
];
