import { AFTER_LOGOUT, type Fields, form, type Party } from '../party.ts';
import type { Cases } from './case.ts';

const ask = (party: Party, given: Fields) =>
  party.visit(party.url('end_session_endpoint', form(given)), party.newBrowser());

/** RP-initiated logout, of a browser that is not signed in: what is wrong with a request is told before anybody is asked. */
export const logoutCases: Cases = {
  'nothing said': (party) => ask(party, {}),
  'a client and its address': (party) => ask(party, { client_id: 'web', post_logout_redirect_uri: AFTER_LOGOUT }),
  'an address not registered': (party) =>
    ask(party, { client_id: 'web', post_logout_redirect_uri: 'https://evil.example/' }),
  'a client unknown': (party) => ask(party, { client_id: 'nobody', post_logout_redirect_uri: AFTER_LOGOUT }),
  'a hint that is no token': (party) => ask(party, { id_token_hint: 'nothing' }),
  'a hint of another client': async (party) =>
    ask(party, { id_token_hint: (await party.tokens())['id_token'], client_id: 'other' }),
  'an address not registered, with a hint': async (party) =>
    ask(party, {
      id_token_hint: (await party.tokens())['id_token'],
      post_logout_redirect_uri: 'https://evil.example/',
    }),
};
