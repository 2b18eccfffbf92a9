import type { Client } from '../../src/modules/clients/index.ts';
import type { TestApp } from './app.ts';
import type { BrowserLite, Page } from './browser-lite.ts';
import { answerOf, authorizePath, buildUser } from './builders.ts';
import { browserOf, redeem } from './logins.ts';
import { SoftPasskey, type Wrong } from './soft-passkey.ts';

/** What the page asks the browser for. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests look into it
export function optionsIn({ html }: Pick<Page, 'html'>): any {
  const [, text = ''] = /data-options="([^"]*)"/.exec(html) ?? [];
  return JSON.parse(text.replaceAll('&quot;', '"').replaceAll('&amp;', '&') || 'null');
}

/** Adds a passkey on the account page of a browser that has just signed in. */
export async function addPasskey(
  app: TestApp,
  browser: BrowserLite,
  passkey = new SoftPasskey(new URL(app.issuer).origin),
  name = 'Key',
): Promise<SoftPasskey> {
  await browser.open('/account/passkeys');
  const page = await browser.submit({ credential: passkey.create(optionsIn(browser.page)), name });
  if (page.status !== 200) throw new Error(`No passkey was added: ${page.status} ${page.html}`);
  // The first page shows the backup codes of the first factor.
  await browser.open('/account/passkeys');
  return passkey;
}

/** Answers the page that the browser is on with the passkey. */
export const givePasskey = (browser: BrowserLite, passkey: SoftPasskey, wrong: Wrong = {}): Promise<Page> =>
  browser.submit({ credential: passkey.get(optionsIn(browser.page), wrong) });

/** A token of a fresh user who has a passkey, and the passkey's id. */
async function withPasskey(app: TestApp, client: Client): Promise<{ readonly token: string; readonly id: string }> {
  const user = await buildUser(app);
  const browser = await browserOf(app, user);
  await addPasskey(app, browser);
  await browser.open(authorizePath(client));
  const { body } = await redeem(app, client, answerOf(browser.page)['code']!);
  const token: string = body.access_token;
  const { viewer } = await app.data(token, '{ viewer { user { passkeys { id } } } }');
  return { token, id: viewer.user.passkeys[0].id };
}

/** Runs a mutation of a passkey for a fresh user who has it. `ready` is called before. */
export async function usePasskey(
  app: TestApp,
  client: Client,
  mutation: string,
  ready: () => Promise<void>,
): Promise<void> {
  const { token, id } = await withPasskey(app, client);
  await ready();
  await app.data(token, `mutation ($id: ID!) { ${mutation} { passkey { id } } }`, { id });
}
