import { type Answered, CALLBACK, type Party } from '../party.ts';
import type { Cases } from './case.ts';

type Metadata = Readonly<Record<string, unknown>>;
type Registered = Record<
  'client_id' | 'client_secret' | 'registration_access_token' | 'registration_client_uri',
  string
>;

const METADATA: Metadata = { client_name: 'Ledger', redirect_uris: [CALLBACK] };

const sendJson = (party: Party, method: string, url: string, token: string | undefined, body?: unknown) =>
  party.send(url, {
    method,
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });

const register = (party: Party, body: unknown = METADATA, token: string | undefined = party.initialAccessToken) =>
  sendJson(party, 'POST', party.url('registration_endpoint'), token, body);

const registering =
  (given: Metadata) =>
  (party: Party): Promise<Answered> =>
    register(party, { ...METADATA, ...given });

async function registered(party: Party, given: Metadata = {}): Promise<Registered> {
  const { status, text } = await registering(given)(party);
  if (status !== 201) throw new Error(`Not registered: ${status} ${text}`);
  return JSON.parse(text) as Registered;
}

/** A request about a registration, with its own token unless said otherwise. */
const manage = async (party: Party, method: string, body?: (of: Registered) => unknown, token?: string) => {
  const of = await registered(party);
  return sendJson(party, method, of.registration_client_uri, token ?? of.registration_access_token, body?.(of));
};

const replacing = (change: (of: Registered) => Metadata) => (party: Party) =>
  manage(party, 'PUT', (of) => ({ ...METADATA, client_id: of.client_id, ...change(of) }));

/** Clients that register themselves (RFC 7591) and manage their registrations (RFC 7592). */
export const registrationCases: Cases = {
  'a client in order': (party) => register(party),
  'a public client': registering({ token_endpoint_auth_method: 'none' }),
  'a client with refresh tokens': registering({ grant_types: ['authorization_code', 'refresh_token'] }),
  'a client with its secret in the form': registering({ token_endpoint_auth_method: 'client_secret_post' }),
  'a native client': registering({ application_type: 'native', redirect_uris: ['http://127.0.0.1/callback'] }),
  'metadata nobody knows': registering({ something_else: true }),
  'a name in a language': registering({ 'client_name#de': 'Hauptbuch' }),
  'a client_id of its own': registering({ client_id: 'mine' }),
  'redirect_uris missing': registering({ redirect_uris: undefined }),
  'redirect_uris empty': registering({ redirect_uris: [] }),
  'redirect_uris a text': registering({ redirect_uris: CALLBACK }),
  'redirect_uris with a fragment': registering({ redirect_uris: [`${CALLBACK}#here`] }),
  'redirect_uris relative': registering({ redirect_uris: ['/callback'] }),
  'redirect_uris in plain http': registering({ redirect_uris: ['http://rp.example/callback'] }),
  'grant_types unknown': registering({ grant_types: ['something'] }),
  'grant_types not as response_types': registering({ grant_types: ['refresh_token'], response_types: ['code'] }),
  'response_types unknown': registering({ response_types: ['something'] }),
  'response_types with a token': registering({ response_types: ['token'] }),
  'token_endpoint_auth_method unknown': registering({ token_endpoint_auth_method: 'something' }),
  'private_key_jwt without keys': registering({ token_endpoint_auth_method: 'private_key_jwt' }),
  'jwks and jwks_uri': registering({ jwks: { keys: [] }, jwks_uri: 'https://rp.example/jwks' }),
  'jwks a list': registering({ jwks: [] }),
  'client_name a number': registering({ client_name: 7 }),
  'logo_uri no address': registering({ logo_uri: 'a logo' }),
  'id_token_signed_response_alg none': registering({ id_token_signed_response_alg: 'none' }),
  'subject_type unknown': registering({ subject_type: 'something' }),
  'a body that is no JSON': (party) => register(party, '{'),
  'a body that is a list': (party) => register(party, []),
  'an initial access token nobody made': (party) => register(party, METADATA, 'wrong'),
  'the initial access token missing': (party) =>
    sendJson(party, 'POST', party.url('registration_endpoint'), undefined, METADATA),
  read: (party) => manage(party, 'GET'),
  'read with another token': (party) => manage(party, 'GET', undefined, 'wrong'),
  'read with the token of another': async (party) =>
    manage(party, 'GET', undefined, (await registered(party)).registration_access_token),
  replaced: replacing(() => ({ client_name: 'Journal' })),
  'replaced, its secret among it': replacing(({ client_secret }) => ({ client_secret })),
  'replaced, with another secret': replacing(() => ({ client_secret: 'one of my own' })),
  'replaced, with another client_id': replacing(() => ({ client_id: 'another' })),
  'replaced, without client_id': replacing(() => ({ client_id: undefined })),
  'replaced, with its token among it': replacing(({ registration_access_token }) => ({ registration_access_token })),
  'replaced, redirect_uris missing': replacing(() => ({ redirect_uris: undefined })),
  deleted: (party) => manage(party, 'DELETE'),
  'read when deleted': async (party) => {
    const { registration_client_uri: url, registration_access_token: token } = await registered(party);
    await sendJson(party, 'DELETE', url, token);
    return sendJson(party, 'GET', url, token);
  },
};
