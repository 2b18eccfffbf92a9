import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { countEvents } from '#product';
import type { Client } from '../../src/modules/clients/index.ts';
import { useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { authorizePath, buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { tokensOf } from '../support/logins.ts';
import { enroll } from '../support/mfa.ts';
import { queriesOf } from '../support/queries.ts';

const DAY = 86_400;
const app = useApp();
let admin: string;
let clients: Client[];

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into data of every shape
type Data = any;
const ALL = `users activeUsers topClients { clientId logins client { name } }
  days { day activeUsers logins failedLogins secondFactors failedSecondFactors }
  attention { failingMails deadMails deadLogoutDeliveries expiringSecrets administratorsWithoutSecondFactor }
  signingKeys { kid algorithm isSigning beginsAt rotatesAt isOverdue }`;
const figures = async (days = 30): Promise<Data> =>
  (await app.data(admin, `{ figures(days: ${days}) { ${ALL} } }`)).figures;
const login = (user: BuiltUser, client: Client) => tokensOf(app, client, user, 'openid');
const pool = () => app.server.database.pool;

/** Counts what has happened, as servers do all the time. */
async function count(): Promise<void> {
  app.clock.advance(120);
  await countEvents(app.server.runtime);
  admin = await app.token('admin');
}

beforeAll(async () => {
  app.clock.untilNoon();
  admin = await app.token('admin');
  clients = [await buildClient(app, { name: 'One' }), await buildClient(app, { name: 'Two' })];
});

describe('figures', () => {
  it('count users, logins, failures and second factors, counted already or not', async () => {
    // Past what other tests have done.
    app.clock.advance(40 * DAY);
    admin = await app.token('admin');
    const [ada, bob] = [await buildUser(app), await buildUser(app)];
    const before = await figures();
    await login(ada, clients[0]!);
    await login(ada, clients[0]!);
    const { access_token: token } = await login(bob, clients[1]!);
    await enroll(app, token);
    const browser = new BrowserLite(app.issuer);
    await browser.open(authorizePath(clients[0]!));
    await browser.logIn({ ...ada, password: 'not this one' });
    // Single sign-on: with the session, once.
    await browser.logIn(ada);
    for (let n = 0; n < 2; n += 1) await browser.open(authorizePath(clients[1]!));
    const expected = {
      users: before.users,
      activeUsers: before.activeUsers + 2,
      topClients: [
        { clientId: clients[0]!.id, logins: 3, client: { name: 'One' } },
        { clientId: clients[1]!.id, logins: 2, client: { name: 'Two' } },
      ],
    };
    const check = (found: Data): void => {
      expect(found).toMatchObject(expected);
      expect(found.days).toHaveLength(30);
      const sums = (name: string): number => found.days.reduce((sum: number, day: Data) => sum + day[name], 0);
      expect([sums('logins'), sums('failedLogins'), sums('activeUsers')]).toEqual([5, 1, 2]);
    };
    check(await figures());
    await count();
    check(await figures());
    await count();
    check(await figures());
  });

  it('count a user on each day of a login, and once in the period, until the user is deleted', async () => {
    const user = await buildUser(app);
    app.clock.advance(40 * DAY);
    admin = await app.token('admin');
    expect((await figures()).activeUsers).toBe(0);
    await login(user, clients[0]!);
    app.clock.advance(DAY);
    await count();
    await login(user, clients[0]!);
    const check = async (): Promise<void> => {
      const { activeUsers, days } = await figures(5);
      expect(activeUsers).toBe(1);
      expect(days.map((day: Data) => day.activeUsers).filter(Boolean)).toEqual([1, 1]);
      expect(days.at(-1)).toMatchObject({ day: app.clock.now().toISOString().slice(0, 10), logins: 1 });
      expect((await figures(1)).activeUsers).toBe(1);
    };
    await check();
    await count();
    await check();
    await app.data(admin, 'mutation ($id: ID!) { deleteUser(id: $id) { user { id } } }', { id: user.id });
    expect((await figures(5)).activeUsers).toBe(0);
    await count();
    expect((await figures(5)).activeUsers).toBe(0);
    expect((await pool().query('select from active_users where user_id = $1', [user.id])).rows).toEqual([]);
  });

  it('tell what wants attention', async () => {
    const { attention: before } = await figures();
    await buildUser(app, { role: 'admin' });
    await buildUser(app, { role: 'admin', isActive: false });
    const made = await app.data(
      admin,
      'mutation { createClient(input: { name: "c", redirectUris: ["https://a.example/"] }) { client { id } } }',
    );
    await app.data(admin, 'mutation ($id: ID!) { rotateClientSecret(id: $id, gracePeriod: 3600) { client { id } } }', {
      id: made.createClient.client.id,
    });
    const { customerId } = app.customer;
    const now = app.clock.now();
    const mail = (id: string, attempts: number, failedAt: Date | null) =>
      pool().query(
        `insert into outbox_mails (id, customer_id, kind, recipient, subject, attempts, next_attempt_at, failed_at, created_at)
         values ($1, $2, 'invitation', 'a@example.com', 's', $3, $4, $5, $4)`,
        [id, customerId, attempts, now, failedAt],
      );
    await mail(randomUUID(), 0, null);
    await mail(randomUUID(), 2, null);
    await mail(randomUUID(), 9, now);
    await pool().query(
      `insert into logout_deliveries (id, customer_id, client_id, user_id, session_id, attempts, failed_at, created_at)
       values ($1, $2, $3, $1, $1, 9, $4, $4)`,
      [randomUUID(), customerId, clients[0]!.id, now],
    );
    const { attention, signingKeys } = await figures();
    expect(attention).toEqual({
      failingMails: before.failingMails + 1,
      deadMails: before.deadMails + 1,
      deadLogoutDeliveries: before.deadLogoutDeliveries + 1,
      expiringSecrets: before.expiringSecrets + 1,
      administratorsWithoutSecondFactor: before.administratorsWithoutSecondFactor + 1,
    });
    expect(signingKeys.filter(({ isSigning }: Data) => isSigning).map(({ algorithm }: Data) => algorithm)).toEqual([
      'ES256',
      'EdDSA',
      'PS256',
      'RS256',
    ]);
  });

  it('are those of the viewer’s customer', async () => {
    admin = await app.token('admin', await app.newCustomer());
    const found = await figures();
    expect([found.users, found.activeUsers, found.topClients]).toEqual([1, 0, []]);
    expect(found.attention).toMatchObject({ deadMails: 0, deadLogoutDeliveries: 0, expiringSecrets: 0 });
    // The keys are the server's: the customer that it was set up with is the operator's.
    const mayReadKeys = async (): Promise<boolean> =>
      (await app.data(admin, '{ viewer { viewerCan { readSigningKeys } } }')).viewer.viewerCan.readSigningKeys;
    expect([found.signingKeys, await mayReadKeys()]).toEqual([[], false]);
    admin = await app.token('admin');
    expect([(await figures()).signingKeys.length > 0, await mayReadKeys()]).toEqual([true, true]);
  });

  it('take few queries, however much is selected', async () => {
    expect((await queriesOf(() => figures())).length).toBeLessThanOrEqual(6);
  });

  it('refuse a period that is too long, or none', async () => {
    for (const days of [0, -1, 93]) {
      const { body } = await app.graphql(admin, `{ figures(days: ${days}) { users } }`);
      expect(body.errors[0].extensions).toMatchObject({ kind: 'INVALID', field: 'days' });
    }
  });
});
