import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { API_SCOPES, credentials, type Fields, type Party, redemption } from '../party.ts';
import type { Cases } from './case.ts';

type Claims = Readonly<Record<string, unknown>>;

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const KEY = newKey();
const OTHER = newKey();

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const jwkOf = (key: KeyObject): object => key.export({ format: 'jwk' });
const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** The newest nonce of each server that has any. */
const nonces = new WeakMap<Party, string>();

/** A good proof for an endpoint, with what is given in place of its claims and its header. */
function proof(party: Party, endpoint: string, claims: Claims = {}, header: Claims = {}, key = KEY): string {
  const htm = endpoint === 'userinfo_endpoint' ? 'GET' : 'POST';
  const iat = Math.floor(Date.now() / 1000);
  const nonce = nonces.get(party);
  const said = { jti: randomUUID(), htm, htu: party.url(endpoint), iat, ...(nonce && { nonce }), ...claims };
  const input = `${encode({ typ: 'dpop+jwt', alg: 'ES256', jwk: jwkOf(key.publicKey), ...header })}.${encode(said)}`;
  const signature = sign('sha256', Buffer.from(input), { key: key.privateKey, dsaEncoding: 'ieee-p1363' });
  return `${input}.${signature.toString('base64url')}`;
}

const SERVICE: Fields = { grant_type: 'client_credentials', ...credentials('service'), scope: API_SCOPES.join(' ') };

/** Asks once without a nonce, so that the newest one is known, and then with the proof. */
async function ask(party: Party, make: () => string, fields: Fields = SERVICE) {
  const { headers } = await party.post('token_endpoint', SERVICE, { dpop: proof(party, 'token_endpoint') });
  const nonce = headers.get('dpop-nonce');
  if (nonce !== null) nonces.set(party, nonce);
  return party.post('token_endpoint', fields, { dpop: make() });
}

const asking =
  (claims: Claims, header: Claims = {}) =>
  (party: Party) =>
    ask(party, () => proof(party, 'token_endpoint', claims, header));

/** A bound token of the user. */
async function boundToken(party: Party): Promise<string> {
  const code = await party.code({ client_id: 'native', prompt: undefined });
  const { text } = await ask(party, () => proof(party, 'token_endpoint'), redemption(code, credentials('native')));
  return (JSON.parse(text) as { access_token: string }).access_token;
}

const using =
  (claims: Claims, scheme = 'DPoP', key = KEY) =>
  async (party: Party) => {
    const token = await boundToken(party);
    const dpop = proof(party, 'userinfo_endpoint', { ath: hashOf(token), nonce: undefined, ...claims }, {}, key);
    return party.send(party.url('userinfo_endpoint'), { headers: { authorization: `${scheme} ${token}`, dpop } });
  };

/** Proofs of possession at the token endpoint and at userinfo. */
export const dpopCases: Cases = {
  'a proof in order': asking({}),
  'a proof of another method': asking({ htm: 'GET' }),
  'a proof of another URL': asking({ htu: 'https://elsewhere.example/token' }),
  'a proof with a query in its URL': (party) =>
    ask(party, () => proof(party, 'token_endpoint', { htu: `${party.url('token_endpoint')}?a=b` })),
  'a proof without jti': asking({ jti: undefined }),
  'a proof without iat': asking({ iat: undefined }),
  'a proof of long ago': asking({ iat: 1_000_000 }),
  'a proof of another type': asking({}, { typ: 'JWT' }),
  'a proof with a private key in it': asking({}, { jwk: jwkOf(KEY.privateKey) }),
  'a proof with another key in it': asking({}, { jwk: jwkOf(OTHER.publicKey) }),
  'a proof that is none': (party) => ask(party, () => 'nonsense'),
  'a proof used twice': async (party) => {
    let made = '';
    await ask(party, () => (made = proof(party, 'token_endpoint')));
    return ask(party, () => made);
  },
  'a code with its key': async (party) => {
    const code = await party.code({ client_id: 'native', prompt: undefined });
    return ask(party, () => proof(party, 'token_endpoint'), redemption(code, credentials('native')));
  },
  'a code of another key': async (party) => {
    const code = await party.code({ client_id: 'native', prompt: undefined, dpop_jkt: 'A'.repeat(43) });
    return ask(party, () => proof(party, 'token_endpoint'), redemption(code, credentials('native')));
  },
  'userinfo with a proof': using({}),
  'userinfo with a bound token as a bearer token': using({}, 'Bearer'),
  'userinfo with a proof of another key': using({}, 'DPoP', OTHER),
  'userinfo with a proof of another token': using({ ath: hashOf('another') }),
  'userinfo with a proof without ath': using({ ath: undefined }),
};
