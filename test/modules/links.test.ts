import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { configWarnings, loadConfig } from '#product';
import { TestApp, useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { Mailbox } from '../support/mailbox.ts';

const PASSWORD = 'a rather long password';
const mailbox = new Mailbox();
const newEmail = (): string => `${randomUUID()}@example.com`;

describe('signing up', () => {
  let app: TestApp;
  beforeAll(async () => {
    await mailbox.start();
    app = new TestApp({ SMTP_URL: mailbox.url, SIGNUP_ENABLED: 'true' });
    await app.start();
  });
  afterAll(async () => {
    await app.stop();
    await mailbox.stop();
  });

  const signUp = (body: object) => app.send('POST', '/api/users', { body });

  it('makes an account in the oldest customer, whose address is proved by the link it is sent', async () => {
    await app.newCustomer();
    const email = newEmail();
    const answer = await signUp({
      email,
      password: PASSWORD,
      username: 'ada',
      first_name: 'Ada',
      last_name: 'Lovelace',
      phone: '+44 20 7946 0000',
    });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        success: true,
        user: {
          email,
          email_verified: false,
          username: 'ada',
          first_name: 'Ada',
          last_name: 'Lovelace',
          is_active: true,
          company_id: app.customer.customerId,
          mfa_enabled: false,
        },
      },
    });
    const { id } = answer.body.user;
    const { link, subject } = await mailbox.next(email);
    expect(subject).toBe('Confirm your email address');
    const browser = new BrowserLite(app.issuer);
    await browser.open(link);
    expect((await browser.submit({ password: PASSWORD })).html).toContain('Address confirmed');
    const token = await app.token('read');
    expect((await app.send('GET', `/api/users/${id}`, { token })).body.email_verified).toBe(true);
    expect((await browser.open(link)).status).toBe(410);
  });

  it.each([
    ['is_active', true],
    ['is_active', false],
    ['send_invitation', false],
    ['default_group_id', randomUUID()],
    ['organization_id', randomUUID()],
    ['application_url', 'https://app.example/'],
  ])('refuses %s, which is not a stranger’s to decide', async (field, value) => {
    const email = newEmail();
    const answer = await signUp({ email, password: PASSWORD, [field]: value });
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    expect(answer.body.error_description).toContain(field);
  });

  it('refuses a password that is missing or easily guessed, and an address that is taken', async () => {
    const email = newEmail();
    for (const password of [undefined, null, '', 'short', 'password123', email])
      expect((await signUp({ email, password })).status).toBe(400);
    expect((await signUp({ email, password: PASSWORD })).status).toBe(201);
    const taken = await signUp({ email: email.toUpperCase(), password: PASSWORD });
    expect(taken).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    await mailbox.next(email);
    expect(mailbox.to(email)).toHaveLength(1);
  });

  it('is not what a bad token leads to', async () => {
    const answer = await app.send('POST', '/api/users', {
      token: 'nonsense',
      body: { email: newEmail(), password: PASSWORD },
    });
    expect(answer.status).toBe(401);
  });

  it('gives nobody a role over GraphQL', async () => {
    const create = 'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id phoneNumber role } } }';
    const input = { email: newEmail(), password: PASSWORD };
    for (const more of [{ role: 'ADMIN' }, { emailVerified: true }, { picture: 'https://x.example/' }]) {
      const { body } = await app.graphql(undefined, create, { input: { ...input, ...more } });
      expect(body.errors[0].extensions.code).toBe('SIGNUP_FIELD_NOT_ALLOWED');
    }
    expect((await app.data(undefined, create, { input })).createUser.user).toMatchObject({ role: 'MEMBER' });
    const many = 'mutation ($inputs: [CreateUserInput!]!) { createUsers(inputs: $inputs) { results { index } } }';
    expect((await app.graphql(undefined, many, { inputs: [input] })).body.errors[0].extensions.kind).toMatch(
      /UNAUTHENTICATED|FORBIDDEN/,
    );
  });
});

describe('signing up to a customer by name', () => {
  const app = useApp({ SIGNUP_ENABLED: 'true', SIGNUP_CUSTOMER: 'Second' });

  it('needs that customer to exist, and goes to no other', async () => {
    const body = { email: newEmail(), password: PASSWORD };
    expect((await app.send('POST', '/api/users', { body })).status).toBe(503);
    const second = await app.newCustomer('Second');
    const answer = await app.send('POST', '/api/users', { body });
    expect(answer.body.user.company_id).toBe(second.customerId);
  });
});

