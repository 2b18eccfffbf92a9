import { credentials, type Fields, type Party } from '../party.ts';
import type { Cases } from './case.ts';

const ask = (party: Party, fields: Fields) => party.post('revocation_endpoint', { ...credentials('web'), ...fields });

const of =
  (kind: string, more: Fields = {}) =>
  async (party: Party) =>
    ask(party, { token: (await party.tokens())[kind], ...more });

/** What an access token is still worth once another token of the same login was revoked, by somebody. */
const after =
  (kind: string, by: Fields = {}) =>
  async (party: Party) => {
    const tokens = await party.tokens();
    await ask(party, { token: tokens[kind], ...by });
    return party.send(party.url('userinfo_endpoint'), {
      headers: { authorization: `Bearer ${tokens['access_token']}` },
    });
  };

/** The revocation endpoint. */
export const revocationCases: Cases = {
  'an access token': of('access_token'),
  'a refresh token': of('refresh_token'),
  'a refresh token, hinted at as an access token': of('refresh_token', { token_type_hint: 'access_token' }),
  'a refresh token, hinted at as something': of('refresh_token', { token_type_hint: 'something' }),
  'a token nobody made': (party) => ask(party, { token: 'nothing' }),
  'token missing': (party) => ask(party, {}),
  'another client’s refresh token': of('refresh_token', credentials('other')),
  'client_secret wrong': of('refresh_token', { client_secret: 'wrong' }),
  'client_id missing': of('refresh_token', { client_id: undefined, client_secret: undefined }),
  'what a revoked access token is worth': after('access_token'),
  'what an access token is worth whose refresh token was revoked': after('refresh_token'),
  'what an access token is worth whose refresh token another client revoked': after(
    'refresh_token',
    credentials('other'),
  ),
};
