import type { Difference } from './difference.ts';
import { errorMembers, pragma } from './everywhere.differences.ts';

export const requestObjectDifferences: readonly Difference[] = [
  errorMembers,
  pragma,
  {
    requests: ['an object of another type'],
    aspect: 'outcome',
    ours: '303, to the client, invalid_request_object',
    theirs: '303, to the client',
    reason: 'RFC 8725 §3.11: a JWT that was signed for another purpose is of another type, and is no request.',
  },
  {
    requests: ['another response_type beside it'],
    aspect: 'outcome',
    ours: '303, to the client',
    theirs: '303, to the client, invalid_request_object',
    reason: 'RFC 9101 §6.3: only the parameters of the object count; what stands beside it is not read.',
  },
  {
    requests: ['claims as an object'],
    aspect: 'outcome',
    ours: '303, to the client',
    theirs: '303, to a page',
    reason: 'The other server asks the user again before it tells a claim that no scope has asked for.',
  },
  {
    requests: ['scope in it unknown'],
    aspect: 'outcome',
    ours: '303, to the client, invalid_scope',
    theirs: '303, to the client, invalid_request',
    reason: 'RFC 6749 §3.3: a request from which no scope is left fails with invalid_scope.',
  },
  {
    requests: ['iss missing'],
    aspect: 'outcome',
    ours: '303, to the client',
    theirs: '303, to the client, invalid_request_object',
    reason: 'RFC 9101 §4: a signed object should have iss; its client_id, which it must have, says the same.',
  },
  {
    requests: ['a client without keys'],
    aspect: 'outcome',
    ours: '303, to the client, request_not_supported',
    theirs: '303, to the client, invalid_request_object',
    reason: 'OIDC Core §3.1.2.6: request is not supported for a client that has no keys to sign one with.',
  },
  {
    requests: ['a request_uri at the client’s'],
    aspect: 'parameters',
    ours: 'error error_description iss state',
    theirs: 'error iss state',
    reason: 'RFC 6749 §4.1.2.1: the client’s developer is told what was wrong.',
  },
  {
    requests: ['an object twice'],
    aspect: 'state',
    ours: 'another',
    theirs: 'a state & more',
    reason: 'RFC 9101 §6.3: only what is in an object counts, its state too.',
  },
  {
    requests: ['client_id missing'],
    aspect: 'outcome',
    ours: '303, to the client, invalid_request_object',
    theirs: '400, a page',
    reason: 'RFC 6749 §4.1.2.1: the address names the client and a redirect URI of it, so the client is told.',
  },
];
