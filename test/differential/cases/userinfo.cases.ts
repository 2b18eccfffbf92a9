import { API_SCOPES, credentials, type Party } from '../party.ts';
import type { Cases } from './case.ts';

const at = (party: Party, authorization?: string, init: RequestInit = {}) =>
  party.send(party.url('userinfo_endpoint'), { ...init, ...(authorization && { headers: { authorization } }) });

const token = async (party: Party, scope = 'openid profile email'): Promise<string> =>
  (await party.tokens({ scope, nonce: undefined }))['access_token']!;

/** The userinfo endpoint. */
export const userinfoCases: Cases = {
  'a token in order': async (party) => at(party, `Bearer ${await token(party)}`),
  'a token in order, by POST': async (party) => at(party, `Bearer ${await token(party)}`, { method: 'POST' }),
  'a token in the form': async (party) => party.post('userinfo_endpoint', { access_token: await token(party) }),
  'a token for openid alone': async (party) => at(party, `Bearer ${await token(party, 'openid')}`),
  'a token without openid': async (party) => at(party, `Bearer ${await token(party, 'profile')}`),
  'no token': (party) => at(party),
  'a token nobody made': (party) => at(party, 'Bearer nothing'),
  'a header without a token': (party) => at(party, 'Bearer'),
  'another scheme': (party) => at(party, 'Basic d2ViOnNlY3JldA=='),
  'a token in the address': async (party) =>
    party.send(party.url('userinfo_endpoint', new URLSearchParams({ access_token: await token(party) }))),
  'a token in two ways': async (party) => {
    const given = await token(party);
    return party.post('userinfo_endpoint', { access_token: given }, { authorization: `Bearer ${given}` });
  },
  'an ID token': async (party) => at(party, `Bearer ${(await party.tokens())['id_token']}`),
  'a refresh token': async (party) => at(party, `Bearer ${(await party.tokens())['refresh_token']}`),
  'a client’s own token': async (party) => {
    const fields = { grant_type: 'client_credentials', scope: API_SCOPES[0], ...credentials('service') };
    const { text } = await party.post('token_endpoint', fields);
    return at(party, `Bearer ${(JSON.parse(text) as { access_token: string }).access_token}`);
  },
};
