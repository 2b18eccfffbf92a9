import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { expectError } from '../support/answers.ts';
import { useApp } from '../support/app.ts';
import { buildClient, buildUser } from '../support/builders.ts';
import { tokensOf } from '../support/logins.ts';
import { useUsers } from '../support/users.ts';

const app = useApp();
const { create, newUser, detail } = useUsers(app);
let admin: string;
let write: string;
let read: string;

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

beforeAll(async () => {
  [admin, write, read] = await Promise.all([app.token('admin'), app.token('write'), app.token('read')]);
});

describe('GET /api/users/:id', () => {
  it('answers with exactly the documented fields', async () => {
    const id = await newUser({ first_name: 'Alan', last_name: 'Turing', phone: '+44 1908 640404' });
    expect(await detail(id)).toEqual({
      id,
      email: expect.any(String),
      email_verified: false,
      name: 'Alan Turing',
      given_name: 'Alan',
      family_name: 'Turing',
      picture: null,
      phone_number: '+44 1908 640404',
      phone_verified: false,
      mfa_enabled: false,
      mfa_methods: [],
      created_at: expect.stringMatching(TIMESTAMP),
      updated_at: expect.stringMatching(TIMESTAMP),
      last_login: null,
      login_count: 0,
    });
  });

  it.each(['GET', 'PUT', 'PATCH', 'DELETE'])(
    '%s is 404 for an unknown id, a malformed one and one of another customer',
    async (method) => {
      const theirs = await app.token('write', await app.newCustomer());
      const other = await create({ email: 'other@example.com' }, theirs);
      const body = method.startsWith('P') ? { name: 'X' } : undefined;
      for (const id of [randomUUID(), 'x', other.body.user.id])
        expectError(await app.send(method, `/api/users/${id}`, { token: admin, body }), 404, 'not_found');
      expect((await app.send('GET', `/api/users/${other.body.user.id}`, { token: theirs })).body.name).toBe('other');
    },
  );
});

describe.each(['PUT', 'PATCH'])('%s /api/users/:id', (method) => {
  const update = (id: string, body: unknown, token = write) => app.send(method, `/api/users/${id}`, { token, body });

  it('changes what is given, leaves the rest, and answers with exactly the documented fields', async () => {
    const id = await newUser({ first_name: 'Jo', phone: '+1 555 0100', username: `jo-${randomUUID()}` });
    const picture = 'https://pictures.example/jo.png?size=200';
    const { status, body } = await update(id, { name: 'Joan Clarke', picture });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        id,
        email: expect.any(String),
        name: 'Joan Clarke',
        picture,
        updated_at: expect.stringMatching(TIMESTAMP),
      },
    });
    expect(await detail(id)).toMatchObject({ given_name: 'Jo', phone_number: '+1 555 0100', name: 'Joan Clarke' });
  });

  it('takes away what is null or blank', async () => {
    const id = await newUser({ first_name: 'Jo', last_name: 'Clarke', phone: '+1 555 0100' });
    expect((await update(id, { given_name: null, family_name: ' ', phone_number: '' })).status).toBe(200);
    expect(await detail(id)).toMatchObject({
      given_name: null,
      family_name: null,
      phone_number: null,
      name: 'Jo Clarke',
    });
  });

  it('takes a user as it was read', async () => {
    const id = await newUser({ first_name: 'Jo' });
    const before = await detail(id);
    expect((await update(id, before)).status).toBe(200);
    expect(await detail(id)).toEqual({ ...before, updated_at: expect.any(String) });
  });

  it('forgets that a phone number was proved when it changes', async () => {
    const user = await buildUser(app, { phoneNumber: '+1 555 0100', phoneVerified: true });
    await update(user.id, { phone_number: '+1 555 0100' });
    expect(await detail(user.id)).toMatchObject({ phone_verified: true });
    await update(user.id, { phone_number: '+1 555 0101' });
    expect(await detail(user.id)).toMatchObject({ phone_number: '+1 555 0101', phone_verified: false });
  });

  it.each([
    ['name', ''],
    ['name', ' '],
    ['name', 'a'.repeat(256)],
    ['name', 5],
    ['name', 'a\0b'],
    ['picture', 'javascript:alert(1)'],
    ['picture', 'ftp://pictures.example/a'],
    ['picture', '//pictures.example/a'],
    ['picture', 'https://'],
    ['picture', 'https://user:secret@pictures.example/a'],
    ['picture', 'https://pictures.example/a\nb'],
    ['picture', `https://pictures.example/${'a'.repeat(2048)}`],
    ['phone_number', 'x'],
    ['username', 'a@b.example'],
    ['is_active', 'false'],
  ])('refuses %s %j and names it', async (field, value) => {
    expectError(await update(await newUser(), { [field]: value }), 400, 'invalid_request', field);
  });

  it('refuses nothing to change, and a username taken', async () => {
    const username = `taken-${randomUUID()}`;
    await newUser({ username });
    const id = await newUser();
    expectError(await update(id, {}), 400, 'invalid_request');
    expectError(await update(id, { email: 'new@example.com' }), 400, 'invalid_request');
    expectError(await update(id, { username }), 400, 'invalid_request', 'username');
  });

  it('ends sessions and tokens at once when it disables', async () => {
    const client = await buildClient(app);
    const user = await buildUser(app);
    const { access_token } = await tokensOf(app, client, user, 'openid');
    expect((await app.send('GET', '/oauth2/userinfo', { token: access_token })).status).toBe(200);
    expect((await update(user.id, { is_active: false })).status).toBe(200);
    expect((await app.send('GET', '/oauth2/userinfo', { token: access_token })).status).toBe(401);
    expect((await update(user.id, { is_active: true })).status).toBe(200);
    expect((await app.send('GET', '/oauth2/userinfo', { token: access_token })).status).toBe(401);
  });
});

