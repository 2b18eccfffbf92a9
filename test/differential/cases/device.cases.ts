import { credentials, DEVICE_CODE, type Fields, type Party } from '../party.ts';
import type { Cases } from './case.ts';

const ask = (party: Party, given: Fields = {}) =>
  party.post('device_authorization_endpoint', { ...credentials('native'), scope: 'openid profile', ...given });

const codeOf = async (party: Party): Promise<string> =>
  (JSON.parse((await ask(party)).text) as { device_code: string }).device_code;

const poll = (party: Party, given: Fields) =>
  party.post('token_endpoint', { grant_type: DEVICE_CODE, ...credentials('native'), ...given });

/** Requests of devices, and polls. */
export const deviceCases: Cases = {
  'a request in order': (party) => ask(party),
  'a request of a confidential client': (party) => ask(party, credentials('other')),
  'scope missing': (party) => ask(party, { scope: undefined }),
  'scope unknown alone': (party) => ask(party, { scope: 'something' }),
  'a client that is not registered for it': (party) => ask(party, credentials('web')),
  'client_secret wrong': (party) => ask(party, { ...credentials('other'), client_secret: 'wrong' }),
  'client_id missing': (party) => ask(party, { client_id: undefined }),
  'a poll before the decision': async (party) => poll(party, { device_code: await codeOf(party) }),
  'a poll with an unknown code': (party) => poll(party, { device_code: 'unknown' }),
  'a poll without a code': (party) => poll(party, {}),
  'a poll of another client': async (party) =>
    poll(party, { ...credentials('other'), device_code: await codeOf(party) }),
  'a poll of a client that is not registered for it': async (party) =>
    poll(party, { ...credentials('web'), device_code: await codeOf(party) }),
};
