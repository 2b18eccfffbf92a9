import type { Difference } from './difference.ts';
import { errorMembers, pragma } from './everywhere.differences.ts';

export const deviceDifferences: readonly Difference[] = [
  errorMembers,
  pragma,
  {
    requests: ['a request in order', 'a request of a confidential client', 'scope missing'],
    aspect: 'members',
    ours: 'device_code expires_in interval user_code verification_uri verification_uri_complete',
    theirs: 'device_code expires_in user_code verification_uri verification_uri_complete',
    reason: 'RFC 8628 §3.2: the interval may be left out if it is five seconds; here it is always told.',
  },
  {
    requests: ['scope unknown alone'],
    aspect: 'outcome',
    ours: '400, json, invalid_scope',
    theirs: '200, json',
    reason:
      'RFC 6749 §3.3: a request without a scope that the client may have is refused, as at the authorization endpoint.',
  },
  {
    requests: ['a client that is not registered for it', 'a poll of a client that is not registered for it'],
    aspect: 'outcome',
    ours: '400, json, unauthorized_client',
    theirs: '400, json, invalid_request',
    reason: 'RFC 6749 §5.2: unauthorized_client is for a client that may not use the grant type.',
  },
  {
    requests: ['client_id missing'],
    aspect: 'outcome',
    ours: '401, json, invalid_client',
    theirs: '400, json, invalid_request',
    reason: 'RFC 6749 §5.2: no client authentication included is invalid_client.',
  },
  {
    requests: 'every',
    aspect: 'access token',
    ours: 'at+jwt, ES256: aud auth_time client_id customer_id exp gid iat iss jti scope sid sub',
    theirs: 'opaque',
    reason: 'RFC 9068: every access token is a JWT.',
  },
  {
    requests: 'every',
    aspect: 'ID token',
    ours: 'JWT, RS256: acr amr at_hash aud auth_time exp iat iss sid sub',
    theirs: 'no typ, RS256: aud exp groups iat iss sub',
    reason: 'As with a code: the login is told, and groups only where they are asked for.',
  },
];
