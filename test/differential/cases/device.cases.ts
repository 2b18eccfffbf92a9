import { credentials, type Decision, DEVICE_CODE, type Fields, type Party } from '../party.ts';
import type { Cases } from './case.ts';

const ask = (party: Party, given: Fields = {}) =>
  party.post('device_authorization_endpoint', { ...credentials('native'), scope: 'openid profile', ...given });

type Codes = Record<'device_code' | 'user_code', string>;
const codesOf = async (party: Party, given: Fields = {}): Promise<Codes> =>
  JSON.parse((await ask(party, given)).text) as Codes;
const codeOf = async (party: Party): Promise<string> => (await codesOf(party)).device_code;

const poll = (party: Party, given: Fields) =>
  party.post('token_endpoint', { grant_type: DEVICE_CODE, ...credentials('native'), ...given });

/** A code on which the user has decided. */
async function decided(party: Party, decision: Decision, given: Fields = {}): Promise<string> {
  const { device_code: code, user_code: userCode } = await codesOf(party, given);
  await party.decide(userCode, decision);
  return code;
}

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
  'a poll when the user has agreed': async (party) => poll(party, { device_code: await decided(party, 'allow') }),
  'a poll of a confidential client when the user has agreed': async (party) =>
    poll(party, { ...credentials('other'), device_code: await decided(party, 'allow', credentials('other')) }),
  'a poll without openid when the user has agreed': async (party) =>
    poll(party, { device_code: await decided(party, 'allow', { scope: 'profile' }) }),
  'a poll with offline_access when the user has agreed': async (party) =>
    poll(party, { device_code: await decided(party, 'allow', { scope: 'openid offline_access' }) }),
  'a poll of another client when the user has agreed': async (party) =>
    poll(party, { ...credentials('other'), device_code: await decided(party, 'allow') }),
  'a poll when the user has refused': async (party) => poll(party, { device_code: await decided(party, 'deny') }),
  'a second poll when the user has agreed': async (party) => {
    const code = await decided(party, 'allow');
    await poll(party, { device_code: code });
    return poll(party, { device_code: code });
  },
};
