import type { Answer, TestApp } from './app.ts';

const CREATE = `mutation ($input: CreateInitialAccessTokenInput!) {
  createInitialAccessToken(input: $input) { secret initialAccessToken { id } }
}`;

/** What clients may be registered with, unless said otherwise. */
export const POLICY = { name: 'Partners', redirectHosts: ['*.partner.example', 'localhost', 'com.partner.app:'] };

/** A client that this policy allows. */
export const METADATA = { client_name: 'Ledger', redirect_uris: ['https://ledger.partner.example/callback'] };

export const createToken = (app: TestApp, token: string, given: object = {}): Promise<Answer> =>
  app.graphql(token, CREATE, { input: { ...POLICY, ...given } });

/** A new initial access token of the owner of `token`. */
export async function newToken(
  app: TestApp,
  token: string,
  given: object = {},
): Promise<{ secret: string; id: string }> {
  const { body, text } = await createToken(app, token, given);
  if (body.errors) throw new Error(`No token: ${text}`);
  const { secret, initialAccessToken } = body.data.createInitialAccessToken;
  return { secret, id: initialAccessToken.id };
}

export const register = (app: TestApp, token: string | undefined, body: unknown = METADATA): Promise<Answer> =>
  app.send('POST', '/oauth2/register', { token, body });

/** What a client got that has registered itself, and the id of the initial access token. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
export type Registered = { tokenId: string; body: any };

export async function newRegistered(
  app: TestApp,
  token: string,
  { policy = {}, metadata = {} }: { policy?: object; metadata?: object } = {},
): Promise<Registered> {
  const { secret, id } = await newToken(app, token, policy);
  const { status, body, text } = await register(app, secret, { ...METADATA, ...metadata });
  if (status !== 201) throw new Error(`Not registered: ${status} ${text}`);
  return { tokenId: id, body };
}

/** A request of a client about its registration. */
export const manage = (
  app: TestApp,
  method: string,
  { body: registered }: Registered,
  body?: object,
): Promise<Answer> =>
  app.send(method, registered.registration_client_uri.slice(app.issuer.length), {
    token: registered.registration_access_token,
    body,
  });
