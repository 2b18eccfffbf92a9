import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Client, hashOfGenerated } from '#product';
import { useApp } from '../support/app.ts';
import { buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { tokensOf } from '../support/logins.ts';
import { queriesOf } from '../support/queries.ts';

const app = useApp();
let client: Client;
let user: BuiltUser;
beforeAll(async () => {
  client = await buildClient(app);
  user = await buildUser(app);
});

const groups = (token?: string) => app.send('GET', '/groups', { token });
const create = (token: string, name: string) => app.send('POST', '/groups', { token, body: { name } });
const rows = async (text: string, ...values: unknown[]) => (await app.server.database.pool.query(text, values)).rows;

const service = async () => {
  const clientSecret = 'ghs_secret';
  const { id } = await buildClient(app, {
    type: 'confidential',
    secretHash: hashOfGenerated(clientSecret),
    tokenEndpointAuthMethod: 'client_secret_post',
    grantTypes: ['client_credentials'],
    scopes: ['read', 'write'],
  });
  return { clientId: id, clientSecret };
};

describe('an access token at the other doors', () => {
  it('stands for the client, within its scope', async () => {
    const credentials = await service();
    const token = await app.token('read', credentials);
    expect((await groups(token)).status).toBe(200);
    expect((await create(token, 'No')).status).toBe(403);
    expect((await create(await app.token('write', credentials), 'Yes')).status).toBe(201);
  });

  it('loses at once what its client loses', async () => {
    const credentials = await service();
    const token = await app.token('read write', credentials);
    expect((await create(token, 'Before')).status).toBe(201);
    await rows(`update clients set scopes = '{read}' where id = $1`, credentials.clientId);
    expect((await create(token, 'After')).status).toBe(403);
    expect((await groups(token)).status).toBe(200);
    await rows(`update clients set grant_types = '{authorization_code}' where id = $1`, credentials.clientId);
    expect((await groups(token)).status).toBe(401);
  });

  it('ends with its client', async () => {
    const credentials = await service();
    const token = await app.token('read', credentials);
    await rows('delete from clients where id = $1', credentials.clientId);
    expect((await groups(token)).status).toBe(401);
  });

  it('stands for the user, whatever its scope, until their session ends', async () => {
    const { access_token } = await tokensOf(app, client, user, 'openid');
    expect((await groups(access_token)).status).toBe(200);
    await rows('delete from sessions where user_id = $1', user.id);
    const { status, headers } = await groups(access_token);
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toMatch(/^Bearer .*error="invalid_token"/);
  });

  it('ends when the user is disabled', async () => {
    const leaving = await buildUser(app);
    const { access_token } = await tokensOf(app, client, leaving, 'openid');
    await rows('update users set is_active = false where id = $1', leaving.id);
    expect((await groups(access_token)).status).toBe(401);
  });

  it('RFC 9068 §4: refuses ID tokens and refresh tokens as access tokens at the other doors', async () => {
    const { id_token, refresh_token } = await tokensOf(app, client, user, 'openid');
    expect((await groups(id_token)).status).toBe(401);
    expect((await groups(refresh_token)).status).toBe(401);
  });

  it('is checked by one statement at every use', async () => {
    const { access_token } = await tokensOf(app, client, user, 'openid');
    const token = await app.token('read');
    const asked = async (of: string) => {
      const queries = await queriesOf(() => app.graphql(of, '{ __typename }'));
      return queries.length;
    };
    expect(await asked(access_token)).toBe(1);
    expect(await asked(token)).toBe(1);
  });
});
