/** A page of the server asks `/graphql` in the name of whoever is signed in with the browser. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../../src/modules/clients/index.ts';
import { useApp, type Answer } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { pageHeaders } from '../support/logins.ts';
import { queriesOf } from '../support/queries.ts';

const app = useApp();
let client: Client;
let administrator: BuiltUser;
let headers: Record<string, string>;

const WHO = '{ viewer { kind user { email } scopes } }';

beforeAll(async () => {
  client = await buildClient(app);
  administrator = await buildUser(app, { role: 'admin' });
  headers = await pageHeaders(app, client, administrator);
});

const ask = (given: Record<string, string>, query = WHO, variables: object = {}): Promise<Answer> =>
  app.graphql(undefined, query, variables, given);
const without = (name: string): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([each]) => each !== name));
const codeOf = ({ body }: Answer): string | undefined => body.errors?.[0].extensions.code;

describe('a browser’s session', () => {
  it('lets an administrator administer, and a member nothing of the kind', async () => {
    const { status, body } = await ask(headers);
    expect([status, body.data.viewer]).toEqual([
      200,
      { kind: 'USER', user: { email: administrator.email }, scopes: ['READ', 'WRITE', 'ADMIN'] },
    ]);
    expect((await ask(headers, '{ users(first: 1) { edges { node { id } } } }')).body.errors).toBeUndefined();
    const member = await pageHeaders(app, client, await buildUser(app));
    expect((await ask(member)).body.data.viewer).toMatchObject({ kind: 'USER', scopes: [] });
    expect(codeOf(await ask(member, '{ users(first: 1) { edges { node { id } } } }'))).toBe('FORBIDDEN');
  });

  it('is found by one statement, which is all that authority costs', async () => {
    const sent = await queriesOf(() => ask(headers, '{ viewer { kind } }'));
    expect(sent).toHaveLength(1);
  });

  it('counts only with the header that no form and no other origin can send', async () => {
    for (const query of [WHO, '{ users(first: 1) { edges { node { id } } } }'])
      expect(codeOf(await ask(without('x-guildhall-csrf'), query))).toBe('UNAUTHENTICATED');
  });

  it.each([
    ['the origin of another site', { origin: 'https://evil.example' }],
    ['an origin that the browser hides', { origin: 'null' }],
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
    ['a page of another host of the domain', { 'sec-fetch-site': 'same-site' }],
    ['an address that somebody typed', { 'sec-fetch-site': 'none' }],
  ])('is refused from %s, before anything is done', async (_, given: Record<string, string>) => {
    const query = 'mutation { createGroup(input: { name: "Forged" }) { group { id } } }';
    const answer = await ask({ ...headers, ...given }, query);
    expect([answer.status, codeOf(answer)]).toEqual([403, 'SESSION_REQUEST_FOREIGN']);
    expect(
      (await ask(headers, '{ groups(where: { name: { contains: "Forged" } }) { totalCount } }')).body.data.groups
        .totalCount,
    ).toBe(0);
  });

  it('is refused if the browser does not say where the request comes from', async () => {
    const { cookie, 'x-guildhall-csrf': csrf } = headers as { cookie: string; 'x-guildhall-csrf': string };
    expect(codeOf(await ask({ cookie, 'x-guildhall-csrf': csrf }))).toBe('SESSION_REQUEST_FOREIGN');
    // Each of the two is enough.
    expect(codeOf(await ask(without('origin')))).toBeUndefined();
    expect(codeOf(await ask(without('sec-fetch-site')))).toBeUndefined();
  });

  it('is refused by GET', async () => {
    const path = `/graphql?query=${encodeURIComponent('{ viewer { kind } }')}`;
    const answer = await app.send('GET', path, { headers: { ...headers, 'apollo-require-preflight': '1' } });
    expect([answer.status, codeOf(answer)]).toEqual([403, 'SESSION_REQUEST_FOREIGN']);
  });

  it('gives way to an access token, a bad one too', async () => {
    const answer = await ask({ ...headers, authorization: `Bearer ${await app.token('read')}` });
    expect(answer.body.data.viewer).toMatchObject({ kind: 'CLIENT', scopes: ['READ'] });
    const bad = await ask({ ...headers, authorization: 'Bearer made-up' });
    expect([bad.status, codeOf(bad)]).toEqual([401, 'INVALID_TOKEN']);
  });

  it('that has ended makes nobody of the caller, not even somebody who signs up', async () => {
    const ended = await pageHeaders(app, client, await buildUser(app, { role: 'admin' }));
    await ask(ended, 'mutation { revokeSession(id: "x") { session { id } } }');
    const browser = new BrowserLite(app.issuer);
    for (const pair of ended['cookie']!.split('; ')) {
      const [name = '', value = ''] = pair.split('=');
      browser.cookies.set(name, value);
    }
    await browser.open('/logout');
    await browser.submit({ decision: 'logout' });
    const mutation =
      'mutation { createUser(input: { email: "x@y.example", password: "some long one" }) { user { id } } }';
    for (const query of [WHO, mutation]) {
      const answer = await ask(ended, query);
      expect([answer.status, codeOf(answer)]).toEqual([401, 'UNAUTHENTICATED']);
    }
  });

  it('loses its authority with the role, at once', async () => {
    const user = await buildUser(app, { role: 'admin' });
    const own = await pageHeaders(app, client, user);
    expect((await ask(own)).body.data.viewer.scopes).toContain('ADMIN');
    await app.server.database.pool.query(`update users set role = 'member' where id = $1`, [user.id]);
    expect((await ask(own)).body.data.viewer.scopes).toEqual([]);
    await app.server.database.pool.query('update users set is_active = false where id = $1', [user.id]);
    expect(codeOf(await ask(own))).toBe('UNAUTHENTICATED');
  });

  it('opens no REST path', async () => {
    expect((await app.send('GET', '/groups', { headers })).status).toBe(401);
  });

  it('creates once with an Idempotency-Key, and is named in the trail without an application', async () => {
    const query = 'mutation { createGroup(input: { name: "Once" }) { group { id } } }';
    const keyed = { ...headers, 'idempotency-key': 'a-key-of-the-console' };
    const [first, second] = [await ask(keyed, query), await ask(keyed, query)];
    expect(second.body).toEqual(first.body);
    const { rows } = await app.server.database.pool.query(
      `select actor_type, actor_id, client_id from audit_events where subject_id = $1`,
      [first.body.data.createGroup.group.id],
    );
    expect(rows).toEqual([{ actor_type: 'user', actor_id: administrator.id, client_id: null }]);
  });

  it('sends the file of an import', async () => {
    const created = await ask(headers, 'mutation { createUserImport(input: { format: CSV }) { userImport { id } } }');
    const { id } = created.body.data.createUserImport.userImport;
    const body = 'email\nimported@example.com\n';
    const type = { 'content-type': 'text/csv' };
    const foreign = { ...headers, ...type, 'sec-fetch-site': 'cross-site' };
    expect((await app.send('PUT', `/imports/${id}/file`, { body, headers: foreign })).status).toBe(403);
    expect((await app.send('PUT', `/imports/${id}/file`, { body, headers: { ...headers, ...type } })).status).toBe(202);
  });
});

describe('what takes an account', () => {
  const query = 'mutation ($id: ID!) { updateUser(id: $id, input: { role: ADMIN }) { user { role } } }';

  it('needs a recent password, which /login?prompt=login asks for and leads back from', async () => {
    const user = await buildUser(app, { role: 'admin' });
    const other = await buildUser(app);
    const browser = new BrowserLite(app.issuer);
    await browser.open('/login?return_to=/account/sessions');
    expect((await browser.logIn(user)).url).toBe(`${app.issuer}/account/sessions`);
    const own = (): Record<string, string> => ({
      ...headers,
      cookie: `guildhall_session=${browser.cookies.get('guildhall_session')}`,
    });
    app.clock.advance(601);
    const refused = await ask(own(), query, { id: other.id });
    expect(codeOf(refused)).toBe('REAUTHENTICATION_REQUIRED');
    expect(refused.body.errors[0].message).toContain('/login?prompt=login');

    const page = await browser.open('/login?prompt=login&return_to=/account/applications%3Ffrom%3Dhere');
    expect(page.html).toContain('Confirm that it is you');
    expect(browser.form().values.get('email')).toBe(user.email);
    expect((await browser.submit({ password: 'a wrong one' })).html).toContain('Confirm that it is you');
    const before = own();
    expect((await browser.submit({ password: user.password })).url).toBe(
      `${app.issuer}/account/applications?from=here`,
    );
    expect((await ask(own(), query, { id: other.id })).body.data.updateUser.user.role).toBe('ADMIN');
    // The session goes on, under another secret.
    expect(codeOf(await ask(before))).toBe('UNAUTHENTICATED');
  });
});