describe('making users for others', () => {
  const app = useApp();

  it('ignores the password, and refuses strangers while signing up is off', async () => {
    const email = newEmail();
    const body = { email, password: PASSWORD };
    expect((await app.send('POST', '/api/users', { body })).status).toBe(403);
    const token = await app.token('write');
    expect((await app.send('POST', '/api/users', { token, body })).status).toBe(201);
    const browser = new BrowserLite(app.issuer);
    await browser.open('/login');
    expect((await browser.logIn(body)).status).toBe(400);
  });

  it('sends the invitation with the user or makes neither', async () => {
    const token = await app.token('write');
    const email = newEmail();
    const invalid = { email, send_invitation: true, application_url: 'javascript:alert(1)' };
    expect((await app.send('POST', '/api/users', { token, body: invalid })).status).toBe(400);
    const noGroup = { email, send_invitation: true, default_group_id: randomUUID() };
    expect((await app.send('POST', '/api/users', { token, body: noGroup })).status).toBe(400);
    expect((await app.send('GET', '/dev/mailbox')).text).not.toContain(email);
    const body = { email, send_invitation: true, application_url: 'https://ledger.example/' };
    expect((await app.send('POST', '/api/users', { token, body })).status).toBe(201);
    expect((await app.send('GET', '/dev/mailbox')).text).toContain(email);
  });

  it('sends the invitations of a list with its users, to those alone who are to have one', async () => {
    const token = await app.token('admin');
    const create = `mutation ($inputs: [CreateUserInput!]!) {
      createUsers(inputs: $inputs) { results { user { id } error { code } } }
    }`;
    const inputs = Array.from({ length: 30 }, (_, n) => ({ email: newEmail(), sendInvitation: n % 3 !== 0 }));
    const taken = { email: inputs[1]!.email, sendInvitation: true };
    const list =
      '{ invitations(where: { state: { eq: PENDING } }, first: 1000) { totalCount edges { node { email } } } }';
    const before = (await app.data(token, list)).invitations.totalCount;
    const { createUsers } = await app.data(token, create, { inputs: [...inputs, taken] });
    expect(createUsers.results.filter(({ error }: { error: unknown }) => error !== null)).toHaveLength(1);
    const { invitations } = await app.data(token, list);
    expect(invitations.totalCount - before).toBe(20);
    const emails = new Set(invitations.edges.map(({ node }: { node: { email: string } }) => node.email));
    expect(inputs.every(({ email, sendInvitation }) => emails.has(email) === sendInvitation)).toBe(true);
  });
});

describe('the configuration', () => {
  const production = { NODE_ENV: 'production', BASE_URL: 'https://id.example' };

  it('wants a mail server as soon as strangers may sign up in production', () => {
    expect(() => loadConfig({ ...production, SIGNUP_ENABLED: 'true' })).toThrow('SMTP_URL');
    const env = {
      ...production,
      SIGNUP_ENABLED: 'true',
      GROUPS_MANAGED_BY: 'members',
      SMTP_URL: 'smtps://me:s%40crit@mail.example:465',
    };
    expect(loadConfig(env).mail.smtpUrl).toBe(env.SMTP_URL);
    expect(() => loadConfig(production)).not.toThrow();
  });

  it.each(['mail.example', 'http://mail.example', 'smtp://', 'smtp://u:%zz@h'])('refuses %s as SMTP_URL', (url) => {
    expect(() => loadConfig({ SMTP_URL: url })).toThrow('SMTP_URL');
  });

  it.each([
    ['no-reply@id.example', true],
    ['Guild Hall <no-reply@id.example>', true],
    ['no-reply', false],
    ['a@b.example, c@d.example', false],
    ['X <a@b.example> <c@d.example>', false],
  ])('takes %s as MAIL_FROM: %s', (from, good) => {
    if (good) expect(loadConfig({ MAIL_FROM: from }).mail.from).toBe(from);
    else expect(() => loadConfig({ MAIL_FROM: from })).toThrow('MAIL_FROM');
  });

  it('warns when strangers may sign up while members manage groups', () => {
    expect(configWarnings({ SIGNUP_ENABLED: 'yes' })).toEqual([expect.stringContaining('GROUPS_MANAGED_BY')]);
    expect(configWarnings({ SIGNUP_ENABLED: 'yes', GROUPS_MANAGED_BY: 'admins' })).toEqual([]);
  });
});
