import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Client } from '../../src/modules/clients/index.ts';
import { useApp } from '../support/app.ts';
import { buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { claimsIn, tokensOf } from '../support/logins.ts';
import { queriesOf } from '../support/queries.ts';

const app = useApp({ MEMBER_CLIENTS: 'on' });
const SCOPES = ['openid', 'profile', 'email', 'phone', 'address'];
let admin: string;
let client: Client;
let user: BuiltUser;

const GIVEN = {
  middleName: 'King',
  nickname: 'Ada',
  profile: 'https://example.com/ada',
  website: 'https://ada.example',
  gender: 'female',
  birthdate: '1815-12-10',
  zoneinfo: 'Europe/London',
  locale: 'en-GB',
  formattedAddress: '12 St James’s Square\nLondon',
  streetAddress: '12 St James’s Square',
  locality: 'London',
  region: 'Greater London',
  postalCode: 'SW1Y 4JH',
  country: 'United Kingdom',
  level: 5,
  roles: ['analyst', 'author'],
};
const PROFILE = {
  middle_name: 'King',
  nickname: 'Ada',
  profile: 'https://example.com/ada',
  website: 'https://ada.example',
  gender: 'female',
  birthdate: '1815-12-10',
  zoneinfo: 'Europe/London',
  locale: 'en-GB',
};
const ADDRESS = {
  formatted: '12 St James’s Square\nLondon',
  street_address: '12 St James’s Square',
  locality: 'London',
  region: 'Greater London',
  postal_code: 'SW1Y 4JH',
  country: 'United Kingdom',
};

const define = (input: object) =>
  app.data(
    admin,
    'mutation ($input: CreateAttributeDefinitionInput!) { createAttributeDefinition(input: $input) { attributeDefinition { id } } }',
    { input: { subject: 'USER', ...input } },
  );
const set = (id: string, attributes: object, token = admin) =>
  app.data(
    token,
    'mutation ($id: ID!, $attributes: [AttributeInput!]) { updateUser(id: $id, input: { attributes: $attributes }) { user { id } } }',
    { id, attributes: Object.entries(attributes).map(([name, value]) => ({ name, value })) },
  );
const userinfo = (token: string) => app.send('GET', '/oauth2/userinfo', { token });
const tokens = (through: Client, scope = SCOPES.join(' ')) => tokensOf(app, through, user, scope);

beforeAll(async () => {
  admin = await app.token('admin');
  client = await buildClient(app, { scopes: SCOPES, idTokenClaims: true });
  await define({ name: 'level', type: 'INTEGER', visibleTo: 'OWNER', claim: 'urn:example:level', scope: 'EMAIL' });
  await define({ name: 'roles', type: 'STRING', isList: true, visibleTo: 'OWNER', claim: 'roles', scope: 'OPENID' });
  await define({ name: 'risk', type: 'INTEGER', claim: 'risk', scope: 'OPENID' });
});
beforeEach(async () => {
  user = await buildUser(app);
  await set(user.id, GIVEN);
});

describe('attributes as claims', () => {
  it('OIDC Core §5.1, §5.4: userinfo and the ID token have the standard claims under profile and address', async () => {
    const { access_token, id_token } = await tokens(client);
    const { body } = await userinfo(access_token);
    const expected = { ...PROFILE, address: ADDRESS, 'urn:example:level': 5, roles: ['analyst', 'author'] };
    expect(body).toMatchObject(expected);
    expect(claimsIn(id_token)).toMatchObject(expected);
  });

  it('OIDC Core §5.4: are there only under the granted scopes', async () => {
    const withProfile = (await userinfo((await tokens(client, 'openid profile')).access_token)).body;
    expect(withProfile).toMatchObject({ ...PROFILE, roles: ['analyst', 'author'] });
    expect(withProfile).not.toHaveProperty('address');
    expect(withProfile).not.toHaveProperty('urn:example:level');
    const alone = (await userinfo((await tokens(client, 'openid')).access_token)).body;
    expect(Object.keys(alone).toSorted()).toEqual(['groups', 'roles', 'sub']);
    const address = (await userinfo((await tokens(client, 'openid address')).access_token)).body;
    expect(address.address).toEqual(ADDRESS);
  });

  it('follow each change at once, of values and of definitions', async () => {
    const { access_token } = await tokens(client);
    await set(user.id, { locale: 'fr', country: null });
    const { body } = await userinfo(access_token);
    expect(body.locale).toBe('fr');
    expect(body.address).not.toHaveProperty('country');
    const { createAttributeDefinition } = await define({ name: 'shoe', type: 'NUMBER', visibleTo: 'OWNER' });
    await set(user.id, { shoe: 42.5 });
    expect((await userinfo(access_token)).body).not.toHaveProperty('shoe_size');
    const { id } = createAttributeDefinition.attributeDefinition;
    const change =
      'mutation ($id: ID!, $input: UpdateAttributeDefinitionInput!) { updateAttributeDefinition(id: $id, input: $input) { __typename } }';
    await app.data(admin, change, { id, input: { claim: 'shoe_size', scope: 'PROFILE' } });
    expect((await userinfo(access_token)).body.shoe_size).toBe(42.5);
    await app.data(admin, change, { id, input: { claim: null, scope: null } });
    expect((await userinfo(access_token)).body).not.toHaveProperty('shoe_size');
  });

  it('that users may not see reach confidential clients of the customer alone', async () => {
    await set(user.id, { risk: 7 });
    const risk = async (given: Partial<Client>): Promise<unknown> => {
      const through = await buildClient(app, { scopes: SCOPES, requireConsent: true, ...given });
      const { access_token } = await tokens(through, 'openid');
      return (await userinfo(access_token)).body.risk;
    };
    // Tokens are redeemed as a public client does; which kind of client it is, userinfo reads.
    expect(await risk({})).toBeUndefined();
    const { id: ownerId } = await buildUser(app);
    expect(await risk({ ownerId })).toBeUndefined();
    const confidential = await buildClient(app, { scopes: SCOPES });
    const { access_token } = await tokens(confidential, 'openid');
    const toType = (type: string, owner: string | null = null) =>
      app.server.database.pool.query('update clients set type = $2, owner_id = $3 where id = $1', [
        confidential.id,
        type,
        owner,
      ]);
    await toType('confidential');
    expect((await userinfo(access_token)).body.risk).toBe(7);
    await toType('confidential', ownerId);
    expect((await userinfo(access_token)).body).not.toHaveProperty('risk');
  });

  it('take no more queries', async () => {
    const { access_token } = await tokens(client);
    expect(await queriesOf(() => userinfo(access_token))).toHaveLength(1);
  });

  it('OIDC Discovery §3: are told by the metadata, with the scope address', async () => {
    const { body } = await app.send('GET', '/.well-known/openid-configuration');
    expect(body.claims_supported).toEqual(expect.arrayContaining([...Object.keys(PROFILE), 'address']));
    expect(body.scopes_supported).toContain('address');
  });
});
