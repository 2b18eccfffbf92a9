import { type Key, newKey, signed } from '../../support/keys.ts';
import { authorization, CALLBACK, credentials, type Fields, form, type Party, SIGNING_KEY } from '../party.ts';
import type { Cases } from './case.ts';

type Claims = Readonly<Record<string, unknown>>;

const OTHER_KEY = await newKey('ES256', SIGNING_KEY.kid);
const seconds = (): number => Math.floor(Date.now() / 1000);

/** An object in order, with what is given in place of its claims; `undefined` leaves one out. */
const objectOf = (party: Party, given: Claims = {}, header: object = {}, key: Key = SIGNING_KEY): Promise<string> =>
  signed(
    key,
    {
      ...Object.fromEntries(authorization({ client_id: 'signing' })),
      iss: 'signing',
      aud: party.issuer,
      exp: seconds() + 60,
      ...given,
    },
    header,
  );

/** What the browser is answered that brings the object, beside what OIDC Core §6.1 wants in the address. */
const go = (party: Party, request: string, given: Fields = {}) =>
  party.visit(
    party.url(
      'authorization_endpoint',
      form({
        client_id: 'signing',
        response_type: 'code',
        redirect_uri: CALLBACK,
        scope: 'openid',
        state: 'a state & more',
        request,
        ...given,
      }),
    ),
  );

const bringing =
  (claims: Claims, fields: Fields = {}, header: object = {}, key: Key = SIGNING_KEY) =>
  async (party: Party) =>
    go(party, await objectOf(party, claims, header, key), fields);

const push = (party: Party, request: string, given: Fields = {}) =>
  party.post('pushed_authorization_request_endpoint', { ...credentials('signing'), request, ...given });

const pushing =
  (claims: Claims, fields: Fields = {}) =>
  async (party: Party) =>
    push(party, await objectOf(party, claims), fields);

const unsecured = (party: Party): string =>
  [
    { alg: 'none' },
    { iss: 'signing', aud: party.issuer, ...Object.fromEntries(authorization({ client_id: 'signing' })) },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .concat('')
    .join('.');

/** Signed requests (RFC 9101), in the browser's address and pushed. */
export const requestObjectCases: Cases = {
  'an object in order': bringing({}),
  'an object of its own type': bringing({}, {}, { typ: 'oauth-authz-req+jwt' }),
  'an object of another type': bringing({}, {}, { typ: 'at+jwt' }),
  'another scope beside it': bringing({ scope: 'openid email' }, { scope: 'openid profile' }),
  'another state in it': bringing({ state: 'of the object' }),
  'another redirect_uri beside it': bringing({}, { redirect_uri: 'https://rp.example/other' }),
  'another response_type beside it': bringing({}, { response_type: 'code id_token' }),
  'client_id alone beside it': bringing(
    {},
    { response_type: undefined, redirect_uri: undefined, scope: undefined, state: undefined },
  ),
  'a parameter only beside it': bringing({ nonce: undefined }, { nonce: 'beside' }),
  'a PKCE challenge only beside it': bringing(
    { code_challenge: undefined, code_challenge_method: undefined },
    Object.fromEntries(authorization({ client_id: 'signing' })),
  ),
  'max_age as a number': bringing({ max_age: 3600 }),
  'claims as an object': bringing({ claims: { userinfo: { name: null } } }),
  'prompt none in it': bringing({ prompt: 'none' }),
  'prompt login in it': bringing({ prompt: 'login' }),
  'redirect_uri in it not registered': bringing({ redirect_uri: 'https://evil.example/' }),
  'scope in it unknown': bringing({ scope: 'something' }),
  'iss missing': bringing({ iss: undefined }),
  'iss of another client': bringing({ iss: 'web' }),
  'client_id of another client': bringing({ client_id: 'web' }),
  'aud missing': bringing({ aud: undefined }),
  'aud of another server': bringing({ aud: 'https://other.example' }),
  'aud with others': (party) => bringing({ aud: [party.issuer, 'https://other.example'] })(party),
  'exp missing': bringing({ exp: undefined }),
  'exp past': bringing({ exp: 1_000_000 }),
  'exp a text': bringing({ exp: 'tomorrow' }),
  'nbf to come': bringing({ nbf: 4_000_000_000 }),
  'a request in it': bringing({ request: 'x.y.z' }),
  'a request_uri in it': bringing({ request_uri: 'urn:ietf:params:oauth:request_uri:x' }),
  'another key': bringing({}, {}, {}, OTHER_KEY),
  'another algorithm': (party) => go(party, unsecured(party)),
  'no JWT': (party) => go(party, 'nonsense'),
  'a client without keys': (party) => objectOf(party).then((request) => go(party, request, { client_id: 'web' })),
  'an object twice': async (party) => {
    const [one, other] = [await objectOf(party), await objectOf(party, { state: 'another' })];
    const query = authorization({ client_id: 'signing', request: one });
    query.append('request', other);
    return party.visit(party.url('authorization_endpoint', query));
  },
  'client_id missing': bringing({ client_id: undefined }),
  'a request and a request_uri': bringing({}, { request_uri: 'https://rp.example/request.jwt' }),
  'a request_uri at the client’s': (party) =>
    go(party, '', { request: undefined, request_uri: 'https://rp.example/request.jwt' }),
  'pushed in order': pushing({}),
  'pushed with other parameters beside it': pushing({}, { scope: 'openid email', state: 'another' }),
  'pushed with iss of another client': pushing({ iss: 'web' }),
  'pushed without client_id': pushing({ client_id: undefined }),
  'pushed for another server': pushing({ aud: 'https://other.example' }),
  'pushed past its exp': pushing({ exp: 1_000_000 }),
  'pushed without a signature': (party) => push(party, unsecured(party)),
  'pushed with client_secret wrong': pushing({}, { client_secret: 'wrong' }),
  'pushed, and gone on with': async (party) => {
    const { text } = await pushing({})(party);
    const { request_uri } = JSON.parse(text) as { request_uri: string };
    return go(party, '', { request: undefined, request_uri });
  },
};
