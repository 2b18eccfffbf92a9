import type { Difference } from './difference.ts';

export const logoutDifferences: readonly Difference[] = [
  {
    requests: ['nothing said', 'a client and its address'],
    aspect: 'outcome',
    ours: '303, to a page',
    theirs: '200, a page',
    reason: 'The question has an address of its own, which can be loaded again.',
  },
  {
    requests: ['an address not registered', 'a hint of another client', 'an address not registered, with a hint'],
    aspect: 'outcome',
    ours: '400, a page',
    theirs: '400, json, invalid_request',
    reason: 'A browser is at this endpoint, so a person is told.',
  },
  {
    requests: ['a client unknown'],
    aspect: 'outcome',
    ours: '400, a page',
    theirs: '400, json, invalid_client',
    reason: 'A browser is at this endpoint, so a person is told.',
  },
  {
    requests: ['a hint that is no token'],
    aspect: 'outcome',
    ours: '303, to a page',
    theirs: '400, json, invalid_request',
    reason: 'OIDC RP-Initiated Logout §2: a hint is recommended, not required; one that says nothing is asked about.',
  },
];
