import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Client, LogoutBell } from '#product';
import { useApp } from '../support/app.ts';
import { BrowserLite } from '../support/browser-lite.ts';
import { authorizePath, buildClient, buildUser, type BuiltUser } from '../support/builders.ts';
import { RelyingParty } from '../support/relying-party.ts';
import { until } from '../support/until.ts';

const app = useApp();
const quick = new RelyingParty();
const slow = new RelyingParty();

beforeAll(() => Promise.all([quick.start(), slow.start()]));
afterAll(() => [quick, slow].forEach((party) => party.stop()));

/** Signs a user in to all of the clients, in one session. */
async function signIn(user: BuiltUser, clients: readonly Client[]): Promise<void> {
  const browser = new BrowserLite(app.issuer);
  for (const client of clients) {
    const { url } = await browser.open(authorizePath(client));
    if (!url.startsWith('https://rp.example/')) await browser.logIn(user);
  }
}

/** Ends the sessions of a user; gives their ids. */
async function end({ id }: BuiltUser): Promise<string[]> {
  const query = 'delete from sessions where user_id = $1 returning id';
  return (await app.server.database.pool.query(query, [id])).rows.map((row) => row.id);
}

describe('clients whose receivers are slow', () => {
  it('delay no other client’s logout, however many they are: a member’s own and the customer’s, on two servers', async () => {
    const released = Promise.withResolvers<number>();
    let waiting = 0;
    let most = 0;
    slow.answer = () => {
      most = Math.max(most, (waiting += 1));
      return released.promise.finally(() => (waiting -= 1));
    };
    const owner = await buildUser(app);
    const bystander = await buildUser(app);
    const make = (given: Partial<Client>) => buildClient(app, given);
    const ofOwner = { ownerId: owner.id, backchannelLogoutUri: slow.uri };
    const own = await Promise.all(Array.from({ length: 20 }, () => make(ofOwner)));
    const customers = await make({ backchannelLogoutUri: slow.uri });
    for (let login = 0; login < 4; login += 1) await signIn(owner, [...own, customers]);
    await signIn(bystander, [await make({ backchannelLogoutUri: quick.uri })]);

    const other = await app.another();
    const ring = (): void => [app.server, other].forEach(({ runtime }) => runtime.get(LogoutBell).ring());
    const sessions = await end(owner);
    ring();
    await until(() => waiting >= 6);
    const [left] = await end(bystander);
    ring();
    await until(() => quick.of(left!).length === 1);

    // On each of the two servers, four of the member's and two of the customer's client.
    expect(most).toBeLessThanOrEqual(12);
    released.resolve(200);
    await until(() => sessions.every((sid) => slow.of(sid).length >= 21));
    await other.stop();
  });
});
