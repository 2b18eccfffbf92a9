/** The terms of a customer, which users accept when they sign up. */
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';

const app = useApp({ SIGNUP_ENABLED: 'true' });
const PASSWORD = 'analytical engines, plural';
let admin: string;

beforeAll(async () => {
  admin = await app.token('admin');
});

const set = (input: object) =>
  app.graphql(
    admin,
    `mutation ($id: ID!, $input: UpdateCustomerInput!) {
      updateCustomer(id: $id, input: $input) { customer { termsUrl termsText selfDeletion } }
    }`,
    { id: app.customer.customerId, input },
  );

beforeEach(async () => {
  await set({ termsUrl: 'https://acme.example/terms', termsText: 'Be <b>kind</b>.' });
});

const accepted = async (email: string) =>
  (await app.server.database.pool.query('select terms_accepted_at from users where email = $1', [email])).rows;

async function fill(fields: Record<string, string> = {}): Promise<{ email: string; browser: BrowserLite }> {
  const browser = new BrowserLite(app.issuer);
  await browser.open('/signup');
  const email = `${randomUUID()}@example.com`;
  await browser.submit({ name: 'Ada', email, password: PASSWORD, confirmation: PASSWORD, ...fields });
  return { email, browser };
}

describe('the terms of a customer', () => {
  it('are on the sign-up page, and must be accepted there', async () => {
    const browser = new BrowserLite(app.issuer);
    const { html } = await browser.open('/signup');
    expect(html).toContain('href="https://acme.example/terms"');
    expect(html).toContain('Be &lt;b>kind&lt;/b>.');
    const { email, browser: refused } = await fill();
    expect(refused.page).toMatchObject({ status: 400, html: expect.stringContaining('Please accept the terms') });
    expect(await accepted(email)).toEqual([]);
    const done = await fill({ accept: '1' });
    expect(done.browser.page.status).toBe(200);
    expect(await accepted(done.email)).toEqual([{ terms_accepted_at: expect.any(String) }]);
  });

  it('stay accepted while the page is corrected', async () => {
    const { browser } = await fill({ accept: '1', confirmation: 'another' });
    expect(browser.page.status).toBe(400);
    expect(browser.form().values.get('accept')).toBe('1');
  });

  it('must be accepted by programs that sign up, too', async () => {
    const email = `${randomUUID()}@example.com`;
    const signUp = (acceptTerms?: boolean) =>
      app.graphql(undefined, 'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }', {
        input: { email, password: PASSWORD, acceptTerms },
      });
    const refused = await signUp();
    expect(refused.body.errors[0].extensions).toMatchObject({ code: 'TERMS_NOT_ACCEPTED', field: 'acceptTerms' });
    expect((await signUp(true)).body.errors).toBeUndefined();
    const rest = await app.send('POST', '/api/users', { body: { email: `x${email}`, password: PASSWORD } });
    expect([rest.status, rest.body.code]).toEqual([400, 'TERMS_NOT_ACCEPTED']);
  });

  it('are nothing that administrators accept for others', async () => {
    const { createUser } = await app.data(
      admin,
      'mutation ($email: String!) { createUser(input: { email: $email, acceptTerms: true }) { user { termsAcceptedAt } } }',
      { email: `${randomUUID()}@example.com` },
    );
    expect(createUser.user.termsAcceptedAt).toBeNull();
  });

  it('are shown with the time to administrators', async () => {
    const { email } = await fill({ accept: '1' });
    const { users } = await app.data(
      admin,
      'query ($email: String!) { users(where: { email: { eq: $email } }) { edges { node { termsAcceptedAt } } } }',
      { email },
    );
    const { termsAcceptedAt } = users.edges[0].node;
    expect(Math.abs(Date.parse(termsAcceptedAt) - app.clock.now().getTime())).toBeLessThan(60_000);
  });

  it('can be removed, and nobody is asked any more', async () => {
    const { body } = await set({ termsUrl: null, termsText: '' });
    expect(body.data.updateCustomer.customer).toEqual({ termsUrl: null, termsText: null, selfDeletion: false });
    const { email, browser } = await fill();
    expect(browser.page.status).toBe(200);
    expect(await accepted(email)).toEqual([{ terms_accepted_at: null }]);
  });

  it.each([
    ['an address that is no web page', { termsUrl: 'javascript:alert(1)' }, 'termsUrl'],
    ['too long a text', { termsText: 'x'.repeat(4001) }, 'termsText'],
    ['nothing', {}, 'input'],
  ])('are not set to %s', async (_, input, field) => {
    const { body } = await set(input);
    expect(body.errors[0].extensions).toMatchObject({ kind: 'INVALID', field });
  });

  it('are set by administrators only', async () => {
    const { body } = await app.graphql(
      await app.token('write'),
      'mutation ($id: ID!) { updateCustomer(id: $id, input: { termsUrl: "https://x.example/" }) { customer { id } } }',
      { id: app.customer.customerId },
    );
    expect(body.errors[0].extensions.kind).toBe('FORBIDDEN');
  });
});
