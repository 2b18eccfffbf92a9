import type { Difference } from './difference.ts';

export const authorizeDifferences: readonly Difference[] = [
  {
    requests: ['redirect_uri missing'],
    aspect: 'outcome',
    ours: '400, a page',
    theirs: '303, to the client',
    reason: 'OIDC Core §3.1.2.1: redirect_uri is required; none is guessed.',
  },
  {
    requests: ['redirect_uri twice'],
    aspect: 'outcome',
    ours: '400, a page',
    theirs: '303, to the client, invalid_request',
    reason: 'RFC 6749 §4.1.2.1: with a redirect URI that is in doubt, nobody is redirected.',
  },
  {
    requests: ['response_type token', 'response_type id_token', 'response_type code id_token'],
    aspect: 'outcome',
    ours: '303, to the client, unsupported_response_type',
    theirs: '303, to the client in the fragment, unsupported_response_type',
    reason: 'RFC 9700 §2.1.2: there is no implicit flow here, so nothing is answered in a fragment.',
  },
  {
    requests: ['response_mode fragment'],
    aspect: 'outcome',
    ours: '303, to the client, invalid_request',
    theirs: '303, to the client in the fragment',
    reason: 'Fragments are for the implicit flow, which there is not (RFC 9700 §2.1.2).',
  },
  {
    requests: ['response_mode unknown'],
    aspect: 'outcome',
    ours: '303, to the client, invalid_request',
    theirs: '303, to the client, unsupported_response_mode',
    reason: 'RFC 6749 §4.1.2.1: an invalid parameter value is invalid_request; the other code is registered nowhere.',
  },
  {
    requests: ['scope missing', 'scope unknown alone'],
    aspect: 'outcome',
    ours: '303, to the client, invalid_scope',
    theirs: '303, to the client, access_denied',
    reason: 'RFC 6749 §3.3: a request from which no scope is left fails with invalid_scope.',
  },
  {
    requests: ['nonce without openid'],
    aspect: 'outcome',
    ours: '303, to the client',
    theirs: '303, to the client, invalid_request',
    reason: 'RFC 6749 §3.1: parameters that have no meaning here are ignored.',
  },
  {
    requests: ['scope beyond the client'],
    aspect: 'outcome',
    ours: '303, to the client',
    theirs: '303, to the client, invalid_scope',
    reason: 'RFC 6749 §3.3 lets a scope be ignored in part; the token answer tells what was granted.',
  },
  {
    requests: ['a parameter nobody knows, twice'],
    aspect: 'outcome',
    ours: '303, to the client, invalid_request',
    theirs: '303, to the client',
    reason: 'RFC 6749 §3.1: request parameters must not be included more than once, known or not.',
  },
  {
    requests: ['a request object', 'a request_uri of the web', 'registration'],
    aspect: 'parameters',
    ours: 'error error_description iss state',
    theirs: 'error iss state',
    reason: 'RFC 6749 §4.1.2.1: the client’s developer is told what was wrong.',
  },
];
