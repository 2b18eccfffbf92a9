import type { Difference } from './difference.ts';
import { errorMembers, pragma } from './everywhere.differences.ts';

export const registrationDifferences: readonly Difference[] = [
  errorMembers,
  pragma,
  {
    requests: 'every',
    aspect: 'scope',
    ours: 'openid profile email',
    theirs: '-',
    reason: 'RFC 7591 §3.2.1: what the server has filled in is told: all that the initial access token allows.',
  },
  {
    requests: 'every',
    aspect: 'authorization_signed_response_alg',
    ours: 'RS256',
    theirs: '-',
    reason: 'JARM §3: all metadata of the client is told, defaults too.',
  },
  {
    requests: 'every',
    aspect: 'frontchannel_logout_session_required',
    ours: 'false',
    theirs: '-',
    reason: 'RFC 7591 §3.2.1: all metadata of the client is told, defaults too.',
  },
  {
    requests: 'every',
    aspect: 'fapi2',
    ours: 'false',
    theirs: '-',
    reason: 'RFC 7591 §3.2.1: all metadata of the client is told, defaults too.',
  },
  {
    requests: 'every',
    aspect: 'tls_client_certificate_bound_access_tokens',
    ours: 'false',
    theirs: '-',
    reason: 'RFC 7591 §3.2.1: all metadata of the client is told, defaults too.',
  },
  {
    requests: 'every',
    aspect: 'application_type',
    ours: '-',
    theirs: 'web',
    reason:
      'What a redirect URI may be follows from itself (RFC 8252 §7), so the type of the application means nothing here.',
  },
  {
    requests: 'every',
    aspect: 'application_type',
    ours: '-',
    theirs: 'native',
    reason:
      'What a redirect URI may be follows from itself (RFC 8252 §7), so the type of the application means nothing here.',
  },
  {
    requests: 'every',
    aspect: 'require_auth_time',
    ours: 'true',
    theirs: 'false',
    reason: 'OIDC Core §2: auth_time is in every ID token.',
  },
  {
    requests: ['redirect_uris in plain http'],
    aspect: 'outcome',
    ours: '400, json, invalid_redirect_uri',
    theirs: '201, json',
    reason: 'RFC 9700 §4.1.3: codes travel in plain http only to a loopback address.',
  },
  {
    requests: ['read', 'replaced', 'replaced, its secret among it'],
    aspect: 'client_secret',
    ours: '-',
    theirs: 'made',
    reason: 'RFC 7592 §3: only its hash is stored, so the secret is told once.',
  },
  {
    requests: ['read', 'replaced', 'replaced, its secret among it'],
    aspect: 'client_secret_expires_at',
    ours: '-',
    theirs: '0',
    reason: 'RFC 7591 §3.2.1: it goes with the secret.',
  },
  {
    requests: [
      'replaced, with another secret',
      'replaced, with another client_id',
      'replaced, without client_id',
      'replaced, with its token among it',
    ],
    aspect: 'outcome',
    ours: '400, json, invalid_client_metadata',
    theirs: '400, json, invalid_request',
    reason: 'RFC 7591 §3.2.2: a member that must not be so is invalid_client_metadata.',
  },
  {
    requests: ['grant_types not as response_types'],
    aspect: 'outcome',
    ours: '400, json, invalid_client_metadata',
    theirs: '201, json',
    reason: 'RFC 7591 §2.1: the response type code goes with the grant type authorization_code.',
  },
];