describe('DELETE /api/users/:id', () => {
  it('deletes the user with memberships, sessions and tokens', async () => {
    const client = await buildClient(app);
    const user = await buildUser(app);
    const { access_token } = await tokensOf(app, client, user, 'openid');
    const group = await app.send('POST', '/groups', {
      token: write,
      body: { name: randomUUID(), member_ids: [user.id] },
    });
    const answer = await app.send('DELETE', `/api/users/${user.id}`, { token: admin });
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 200,
      body: { success: true, message: expect.any(String) },
    });
    expectError(await app.send('GET', `/api/users/${user.id}`, { token: read }), 404, 'not_found');
    expect((await app.send('GET', '/oauth2/userinfo', { token: access_token })).status).toBe(401);
    expect((await app.send('GET', `/groups/${group.body.id}/members`, { token: read })).body).toEqual({
      members: [],
      total: 0,
    });
    expectError(await app.send('DELETE', `/api/users/${user.id}`, { token: admin }), 404, 'not_found');
  });
});

describe('the door', () => {
  it.each([
    ['GET', '/api/users', 'read', undefined],
    ['POST', '/api/users', 'write', { email: 'x@example.com' }],
    ['GET', '/api/users/x', 'read', undefined],
    ['PUT', '/api/users/x', 'write', { name: 'X' }],
    ['PATCH', '/api/users/x', 'write', { name: 'X' }],
    ['DELETE', '/api/users/x', 'admin', undefined],
  ] as const)('%s %s needs %s', async (method, path, scope, body) => {
    const tokens = { read, write, admin };
    const below = { read: [], write: [read], admin: [read, write] }[scope];
    for (const token of below) {
      const answer = await app.send(method, path, { token, body });
      expectError(answer, 403, 'insufficient_scope');
      expect(answer.headers.get('www-authenticate')).toContain(`scope="${scope}"`);
    }
    expect((await app.send(method, path, { token: tokens[scope], body })).status).not.toBe(403);
    expectError(await app.send(method, path, { token: 'bad', body }), 401, 'unauthorized');
  });

  it('answers other methods with 405', async () => {
    const answer = await app.send('DELETE', '/api/users', { token: admin });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, POST, HEAD']);
  });
});

describe('a user at the door', () => {
  const signIn = async (role: 'member' | 'admin') => {
    const user = await buildUser(app, { role });
    const { access_token } = await tokensOf(app, await buildClient(app), user, 'openid admin');
    return { ...user, token: access_token };
  };

  it('who is a member sees and changes themself, and nobody else', async () => {
    const { id, token } = await signIn('member');
    const other = await newUser();
    expect((await app.send('GET', `/api/users/${id}`, { token })).body).toMatchObject({ id, login_count: 1 });
    expect(
      (await app.send('PATCH', `/api/users/${id}`, { token, body: { name: 'Me', phone_number: '+1 555 0100' } }))
        .status,
    ).toBe(200);
    for (const [method, path, body] of [
      ['GET', '/api/users'],
      ['POST', '/api/users', { email: 'x@example.com' }],
      ['GET', `/api/users/${other}`],
      ['GET', `/api/users/${randomUUID()}`],
      ['PATCH', `/api/users/${other}`, { name: 'X' }],
      ['PATCH', `/api/users/${id}`, { is_active: true }],
      ['DELETE', `/api/users/${id}`],
    ] as const)
      expectError(await app.send(method, path, { token, body }), 403, 'insufficient_scope');
  });

  it('who is an administrator does all of it', async () => {
    const { token } = await signIn('admin');
    const made = await create({ email: `${randomUUID()}@example.com` }, token);
    expect(made.status).toBe(201);
    const path = `/api/users/${made.body.user.id}`;
    expect((await app.send('PATCH', path, { token, body: { is_active: false } })).status).toBe(200);
    expect((await app.send('GET', '/api/users', { token })).status).toBe(200);
    expect((await app.send('DELETE', path, { token })).status).toBe(200);
  });
});
