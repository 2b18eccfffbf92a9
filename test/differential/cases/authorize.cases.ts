import { until } from '../../support/until.ts';
import { authorization, type Fields, type Party } from '../party.ts';
import type { Cases } from './case.ts';

const at = (party: Party, query: URLSearchParams) => party.url('authorization_endpoint', query);
const signedIn = (given: Fields) => (party: Party) => party.visit(at(party, authorization(given)));
const stranger = (given: Fields) => (party: Party) => party.visit(at(party, authorization(given)), party.newBrowser());
const twice = (name: string, value: string) => (party: Party) => {
  const query = authorization();
  query.append(name, value);
  return party.visit(at(party, query));
};

/** The authorization endpoint, of a browser in which the user is signed in unless said otherwise. */
export const authorizeCases: Cases = {
  'a request in order': signedIn({}),
  'a request in order, nobody signed in': stranger({}),
  'a request in order, by POST': (party) =>
    party.post('authorization_endpoint', authorization().toString(), {
      cookie: [...party.browser.cookies].map((pair) => pair.join('=')).join('; '),
    }),
  'no state': signedIn({ state: undefined }),
  'no nonce': signedIn({ nonce: undefined }),
  'a long state': signedIn({ state: `${'s'.repeat(500)} ü&=+%` }),
  'client_id missing': signedIn({ client_id: undefined }),
  'client_id empty': signedIn({ client_id: '' }),
  'client_id unknown': signedIn({ client_id: 'nobody' }),
  'client_id twice': twice('client_id', 'other'),
  'redirect_uri missing': signedIn({ redirect_uri: undefined }),
  'redirect_uri not registered': signedIn({ redirect_uri: 'https://evil.example/callback' }),
  'redirect_uri with a slash more': signedIn({ redirect_uri: 'https://rp.example/callback/' }),
  'redirect_uri with a query more': signedIn({ redirect_uri: 'https://rp.example/callback?x=1' }),
  'redirect_uri with a fragment': signedIn({ redirect_uri: 'https://rp.example/callback#x' }),
  'redirect_uri in capitals': signedIn({ redirect_uri: 'https://RP.example/callback' }),
  'redirect_uri no URI': signedIn({ redirect_uri: 'callback' }),
  'redirect_uri twice': twice('redirect_uri', 'https://rp.example/callback'),
  'response_type missing': signedIn({ response_type: undefined }),
  'response_type unknown': signedIn({ response_type: 'something' }),
  'response_type token': signedIn({ response_type: 'token' }),
  'response_type id_token': signedIn({ response_type: 'id_token' }),
  'response_type code id_token': signedIn({ response_type: 'code id_token' }),
  'response_type twice': twice('response_type', 'code'),
  'response_mode query': signedIn({ response_mode: 'query' }),
  'response_mode fragment': signedIn({ response_mode: 'fragment' }),
  'response_mode unknown': signedIn({ response_mode: 'pigeon' }),
  'scope missing': signedIn({ scope: undefined, nonce: undefined }),
  'scope without openid': signedIn({ scope: 'profile', nonce: undefined }),
  'nonce without openid': signedIn({ scope: 'profile' }),
  'scope unknown beside known': signedIn({ scope: 'openid something' }),
  'scope unknown alone': signedIn({ scope: 'something', nonce: undefined }),
  'scope beyond the client': signedIn({ scope: 'openid read' }),
  'scope twice': twice('scope', 'openid'),
  'state twice': twice('state', 'another'),
  'nonce twice': twice('nonce', 'another'),
  'a parameter nobody knows': signedIn({ something: 'else' }),
  'a parameter nobody knows, twice': (party) => {
    const query = authorization({ something: '1' });
    query.append('something', '2');
    return party.visit(at(party, query));
  },
  'code_challenge missing': signedIn({ code_challenge: undefined, code_challenge_method: undefined }),
  'code_challenge missing, not demanded': signedIn({
    client_id: 'loose',
    code_challenge: undefined,
    code_challenge_method: undefined,
  }),
  'code_challenge_method alone': signedIn({ client_id: 'loose', code_challenge: undefined }),
  'code_challenge without a method': signedIn({ code_challenge_method: undefined }),
  'code_challenge_method plain': signedIn({ code_challenge_method: 'plain' }),
  'code_challenge_method unknown': signedIn({ code_challenge_method: 'S512' }),
  'code_challenge too short': signedIn({ code_challenge: 'short' }),
  'code_challenge with bad letters': signedIn({ code_challenge: '!'.repeat(43) }),
  'code_challenge twice': twice('code_challenge', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'),
  'a public client': signedIn({ client_id: 'native' }),
  'a client without this grant': signedIn({ client_id: 'service' }),
  'prompt none': signedIn({ prompt: 'none' }),
  'prompt none, nobody signed in': stranger({ prompt: 'none' }),
  'prompt none, consent missing': signedIn({ client_id: 'asking', prompt: 'none' }),
  'prompt none and login': signedIn({ prompt: 'none login' }),
  'prompt login': signedIn({ prompt: 'login' }),
  'prompt consent': signedIn({ prompt: 'consent' }),
  'prompt unknown': signedIn({ prompt: 'something' }),
  'prompt none, max_age over': async (party) => {
    // Both servers count whole seconds, by the real clock.
    const second = (): number => Math.floor(Date.now() / 1000);
    const begun = second();
    await until(() => second() > begun);
    return signedIn({ prompt: 'none', max_age: '0' })(party);
  },
  'max_age large': signedIn({ max_age: '10000' }),
  'max_age negative': signedIn({ max_age: '-1' }),
  'max_age no number': signedIn({ max_age: 'soon' }),
  'consent missing': signedIn({ client_id: 'asking' }),
  'a request object': signedIn({ request: 'eyJhbGciOiJub25lIn0.e30.' }),
  'a request_uri of the web': signedIn({ request_uri: 'https://rp.example/request' }),
  'a request_uri nobody pushed': signedIn({ request_uri: 'urn:ietf:params:oauth:request_uri:nothing' }),
  'id_token_hint no token': signedIn({ id_token_hint: 'nothing' }),
  'claims no JSON': signedIn({ claims: 'nothing' }),
  'acr_values of nobody': signedIn({ acr_values: 'something' }),
  'a resource nobody registered': signedIn({ resource: 'https://api.example/' }),
  registration: signedIn({ registration: '{}' }),
  'display, ui_locales, login_hint': signedIn({
    display: 'popup',
    ui_locales: 'de en',
    login_hint: 'user@example.com',
  }),
  'an ID token as hint': async (party) => signedIn({ id_token_hint: (await party.tokens())['id_token'] })(party),
  'an ID token as hint, nobody signed in, prompt none': async (party) =>
    stranger({ id_token_hint: (await party.tokens())['id_token'], prompt: 'none' })(party),
};
