import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { keptMails } from '#product';
import { useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { authorizePath, buildClient, buildUser, PASSWORD, type BuiltUser } from '../support/builders.ts';
import { browserOf } from '../support/logins.ts';
import { assignRole, createRole } from '../support/roles.ts';

const app = useApp();
const PAGE = '/account/data';
const UPDATE = `mutation ($id: ID!, $allowed: Boolean, $version: Int) {
  updateCustomer(id: $id, input: { selfDeletion: $allowed }, expectedVersion: $version) {
    customer { selfDeletion version }
  }
}`;

const update = async (allowed: boolean | null, given: { token?: string; id?: string; version?: number } = {}) => {
  const { token = await app.token('admin'), id = app.customer.customerId, version } = given;
  return (await app.graphql(token, UPDATE, { id, allowed, version })).body;
};
afterEach(() => update(false));

const exists = async ({ id }: BuiltUser): Promise<boolean> =>
  (await app.server.database.pool.query('select from users where id = $1', [id])).rowCount === 1;

describe('the download of one’s data', () => {
  it('has everything that users may see of themselves, and no secrets', async () => {
    const user = await buildUser(app, { phoneNumber: '+44 20 7946 0000' });
    const token = await app.token('admin');
    const { createGroup } = await app.data(
      token,
      'mutation ($id: ID!) { createGroup(input: { name: "Readers", memberIds: [$id] }) { group { id } } }',
      { id: user.id },
    );
    const input = { attributes: [{ name: 'nickname', value: 'Ace' }] };
    const SET = 'mutation ($id: ID!, $input: UpdateUserInput!) { updateUser(id: $id, input: $input) { user { id } } }';
    await app.data(token, SET, { id: user.id, input });
    const roleId = await createRole(app, token, { name: 'Clerk' });
    await assignRole(app, token, roleId, { userIds: [user.id] });
    const browser = await browserOf(app, user);
    const client = await buildClient(app, { name: 'Ledger', requireConsent: true });
    await browser.open(authorizePath(client));
    await browser.submit({ decision: 'allow' });

    await browser.open(PAGE);
    const file = await browser.submit();
    expect(file.status).toBe(200);
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="my-data.json"');
    expect(file.headers.get('cache-control')).toBe('no-store');
    const data = JSON.parse(file.html);
    expect(data.account).toMatchObject({
      id: user.id,
      email: user.email,
      phoneNumber: '+44 20 7946 0000',
      loginCount: 1,
      attributes: { nickname: 'Ace' },
    });
    expect(data.groups).toEqual({
      items: [{ id: createGroup.group.id, name: 'Readers', joinedAt: expect.any(String) }],
      isComplete: true,
    });
    const assigned = { createdAt: expect.any(String), expiresAt: null };
    expect(data.roles).toEqual({
      items: [{ id: roleId, name: 'Clerk', organization: null, ...assigned }],
      isComplete: true,
    });
    expect(data.sessions.items).toEqual([expect.objectContaining({ authenticationMethods: ['pwd'] })]);
    expect(data.consents.items).toEqual([
      expect.objectContaining({
        client: { id: client.id, name: 'Ledger' },
        scopes: ['openid', 'profile'],
        declinedScopes: [],
      }),
    ]);
    expect([data.secondFactor, data.passkeys]).toEqual([null, []]);
    expect(data.history.items.map(({ action }: { action: string }) => action)).toEqual([
      'user.exported',
      'login.continued',
      'consent.given',
      'login.succeeded',
      'role.assigned',
      'user.updated',
      'membership.added',
    ]);
    expect(data.history.items.at(-1)).not.toHaveProperty('ipAddress');
    expect(file.html).not.toMatch(/hash|secret":|argon2/i);
  });

  it('needs a password that was given within ten minutes, and a form of its own page', async () => {
    const user = await buildUser(app);
    const browser = await browserOf(app, user);
    await browser.open(PAGE);
    expect((await browser.submit({ csrf: 'made-up' })).status).toBe(403);
    app.clock.advance(601);
    await browser.open(PAGE);
    const { url } = await browser.submit();
    expect([new URL(url).pathname, new URL(url).searchParams.get('return_to')]).toEqual(['/login', PAGE]);
    expect(new URL((await browser.submit({ password: user.password })).url).pathname).toBe(PAGE);
    expect(new URL((await new BrowserLite(app.issuer).open(PAGE)).url).pathname).toBe('/login');
  });
});

describe('the deletion of one’s account', () => {
  it('is off until an administrator allows it', async () => {
    const user = await buildUser(app);
    const browser = await browserOf(app, user);
    expect((await browser.open(PAGE)).html).toContain('administrators delete accounts');
    expect((await browser.open(`${PAGE}?delete`)).html).not.toContain('Delete my account');
    expect((await browser.submit({ decision: 'delete', confirmation: user.email })).status).toBe(403);
    expect(await exists(user)).toBe(true);
  });

  it('asks for the address, deletes everything at once and tells the user by mail', async () => {
    await update(true);
    const user = await buildUser(app);
    const [browser, other] = [await browserOf(app, user), await browserOf(app, user)];
    expect((await browser.open(PAGE)).html).toContain(`href="${PAGE}?delete"`);
    await browser.open(`${PAGE}?delete`);
    expect(await browser.submit({ confirmation: 'another@example.com' })).toMatchObject({
      status: 400,
      html: expect.stringContaining('Nothing was deleted.'),
    });
    const done = await browser.submit({ confirmation: ` ${user.email.toUpperCase()} ` });
    expect(done).toMatchObject({ status: 200, html: expect.stringContaining('Your account is deleted') });
    expect(done.html).toContain('<a href="/login" class="button">Sign in</a>');
    expect(browser.cookies.has('guildhall_session')).toBe(false);
    expect(await exists(user)).toBe(false);
    expect(new URL((await other.open('/account')).url).pathname).toBe('/login');
    const mails = await keptMails(app.server.runtime);
    expect(mails.find(({ to }) => to === user.email)).toMatchObject({ subject: 'Your account was deleted' });
    const { rows } = await app.server.database.pool.query(
      `select action, actor_id from audit_events where subject_id = $1 order by id desc limit 1`,
      [user.id],
    );
    expect(rows).toEqual([{ action: 'user.deleted', actor_id: user.id }]);
  });

  it('leaves neither names nor addresses in the audit trail, but that the events happened', async () => {
    await update(true);
    const token = await app.token('admin');
    const RUN = `mutation ($email: String!) { createUser(input: { email: $email, name: "Ada Byron" }) { user { id } } }`;
    const email = `ada-${randomUUID()}@example.com`;
    const { id } = (await app.data(token, RUN, { email })).createUser.user;
    const CHANGE =
      'mutation ($id: ID!, $input: UpdateUserInput!) { updateUser(id: $id, input: $input) { user { id } } }';
    await app.data(token, CHANGE, { id, input: { name: 'Ada Lovelace', role: 'ADMIN' } });
    await app.server.database.pool.query(
      'update users set password_hash = (select password_hash from users where id = $2) where id = $1',
      [id, (await buildUser(app)).id],
    );
    const browser = await browserOf(app, { email, password: PASSWORD });
    await browser.open(`${PAGE}?delete`);
    expect((await browser.submit({ confirmation: email })).html).toContain('Your account is deleted');

    const EVENTS = `query ($id: ID!) { auditEvents(where: { subjectId: { eq: $id } }) {
      edges { node { action subjectName actorName details changes { field isHidden old new } } } } }`;
    const { edges } = (await app.data(token, EVENTS, { id })).auditEvents;
    expect(JSON.stringify(edges)).not.toMatch(/Ada|@example/);
    const told = new Map<string, object>(edges.map(({ node }: { node: { action: string } }) => [node.action, node]));
    expect(told.get('user.deleted')).toMatchObject({ subjectName: null, actorName: null });
    expect(told.get('user.created')).toMatchObject({ details: { role: 'member' } });
    expect([...told.values()].flatMap((event) => (event as { changes: object[] }).changes)).toEqual([
      { field: 'name', isHidden: true, old: null, new: null },
      { field: 'role', isHidden: false, old: 'member', new: 'admin' },
    ]);
  });

  it('needs a password that was given within ten minutes', async () => {
    await update(true);
    const user = await buildUser(app);
    const browser = await browserOf(app, user);
    app.clock.advance(601);
    await browser.open(`${PAGE}?delete`);
    expect(new URL((await browser.submit({ confirmation: user.email })).url).pathname).toBe('/login');
    expect(await exists(user)).toBe(true);
  });

  it('leaves the last administrator', async () => {
    const { customerId } = await app.newCustomer('Lonely');
    const admin = await buildUser(app, { customerId, role: 'admin' });
    await app.server.database.pool.query(
      `update users set role = 'member' where customer_id = $1 and role = 'admin' and id <> $2`,
      [customerId, admin.id],
    );
    await app.server.database.pool.query('update customers set self_deletion = true where id = $1', [customerId]);
    const browser = await browserOf(app, admin, '/login?organization=Lonely');
    await browser.open(`${PAGE}?delete`);
    expect(await browser.submit({ confirmation: admin.email })).toMatchObject({
      status: 400,
      html: expect.stringContaining('the last administrator'),
    });
    expect(await exists(admin)).toBe(true);
  });
});

describe('updateCustomer', () => {
  it('sets the policy, with a version', async () => {
    const { version } = (await update(true)).data.updateCustomer.customer;
    expect((await update(false, { version })).data.updateCustomer.customer).toEqual({
      selfDeletion: false,
      version: version + 1,
    });
    expect((await update(true, { version })).errors[0].extensions.code).toBe('VERSION_CONFLICT');
    // Users come and go without a new version.
    await buildUser(app);
    expect((await update(true, { version: version + 1 })).errors).toBe(undefined);
  });

  it('refuses nothing to change, another customer, and callers without the scope', async () => {
    const codeOf = async (answer: ReturnType<typeof update>) => (await answer).errors[0].extensions.code;
    expect(await codeOf(update(null))).toBe('INVALID_INPUT');
    expect(await codeOf(update(true, { id: (await app.newCustomer()).customerId }))).toBe('CUSTOMER_NOT_FOUND');
    expect(await codeOf(update(true, { token: await app.token('write') }))).toBe('INSUFFICIENT_SCOPE');
  });
});
