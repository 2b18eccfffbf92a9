import { beforeAll, expect, it } from '@jest/globals';
import type { Client } from '../../src/modules/clients/index.ts';
import { useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { authorizePath, buildClient, buildUser } from '../support/builders.ts';
import { freePort } from '../support/ports.ts';
import { PRODUCTION } from '../support/production.ts';

// In production, no mail is kept for a developer either.
const port = await freePort();
const app = useApp({ ...PRODUCTION, BASE_URL: `http://localhost:${port}`, PORT: port });
const query = (text: string, ...values: unknown[]) => app.server.database.pool.query(text, values);
let client: Client;
beforeAll(async () => {
  client = await buildClient(app);
});

it('codes by email cannot be turned on where no mail is sent, and the error says why', async () => {
  const text =
    'mutation ($id: ID!, $input: UpdateCustomerInput!) { updateCustomer(id: $id, input: $input) { customer { emailCodes } } }';
  const set = async (emailCodes: boolean) =>
    (await app.graphql(await app.token('admin'), text, { id: app.customer.customerId, input: { emailCodes } })).body;
  const [error] = (await set(true)).errors;
  expect([error.message, error.extensions.code]).toEqual(['This server cannot send mail.', 'MAIL_NOT_CONFIGURED']);
  expect((await set(false)).data.updateCustomer.customer).toEqual({ emailCodes: false });
});

it('a login that needs one, since the mail server is gone, ends with a page that says so, and without a session', async () => {
  const user = await buildUser(app);
  await query('update users set email_verified = true where id = $1', user.id);
  await query('update customers set email_codes = true where id = $1', app.customer.customerId);
  const browser = new BrowserLite(app.issuer);
  await browser.open(authorizePath(client));
  const { status, html } = await browser.logIn(user);
  expect([status, html.includes('not set up to send mail')]).toEqual([503, true]);
  expect((await query('select from sessions where user_id = $1', user.id)).rowCount).toBe(0);
});
