import type { Difference } from './difference.ts';
import { errorMembers, pragma } from './everywhere.differences.ts';

export const userinfoDifferences: readonly Difference[] = [
  errorMembers,
  pragma,
  {
    requests: ['a token without openid'],
    aspect: 'members',
    ours: 'code error error_description error_uri',
    theirs: 'error error_description scope',
    reason: 'RFC 6750 §3: which scope is needed stands in the WWW-Authenticate header.',
  },
  {
    requests: ['a header without a token', 'another scheme'],
    aspect: 'outcome',
    ours: '401, json, invalid_token',
    theirs: '400, json, invalid_request',
    reason: 'RFC 9110 §15.5.2: credentials that are of no use are asked for anew.',
  },
  {
    requests: ['a client’s own token'],
    aspect: 'outcome',
    ours: '403, json, insufficient_scope',
    theirs: '401, json, invalid_token',
    reason: 'RFC 6750 §3.1: the token is good, and lacks openid.',
  },
];
