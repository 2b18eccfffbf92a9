import { basic, credentials, type Fields, type Party, SECRET } from '../party.ts';
import type { Cases } from './case.ts';

const ask = (party: Party, fields: Fields, headers?: Record<string, string>) =>
  party.post('introspection_endpoint', { ...credentials('web'), ...fields }, headers);

const of =
  (kind: string, more: Fields = {}) =>
  async (party: Party) =>
    ask(party, { token: (await party.tokens())[kind], ...more });

/** The introspection endpoint. */
export const introspectionCases: Cases = {
  'an access token': of('access_token'),
  'a refresh token': of('refresh_token'),
  'an access token, hinted at as a refresh token': of('access_token', { token_type_hint: 'refresh_token' }),
  'an access token, hinted at as something': of('access_token', { token_type_hint: 'something' }),
  'an ID token': of('id_token'),
  'another client’s access token': of('access_token', credentials('other')),
  'another client’s refresh token': of('refresh_token', credentials('other')),
  'a token nobody made': (party) => ask(party, { token: 'nothing' }),
  'token missing': (party) => ask(party, {}),
  'by a header': async (party) =>
    ask(
      party,
      { token: (await party.tokens())['access_token'], client_id: undefined, client_secret: undefined },
      basic('web', SECRET),
    ),
  'client_secret wrong': of('access_token', { client_secret: 'wrong' }),
  'client_secret missing': of('access_token', { client_secret: undefined }),
  'client_id missing': of('access_token', { client_id: undefined, client_secret: undefined }),
  'a public client': of('access_token', { client_id: 'native', client_secret: undefined }),
};
