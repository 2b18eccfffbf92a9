import type { Difference } from './difference.ts';
import { errorMembers, pragma } from './everywhere.differences.ts';

export const revocationDifferences: readonly Difference[] = [
  errorMembers,
  pragma,
  {
    requests: [
      'an access token',
      'a refresh token',
      'a refresh token, hinted at as an access token',
      'a refresh token, hinted at as something',
      'a token nobody made',
    ],
    aspect: 'outcome',
    ours: '200, json',
    theirs: '200',
    reason: 'RFC 7009 §2.2: the body is ignored; ours is an empty object.',
  },
  {
    requests: ['token missing', 'client_secret wrong'],
    aspect: 'cache-control',
    ours: 'no-store',
    theirs: '-',
    reason: 'Errors of this door are for nobody to keep either.',
  },
  {
    requests: ['another client’s refresh token'],
    aspect: 'outcome',
    ours: '400, json, invalid_grant',
    theirs: '400, json, invalid_request',
    reason: 'RFC 6749 §5.2: a token issued to another client is invalid_grant.',
  },
  {
    requests: ['client_id missing'],
    aspect: 'outcome',
    ours: '401, json, invalid_client',
    theirs: '400, json, invalid_request',
    reason: 'RFC 6749 §5.2: no client authentication included is invalid_client.',
  },
];
