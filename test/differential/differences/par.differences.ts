import type { Difference } from './difference.ts';
import { errorMembers, pragma } from './everywhere.differences.ts';

export const parDifferences: readonly Difference[] = [
  errorMembers,
  pragma,
  {
    requests: ['redirect_uri missing'],
    aspect: 'outcome',
    ours: '400, json, invalid_request',
    theirs: '201, json',
    reason: 'OIDC Core §3.1.2.1: redirect_uri is required; none is guessed.',
  },
  {
    requests: ['scope unknown alone'],
    aspect: 'outcome',
    ours: '400, json, invalid_scope',
    theirs: '201, json',
    reason: 'RFC 9126 §2.1: a request is checked as at the authorization endpoint, which would refuse it.',
  },
  {
    requests: ['a request_uri inside'],
    aspect: 'outcome',
    ours: '400, json, invalid_request',
    theirs: '400, json, request_uri_not_supported',
    reason: 'RFC 9126 §2.1: request_uri must not be provided here.',
  },
  {
    requests: ['client_id missing'],
    aspect: 'outcome',
    ours: '401, json, invalid_client',
    theirs: '400, json, invalid_request',
    reason: 'RFC 6749 §5.2: no client authentication included is invalid_client.',
  },
  {
    requests: ['gone on with by another client'],
    aspect: 'outcome',
    ours: '400, a page',
    theirs: '303, to the client, invalid_request_object',
    reason:
      'RFC 9126 §4: with a request_uri that cannot be used there is no redirect URI to trust, so the person is told.',
  },
  {
    requests: ['gone on with twice'],
    aspect: 'outcome',
    ours: '400, a page',
    theirs: '303, to the client, invalid_request_uri',
    reason:
      'RFC 9126 §4: with a request_uri that cannot be used there is no redirect URI to trust, so the person is told.',
  },
];
