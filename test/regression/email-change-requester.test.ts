import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { TestApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { tokensOf } from '../support/logins.ts';
import { Mailbox } from '../support/mailbox.ts';

const mailbox = new Mailbox();
let app: TestApp;

beforeAll(async () => {
  await mailbox.start();
  app = new TestApp({ SMTP_URL: mailbox.url });
  await app.start();
});
afterAll(async () => {
  await app.stop();
  await mailbox.stop();
});

/** Requests a change of address and returns the link at the new address. */
async function request(token: string, mutation: string, id?: string): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  await app.data(token, mutation, { email, ...(id !== undefined && { id }) });
  return (await mailbox.next(email)).link;
}

const byServiceAccount = async ({ id }: BuiltUser): Promise<string> =>
  request(
    await app.token('admin'),
    'mutation ($id: ID!, $email: String!) { requestEmailChange(userId: $id, newEmail: $email) { user { id } } }',
    id,
  );

const byUser = async (user: BuiltUser): Promise<string> => {
  const { access_token: token } = await tokensOf(app, await buildClient(app), user, 'openid');
  return request(token, 'mutation ($email: String!) { requestOwnEmailChange(newEmail: $email) { user { id } } }');
};

/** The answer to the use of a link after the service account has lost its right to change addresses. */
async function useWithoutRight(link: string, values: Record<string, string> = {}): Promise<number> {
  const setScopes = (scopes: string[]) =>
    app.server.database.pool.query('update clients set scopes = $2 where id = $1', [app.customer.clientId, scopes]);
  await setScopes(['read', 'write']);
  try {
    const browser = new BrowserLite(app.issuer);
    await browser.open(link);
    return browser.page.status === 200 ? (await browser.submit(values)).status : browser.page.status;
  } finally {
    await setScopes(['read', 'write', 'admin']);
  }
}

it('a link that replaces another depends on the rights of its own requester', async () => {
  const [user, other] = [await buildUser(app), await buildUser(app)];
  const replaced = await byServiceAccount(user);
  // The link of a user's own change asks an unknown browser for the password.
  expect(await useWithoutRight(await byUser(user), { password: user.password })).toBe(200);
  expect(await useWithoutRight(replaced)).toBe(410);

  await byUser(other);
  expect(await useWithoutRight(await byServiceAccount(other))).toBe(410);
});
