import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { manage, METADATA, newRegistered, newToken, register } from '../support/registrations.ts';

const TYPES = {
  payment: { name: 'Pay', members: { actions: {} } },
  files: { name: 'Files', members: { actions: {} } },
};
const app = useApp({ CLIENT_REGISTRATION: 'on', AUTHORIZATION_DETAILS_TYPES: JSON.stringify(TYPES) });
let admin: string;
beforeAll(async () => {
  admin = await app.token('admin');
});

describe('types of authorization details', () => {
  it('RFC 9396 §10: are registered by clients that ask for them, of those that their token allows', async () => {
    const policy = { authorizationDetailsTypes: ['payment'], clientsMax: 5 };
    const { secret } = await newToken(app, admin, policy);
    const none = await register(app, secret, METADATA);
    expect(none.body).not.toHaveProperty('authorization_details_types');
    const one = await register(app, secret, { ...METADATA, authorization_details_types: ['payment'] });
    expect(one.body).toMatchObject({ authorization_details_types: ['payment'] });
    const other = await register(app, secret, { ...METADATA, authorization_details_types: ['payment', 'files'] });
    expect([other.status, other.body.authorization_details_types]).toEqual([201, ['payment']]);
  });

  it('RFC 7592 §2.2: are replaced with the others, and not by more', async () => {
    const policy = { authorizationDetailsTypes: ['payment'] };
    const registered = await newRegistered(app, admin, {
      policy,
      metadata: { authorization_details_types: ['payment'] },
    });
    const put = (authorization_details_types?: string[]) =>
      manage(app, 'PUT', registered, {
        ...METADATA,
        client_id: registered.body.client_id,
        authorization_details_types,
      });
    expect((await put(['files', 'payment'])).body.authorization_details_types).toEqual(['payment']);
    const { status, body: left } = await put();
    expect(status).toBe(200);
    expect(left).not.toHaveProperty('authorization_details_types');
  });

  it('that the server does not have are refused for a token', async () => {
    const mutation =
      'mutation ($input: CreateInitialAccessTokenInput!) { createInitialAccessToken(input: $input) { secret } }';
    const input = { name: 'Partners', redirectHosts: ['*.partner.example'], authorizationDetailsTypes: ['shell'] };
    const { body } = await app.graphql(admin, mutation, { input });
    expect(body.errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT', field: 'authorizationDetailsTypes' } }]);
  });
});
