import { expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';

const app = useApp();
const LOGIN = { client_name: 'Shop', redirect_uris: ['https://shop.example/callback'] };

it.each([
  ['nothing', {}, true],
  ['that PKCE is not required', { require_pkce: false }, false],
  ['that PKCE is not required, and a nonce is', { require_pkce: false, require_nonce: true }, true],
  ['that a nonce is not required', { require_nonce: false }, false],
  ['that PKCE is required', { require_pkce: true }, true],
])(
  'says whether a login without PKCE needs a nonce, where the registration says %s',
  async (_what, given, expected) => {
    const token = await app.token('read write');
    const made = await app.send('POST', '/api/clients', { token, body: { ...LOGIN, ...given } });
    expect(made.status).toBe(201);
    const id: string = made.body.client_id;
    const isRequired = async () =>
      (await app.data(token, 'query ($id: ID!) { client(id: $id) { requireNonce } }', { id })).client.requireNonce;
    expect(await isRequired()).toBe(expected);
    const changed = await app.send('PUT', `/api/clients/${id}`, { token, body: { require_pkce: false } });
    expect([changed.status, await isRequired()]).toEqual([200, false]);
  },
);
