import { type Client, hashOfGenerated } from '#product';
import type { TestApp } from './app.ts';
import { BrowserLite, type Page } from './browser-lite.ts';
import { buildClient, type BuiltUser } from './builders.ts';

/** The secret of every confidential party; it has what a form encoding changes. */
export const SECRET = 'ghs_a secret: with + every % sort';
const CALLBACK = 'https://rp.example/callback';

/** A client with a secret, which it sends by header unless said otherwise. */
export const buildParty = (app: TestApp, given: Partial<Client> = {}): Promise<Client> =>
  buildClient(app, {
    type: 'confidential',
    secretHash: hashOfGenerated(SECRET),
    tokenEndpointAuthMethod: 'client_secret_basic',
    redirectUris: [CALLBACK],
    ...given,
  });

/** Walks from an authorization request through the login, if asked for, in a browser of its own, to the answer. */
export async function signIn(app: TestApp, request: URL | string, user: BuiltUser): Promise<Page> {
  const browser = new BrowserLite(app.issuer);
  const page = await browser.open(String(request));
  return page.url.startsWith(app.issuer) ? browser.logIn(user) : page;
}

/** A client as the README registers it: a name and where answers go, and nothing else. */
export async function registerAsReadme(
  app: TestApp,
  redirectUri: string,
  more: object = {},
): Promise<{ readonly id: string; readonly secret: string }> {
  const token = await app.token('write');
  const body = { client_name: 'Ledger', redirect_uris: [redirectUri], ...more };
  const answer = await app.send('POST', '/api/clients', { token, body });
  if (answer.status !== 201) throw new Error(`No client: ${answer.status} ${answer.text}`);
  return { id: answer.body.client_id, secret: answer.body.client_secret };
}

/** Signs in and allows what is asked, in a browser of its own, and gives the address that the answer is sent to. */
export async function signInAndAllow(app: TestApp, request: string, user: BuiltUser): Promise<string> {
  const browser = new BrowserLite(app.issuer);
  const page = await browser.open(request);
  // What is refused goes back at once.
  if (!page.url.startsWith(app.issuer)) return page.url;
  await browser.logIn(user);
  return (await browser.submit({ decision: 'allow' })).url;
}

/** A group of the first customer with this user in it. */
export async function joinGroup(app: TestApp, name: string, user: BuiltUser): Promise<void> {
  const token = await app.token('write');
  const { status, text } = await app.send('POST', '/groups', { token, body: { name, member_ids: [user.id] } });
  if (status !== 201) throw new Error(`No group: ${status} ${text}`);
}
