import { expect } from '@jest/globals';
import type { Client } from '../../src/modules/clients/index.ts';
import type { Answer, TestApp } from './app.ts';
import { BrowserLite } from './browser-lite.ts';
import { answerOf, authorizePath, buildUser, type BuiltUser, VERIFIER } from './builders.ts';

/** A new browser in which the user has given the password at this address. */
export async function browserOf(
  app: TestApp,
  user: { readonly email: string; readonly password: string },
  path = '/login',
): Promise<BrowserLite> {
  const browser = new BrowserLite(app.issuer);
  await browser.open(path);
  await browser.logIn(user);
  return browser;
}

/** Signs the user in with the client in a browser of their own, and gives the code. */
export async function codeOf(
  app: TestApp,
  client: Client,
  user: BuiltUser,
  given: Record<string, string | undefined> = {},
): Promise<string> {
  const browser = await browserOf(app, user, authorizePath(client, given));
  let { page } = browser;
  if (new URL(page.url).pathname === '/consent') page = await browser.submit({ decision: 'allow' });
  const { code } = answerOf(page);
  expect(code).toBeDefined();
  return code!;
}

/** Sends a form to the token endpoint; `undefined` leaves a field out. */
export function askForTokens(
  app: TestApp,
  fields: Record<string, string | undefined>,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const given = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined);
  return app.send('POST', '/oauth2/token', { body: new URLSearchParams(given), headers });
}

/** The form that redeems a code of a public client. */
export const redemption = (client: Client, code: string) => ({
  grant_type: 'authorization_code',
  client_id: client.id,
  redirect_uri: client.redirectUris[0],
  code,
  code_verifier: VERIFIER,
});

/** The form that uses a refresh token of a public client. */
export const refreshing = (client: Client, token: string) => ({
  grant_type: 'refresh_token',
  client_id: client.id,
  refresh_token: token,
});

/** Redeems a code of a public client; fields given replace the right ones. */
export function redeem(
  app: TestApp,
  client: Client,
  code: string,
  fields: Record<string, string | undefined> = {},
): Promise<Answer> {
  return askForTokens(app, { ...redemption(client, code), ...fields });
}

/** The headers of a request that a page of the server sends, in a browser where the user has just signed in. */
export async function pageHeaders(app: TestApp, client: Client, user: BuiltUser): Promise<Record<string, string>> {
  const browser = await browserOf(app, user, authorizePath(client));
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
  expect(cookie).toContain('guildhall_session=');
  const { origin } = new URL(app.issuer);
  return { cookie, origin, 'sec-fetch-site': 'same-origin', 'x-guildhall-csrf': '1' };
}

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly id_token: string;
  readonly scope: string;
  readonly expires_in: number;
}

/** The tokens of a fresh login of the user with the client. */
export async function tokensOf(app: TestApp, client: Client, user: BuiltUser, scope: string): Promise<Tokens> {
  const { status, body, text } = await redeem(app, client, await codeOf(app, client, user, { scope }));
  if (status !== 200) throw new Error(`No tokens: ${status} ${text}`);
  return body;
}

/** A user who has just signed in with the client: their access token says `openid`. */
export async function signedIn(app: TestApp, client: Client): Promise<{ user: BuiltUser; token: string }> {
  const user = await buildUser(app);
  return { user, token: (await tokensOf(app, client, user, 'openid')).access_token };
}

/** Uses a refresh token of a public client. */
export const refresh = (
  app: TestApp,
  client: Client,
  token: string,
  fields: Record<string, string | undefined> = {},
): Promise<Answer> => askForTokens(app, { ...refreshing(client, token), ...fields });

/** What a token says, whoever signed it. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests look into tokens of every shape
export const claimsIn = (token: string): any => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());
