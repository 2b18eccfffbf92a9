import { authorization, credentials, type Fields, type Party } from '../party.ts';
import type { Cases } from './case.ts';

const push = (party: Party, given: Fields = {}) =>
  party.post('pushed_authorization_request_endpoint', {
    ...Object.fromEntries(authorization()),
    ...credentials('web'),
    ...given,
  });

const pushed = async (party: Party): Promise<string> =>
  (JSON.parse((await push(party)).text) as { request_uri: string }).request_uri;

const go = (party: Party, given: Record<string, string>) =>
  party.visit(party.url('authorization_endpoint', new URLSearchParams({ client_id: 'web', ...given })));

/** Pushed authorization requests. */
export const parCases: Cases = {
  'a request in order': (party) => push(party),
  'a request of a public client': (party) => push(party, { client_id: 'native', client_secret: undefined }),
  'redirect_uri not registered': (party) => push(party, { redirect_uri: 'https://evil.example/' }),
  'redirect_uri missing': (party) => push(party, { redirect_uri: undefined }),
  'response_type missing': (party) => push(party, { response_type: undefined }),
  'response_type unknown': (party) => push(party, { response_type: 'something' }),
  'scope unknown alone': (party) => push(party, { scope: 'something', nonce: undefined }),
  'code_challenge missing': (party) => push(party, { code_challenge: undefined, code_challenge_method: undefined }),
  'code_challenge_method plain': (party) => push(party, { code_challenge_method: 'plain' }),
  'a request_uri inside': (party) => push(party, { request_uri: 'urn:ietf:params:oauth:request_uri:x' }),
  'client_secret wrong': (party) => push(party, { client_secret: 'wrong' }),
  'client_id missing': (party) => push(party, { client_id: undefined, client_secret: undefined }),
  'gone on with': async (party) => go(party, { request_uri: await pushed(party) }),
  'gone on with, other parameters beside it': async (party) =>
    go(party, { request_uri: await pushed(party), scope: 'profile', state: 'another' }),
  'gone on with by another client': async (party) =>
    go(party, { request_uri: await pushed(party), client_id: 'other' }),
  'gone on with twice': async (party) => {
    const uri = await pushed(party);
    await go(party, { request_uri: uri });
    return go(party, { request_uri: uri });
  },
};
