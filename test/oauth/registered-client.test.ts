import { generateKeyPairSync } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { exportJWK } from 'jose';
import { useApp, type Answer } from '../support/app.ts';
import { manage, METADATA, newRegistered, type Registered } from '../support/registrations.ts';

const app = useApp({ CLIENT_REGISTRATION: 'on' });
let admin: string;
beforeAll(async () => {
  admin = await app.token('admin');
});

const rows = async (text: string, ...values: unknown[]) => (await app.server.database.pool.query(text, values)).rows;
const errorOf = ({ status, body }: Answer) => [status, body?.error];
const newOne = (metadata: object = {}): Promise<Registered> => newRegistered(app, admin, { metadata });

describe('a registered client', () => {
  it('RFC 7592 §2.1: reads its registration, without its secret', async () => {
    const made = await newOne();
    const { status, body } = await manage(app, 'GET', made);
    const secret = { client_secret: made.body.client_secret, client_secret_expires_at: 0 };
    expect([status, { ...secret, ...body }]).toEqual([200, made.body]);
    expect(body.client_secret).toBeUndefined();
  });

  it('RFC 7592 §2.2: replaces all of its metadata', async () => {
    const made = await newOne({ logo_uri: 'https://ledger.partner.example/l.png', contacts: ['a@b.example'] });
    const { status, body } = await manage(app, 'PUT', made, {
      client_id: made.body.client_id,
      client_secret: made.body.client_secret,
      client_name: 'Ledger 2',
      redirect_uris: ['http://localhost/cb', 'com.partner.app:/cb'],
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      client_name: 'Ledger 2',
      redirect_uris: ['http://localhost/cb', 'com.partner.app:/cb'],
    });
    for (const member of ['logo_uri', 'contacts', 'client_secret']) expect(body[member]).toBeUndefined();
    expect((await manage(app, 'GET', made)).body).toEqual(body);
  });

  it('RFC 7592 §2.2: gets a secret when it changes to a method that needs one', async () => {
    const keys = { keys: [await exportJWK(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey)] };
    const made = await newOne({ token_endpoint_auth_method: 'private_key_jwt', jwks: keys });
    expect(made.body.client_secret).toBeUndefined();
    const { body } = await manage(app, 'PUT', made, { ...METADATA, client_id: made.body.client_id });
    expect(body.client_secret).toMatch(/^ghs_/);
    const publicly = { ...METADATA, client_id: made.body.client_id, token_endpoint_auth_method: 'none' };
    expect(errorOf(await manage(app, 'PUT', made, publicly))).toEqual([400, 'invalid_client_metadata']);
  });

  it.each([
    ['another client_id', { client_id: 'another' }],
    ['no client_id', { client_id: undefined }],
    ['a wrong secret', { client_secret: 'wrong' }],
    ['a secret that is none', { client_secret: 7 }],
    ['what the server sets', { client_secret_expires_at: 0 }],
    ['the token', { registration_access_token: 'x' }],
    ['more grant types than the token allows', { grant_types: ['client_credentials'] }],
    ['a name like the server’s', { client_name: 'GUILDHALL' }],
  ])('RFC 7592 §2.2: cannot replace its metadata with %s', async (_, change) => {
    const made = await newOne();
    const answer = await manage(app, 'PUT', made, { ...METADATA, client_id: made.body.client_id, ...change });
    expect([...errorOf(answer), answer.text]).toEqual([400, 'invalid_client_metadata', answer.text]);
    expect((await manage(app, 'GET', made)).body.scope).toBe(made.body.scope);
  });

  it('RFC 7592 §2.2: gets no more scopes than the token allows', async () => {
    const made = await newOne();
    const change = { client_id: made.body.client_id, scope: 'openid admin read:data' };
    const { status, body } = await manage(app, 'PUT', made, { ...METADATA, ...change });
    expect([status, body.scope]).toEqual([200, 'openid']);
  });

  it('RFC 7592 §2.2: cannot go to another host', async () => {
    const made = await newOne();
    const change = { client_id: made.body.client_id, redirect_uris: ['https://evil.example/'] };
    expect(errorOf(await manage(app, 'PUT', made, change))).toEqual([400, 'invalid_redirect_uri']);
  });

  it('RFC 7592 §2.3: deletes itself, and its token ends with it', async () => {
    const made = await newOne();
    const { status, text } = await manage(app, 'DELETE', made);
    expect([status, text]).toEqual([204, '']);
    for (const method of ['GET', 'DELETE'])
      expect(errorOf(await manage(app, method, made))).toEqual([401, 'invalid_token']);
    expect(await rows('select from clients where id = $1', made.body.client_id)).toEqual([]);
    const events = await rows(
      `select actor_type, actor_id from audit_events where action = 'client.deleted' and subject_id = $1`,
      made.body.client_id,
    );
    expect(events).toEqual([{ actor_type: 'client', actor_id: made.body.client_id }]);
  });

  it('RFC 7592 §2: needs its own token', async () => {
    const [one, two] = [await newOne(), await newOne()];
    for (const token of [undefined, 'ghr_unknown', two.body.registration_access_token, admin])
      expect(
        errorOf(await app.send('GET', one.body.registration_client_uri.slice(app.issuer.length), { token })),
      ).toEqual([401, 'invalid_token']);
    expect((await app.send('GET', '/oauth2/register/%00', { token: one.body.registration_access_token })).status).toBe(
      401,
    );
  });

  it('loses its registration when an administrator deletes it', async () => {
    const made = await newOne();
    await app.data(admin, 'mutation ($id: ID!) { deleteClient(id: $id) { client { id } } }', {
      id: made.body.client_id,
    });
    expect(errorOf(await manage(app, 'GET', made))).toEqual([401, 'invalid_token']);
  });
});
