import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { expectError } from '../support/answers.ts';
import { useApp } from '../support/app.ts';
import { useUsers } from '../support/users.ts';

const app = useApp();
const { create, newUser, detail } = useUsers(app);
let write: string;
let read: string;

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

beforeAll(async () => {
  [write, read] = await Promise.all([app.token('write'), app.token('read')]);
});

describe('POST /api/users', () => {
  it('answers with exactly the documented fields', async () => {
    const { status, body } = await create({
      email: 'Ada.Lovelace@Example.com',
      password: 'ignored',
      username: 'ada',
      first_name: 'Ada',
      last_name: 'Lovelace',
      phone: '+44 20 7946 0958',
      send_invitation: false,
      application_url: 'https://app.example/start',
    });
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        success: true,
        message: expect.any(String),
        user: {
          id: expect.stringMatching(UUID),
          email: 'Ada.Lovelace@Example.com',
          email_verified: false,
          username: 'ada',
          first_name: 'Ada',
          last_name: 'Lovelace',
          is_active: true,
          company_id: app.customer.customerId,
          mfa_enabled: false,
          created_at: expect.stringMatching(TIMESTAMP),
        },
      },
    });
  });

  it('puts the user into organization and group, in the same transaction', async () => {
    const { createOrganization } = await app.data(
      write,
      'mutation { createOrganization(input: { name: "Analysts" }) { organization { id } } }',
    );
    const group = await app.send('POST', '/groups', { token: write, body: { name: 'analysts' } });
    const id = await newUser({ default_group_id: group.body.id, organization_id: createOrganization.organization.id });
    const { user } = await app.data(
      read,
      'query ($id: ID!) { user(id: $id) { organization { name } groups { edges { node { name } } } } }',
      { id },
    );
    expect(user).toEqual({ organization: { name: 'Analysts' }, groups: { edges: [{ node: { name: 'analysts' } }] } });
    expect((await app.send('GET', `/groups/${group.body.id}/members`, { token: read })).body.total).toBe(1);
  });

  it.each(['default_group_id', 'organization_id'])(
    'refuses a %s of another customer, and makes nobody',
    async (field) => {
      const other = await app.newCustomer();
      const theirs = await app.token('admin', other);
      const id =
        field === 'organization_id'
          ? (
              await app.data(
                theirs,
                'mutation { createOrganization(input: { name: "Theirs" }) { organization { id } } }',
              )
            ).createOrganization.organization.id
          : (await app.send('POST', '/groups', { token: theirs, body: { name: 'theirs' } })).body.id;
      const email = `${randomUUID()}@example.com`;
      expectError(await create({ email, [field]: id }), 400, 'invalid_request', field);
      expectError(await create({ email, [field]: randomUUID() }), 400, 'invalid_request', field);
      expectError(await create({ email, [field]: 'none' }), 400, 'invalid_request', field);
      expect((await create({ email })).status).toBe(201);
    },
  );

  it('refuses an email address or username taken, whatever its case', async () => {
    const email = `Twice-${randomUUID()}@Example.com`;
    const username = `Twice_${randomUUID()}`;
    await newUser({ email, username });
    expectError(await create({ email: email.toUpperCase() }), 400, 'invalid_request', 'email');
    const answer = await create({ email: `${randomUUID()}@example.com`, username: username.toUpperCase() });
    expectError(answer, 400, 'invalid_request', 'username');
  });

  it('lets the same person be a user of two customers', async () => {
    const theirs = await app.token('write', await app.newCustomer());
    const body = { email: `both-${randomUUID()}@example.com`, username: `both-${randomUUID()}` };
    expect((await create(body)).status).toBe(201);
    expect((await create(body, theirs)).status).toBe(201);
  });

  it('takes the longest names, and cuts the one shown between two characters', async () => {
    const id = await newUser({ first_name: '😀'.repeat(255), last_name: '😀'.repeat(255) });
    const { body } = await app.send('GET', `/api/users/${id}`, { token: read });
    expect([...body.name]).toHaveLength(255);
    expect(body.name.isWellFormed()).toBe(true);
  });

  it.each([
    ['email', undefined],
    ['email', null],
    ['email', 7],
    ['email', ''],
    ['email', 'nobody'],
    ['email', 'a@b@c.example'],
    ['email', 'a b@c.example'],
    ['email', 'a@c..example'],
    ['email', 'a\0@c.example'],
    ['email', 'a\r\nBcc: x@c.example'],
    ['email', `${'a'.repeat(250)}@c.example`],
    ['username', 'a@b'],
    ['username', 'a b'],
    ['username', 'a'.repeat(65)],
    ['username', ['a']],
    ['first_name', 'a'.repeat(256)],
    ['first_name', 'a\nb'],
    ['last_name', { a: 1 }],
    ['phone', 'call me'],
    ['phone', '1234'],
    ['phone', '+1234567890123456'],
    ['is_active', 'yes'],
    ['send_invitation', 1],
    ['application_url', 'javascript:alert(1)'],
    ['application_url', 'app.example'],
  ])('refuses %s %j and names it', async (field, value) => {
    const answer = await create({ email: `${randomUUID()}@example.com`, [field]: value });
    expectError(answer, 400, 'invalid_request', field);
  });

  it('names a user by given and family name, else the username, else the address', async () => {
    const nameOf = async (body: object) => (await detail(await newUser(body)))['name'];
    const tail = randomUUID();
    expect(await nameOf({ first_name: 'Grace', last_name: 'Hopper', username: `grace-${tail}` })).toBe('Grace Hopper');
    expect(await nameOf({ last_name: 'Hopper' })).toBe('Hopper');
    expect(await nameOf({ username: `hopper-${tail}` })).toBe(`hopper-${tail}`);
    expect(await nameOf({ email: `grace.h+${tail}@example.com` })).toBe(`grace.h+${tail}`);
  });

  it('is 403 without a token while signing up is off, and 401 with a bad one', async () => {
    const body = { email: `${randomUUID()}@example.com`, password: 'a rather long password' };
    const answer = await create(body, '');
    expectError(answer, 403, 'signup_disabled');
    expect(answer.headers.get('www-authenticate')).toBeNull();
    expectError(await create(body, 'no.such.token'), 401, 'unauthorized');
    expectError(
      await app.send('POST', '/api/users', { body, headers: { authorization: 'Basic Zm9vOmJhcg==' } }),
      401,
      'unauthorized',
    );
    expectError(await create(body, read), 403, 'insufficient_scope');
  });

  it('makes a user whom no password lets in', async () => {
    const email = `${randomUUID()}@example.com`;
    await newUser({ email, password: 'a rather long password' });
    const { rows } = await app.server.database.pool.query('select password_hash from users where email = $1', [email]);
    expect(rows).toEqual([{ password_hash: null }]);
  });
});
