import type { Difference } from './difference.ts';
import { errorMembers, pragma } from './everywhere.differences.ts';

export const introspectionDifferences: readonly Difference[] = [
  errorMembers,
  pragma,
  {
    requests: 'every',
    aspect: 'members',
    ours: 'active aud auth_time client_id customer_id exp iat iss jti scope sid sub token_type username',
    theirs: 'active client_id exp iat iss scope sub token_type',
    reason: 'RFC 7662 §2.2: what the JWT says is told of it here too.',
  },
  {
    requests: ['a refresh token'],
    aspect: 'members',
    ours: 'active aud client_id customer_id exp iat iss scope sid sub username',
    theirs: 'active client_id exp iat iss scope sub',
    reason: 'RFC 7662 §2.2: whose it is and what for is told as of an access token.',
  },
  {
    requests: ['an ID token'],
    aspect: 'outcome',
    ours: '200, json',
    theirs: '400, json, unsupported_token_type',
    reason: 'RFC 7662 §2.2: what is no access or refresh token is not active.',
  },
  {
    requests: ['another client’s refresh token'],
    aspect: 'members',
    ours: 'active',
    theirs: 'active client_id exp iat iss scope sub',
    reason: 'RFC 7662 §4: a refresh token is nobody’s business but its client’s.',
  },
  {
    requests: ['another client’s refresh token'],
    aspect: 'active',
    ours: 'false',
    theirs: 'true',
    reason: 'RFC 7662 §4: a refresh token is nobody’s business but its client’s.',
  },
  {
    requests: ['another client’s refresh token'],
    aspect: 'scope',
    ours: '-',
    theirs: 'email openid profile',
    reason: 'RFC 7662 §4: a refresh token is nobody’s business but its client’s.',
  },
  {
    requests: ['client_id missing'],
    aspect: 'outcome',
    ours: '401, json, invalid_client',
    theirs: '400, json, invalid_request',
    reason: 'RFC 6749 §5.2: no client authentication included is invalid_client.',
  },
  {
    requests: ['a public client'],
    aspect: 'outcome',
    ours: '401, json, invalid_client',
    theirs: '200, json',
    reason: 'RFC 7662 §2.1: whoever asks must authenticate, which a public client cannot.',
  },
];
