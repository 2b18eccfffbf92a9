import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Client } from '#product';
import { useApp } from '../support/app.ts';
import { buildUser, SECRET, type BuiltUser } from '../support/builders.ts';
import { buildExchanger, exchange } from '../support/exchanges.ts';
import { claimsIn, codeOf, redeem } from '../support/logins.ts';

const app = useApp();
const rows = async (text: string, ...values: unknown[]) => (await app.server.database.pool.query(text, values)).rows;

const [ORDERS, STOCK, LAST] = ['https://orders.example/', 'https://stock.example/', 'https://last.example/'];
const UPDATE = `mutation ($id: ID!, $input: UpdateClientInput!) { updateClient(id: $id, input: $input) { client { id } } }`;

let user: BuiltUser;
let system: string;
beforeAll(async () => {
  user = await buildUser(app);
  system = await app.token('read write admin');
});

const change = ({ id }: Client, input: object) => app.data(system, UPDATE, { id, input });

/** A token that was exchanged twice, those before it, and the clients on the way. */
async function passedOn(scopes = ['openid']) {
  const server = { requireConsent: false, scopes };
  const [first, second, third] = await Promise.all([
    buildExchanger(app, { scopes, resources: [ORDERS, STOCK] }),
    buildExchanger(app, { ...server, servedResources: [ORDERS], resources: [STOCK, LAST] }),
    buildExchanger(app, { ...server, servedResources: [STOCK], resources: [LAST] }),
  ]);
  const code = await codeOf(app, first, user, { scope: scopes.join(' '), resource: ORDERS });
  const one: string = (await redeem(app, first, code, { client_secret: SECRET })).body.access_token;
  const two: string = (await exchange(app, second, one, { audience: STOCK })).body.access_token;
  const three: string = (await exchange(app, third, two, { audience: LAST })).body.access_token;
  expect(await Promise.all([one, two, three].map(isActive))).toEqual([true, true, true]);
  return { first, second, third, tokens: [one, two, three] };
}

async function isActive(token: string): Promise<boolean> {
  const { clientId, clientSecret } = app.customer;
  const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, token });
  return (await app.send('POST', '/oauth2/introspect', { body })).body.active;
}

type Passed = Awaited<ReturnType<typeof passedOn>>;

describe('a token that was exchanged for another', () => {
  it.each<[string, (passed: Passed) => Promise<unknown>, boolean[]]>([
    [
      'the first client loses its resource',
      ({ first }) => change(first, { resources: [STOCK] }),
      [false, false, false],
    ],
    [
      'the first client loses one of several resources',
      async ({ first, tokens: [one] }) => {
        await rows('update grants set resources = $2 where id = $1', claimsIn(one!).gid, [ORDERS, STOCK]);
        await change(first, { resources: [STOCK] });
      },
      [false, false, false],
    ],
    [
      'the first client loses its resource, and nobody was told',
      ({ first }) => rows('update clients set resources = $2 where id = $1', first.id, [LAST]),
      [false, false, false],
    ],
    [
      'the first client loses its grant type',
      ({ first }) => change(first, { grantTypes: ['CLIENT_CREDENTIALS'] }),
      [false, false, false],
    ],
    [
      'the second client loses its resource',
      ({ second }) => change(second, { resources: [LAST] }),
      [true, false, false],
    ],
    [
      'the second client serves its resource no more',
      ({ second }) => change(second, { servedResources: [LAST] }),
      [true, false, false],
    ],
    [
      'the third client serves its resource no more',
      ({ third }) => change(third, { servedResources: [] }),
      [true, true, false],
    ],
    [
      'nothing is lost',
      async ({ first, second }) => {
        await change(first, { resources: [ORDERS, STOCK, LAST] });
        await change(second, { servedResources: ['https://ORDERS.example:443', LAST] });
      },
      [true, true, true],
    ],
  ])('ends when what made it good is gone: %s', async (_, lose, left) => {
    const passed = await passedOn();
    await lose(passed);
    expect(await Promise.all(passed.tokens.map(isActive))).toEqual(left);
  });

  it.each<[string, 'first' | 'second' | 'third', object, boolean[]]>([
    ['the first client loses one', 'first', { scopes: ['OPENID'] }, [true, false, false]],
    ['the second client loses one', 'second', { scopes: ['OPENID'] }, [true, true, false]],
    ['the third client loses one', 'third', { scopes: ['OPENID'] }, [true, true, true]],
    ['the first client loses one that nobody has', 'first', { scopes: ['OPENID', 'EMAIL'] }, [true, true, true]],
  ])('ends with a scope that it took over: %s', async (_, loser, input, left) => {
    const passed = await passedOn(['openid', 'email']);
    await change(passed[loser], { scopes: ['OPENID', 'EMAIL', 'PROFILE'] });
    await change(passed[loser], input);
    expect(await Promise.all(passed.tokens.map(isActive))).toEqual(left);
  });

  it('can be exchanged again for the scopes that are left, and does not get the lost one back', async () => {
    const { first, second, tokens } = await passedOn(['openid', 'email']);
    await change(first, { scopes: ['OPENID'] });
    const again = (await exchange(app, second, tokens[0]!, { audience: STOCK, scope: 'openid' })).body;
    expect(again).toMatchObject({ scope: 'openid' });
    await change(first, { scopes: ['OPENID', 'EMAIL'] });
    expect(await Promise.all([...tokens, again.access_token].map(isActive))).toEqual([true, false, false, true]);
  });
});
