import { TOKEN_EXCHANGE } from '../src/modules/clients/index.ts';
import { asks } from './asks.ts';
import { bytesOf, type Script } from './load.ts';
import { logins } from './logins.ts';
import { always, API, each, FORM, type Operation } from './operation.ts';
import { passkeys } from './passkeys.ts';
import { proofs } from './proofs.ts';
import type { World } from './world.ts';

/** The users that one contestant adds, and those of them that each connection has added. */
interface Stock {
  readonly users: readonly string[];
  readonly added: readonly number[][];
}

/**
 * Members come and go: every connection has a group of its own, adds users one after another, and then removes the ones
 * it has added, in the same order. Each contestant adds and removes other users, so none does the work of another.
 */
class Memberships {
  private readonly stocks = new Map<World, Stock>();

  adding = (world: World): Script[] =>
    each((index) => {
      const { users, added } = this.stockOf(world);
      const members = added[index]!;
      let user = members.at(-1) ?? -1;
      return () => {
        // Whoever would be a member twice: this connection has nothing left to do.
        if (members.length === users.length) return undefined;
        user = (user + 1) % users.length;
        members.push(user);
        return this.request('POST', world, index, users[user]!);
      };
    });

  removing = (world: World): Script[] =>
    each((index) => {
      const { users, added } = this.stockOf(world);
      return () => {
        const user = added[index]!.shift();
        return user === undefined ? undefined : this.request('DELETE', world, index, users[user]!);
      };
    });

  /** Each contestant sees the world as an object of its own. */
  private stockOf(world: World): Stock {
    let stock = this.stocks.get(world);
    if (!stock) {
      const start = this.stocks.size * USERS_EACH;
      stock = { users: world.users.slice(start, start + USERS_EACH), added: each((): number[] => []) };
      this.stocks.set(world, stock);
    }
    return stock;
  }

  private request(method: string, { groups, clientToken }: World, index: number, user: string): Buffer {
    const path = `/groups/${groups[index]}/members/${user}`;
    return bytesOf({ method, path, headers: { authorization: `Bearer ${clientToken}` } });
  }
}

/** Enough for two contestants. */
const USERS_EACH = 1_000;
const memberships = new Memberships();
let groupsMade = 0;

export const operations: readonly Operation[] = [
  {
    name: 'token',
    title: 'client_credentials token',
    status: 200,
    against: { bare: 0.6, 'oidc-provider': 3 },
    roundTrips: 1,
    scripts: ({ clientId, clientSecret }) =>
      always({
        method: 'POST',
        path: '/oauth2/token',
        headers: FORM,
        body: String(
          new URLSearchParams({
            grant_type: 'client_credentials',
            client_id: clientId,
            client_secret: clientSecret,
            scope: 'read write admin',
          }),
        ),
      }),
  },
  proofs,
  {
    name: 'exchange',
    title: 'token exchange, fewer scopes',
    status: 200,
    against: {},
    roundTrips: 2,
    scripts: ({ application: { clientId, clientSecret }, userToken }) =>
      always({
        method: 'POST',
        path: '/oauth2/token',
        headers: FORM,
        body: String(
          new URLSearchParams({
            grant_type: TOKEN_EXCHANGE,
            client_id: clientId,
            client_secret: clientSecret,
            subject_token: userToken,
            subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
            scope: 'openid',
          }),
        ),
      }),
  },
  {
    name: 'userinfo',
    title: 'userinfo, 5 groups',
    status: 200,
    against: { bare: 0.5, 'oidc-provider': 5 },
    roundTrips: 1,
    scripts: ({ userToken }) =>
      always({ method: 'GET', path: '/oauth2/userinfo', headers: { authorization: `Bearer ${userToken}` } }),
  },
  {
    name: 'get-group',
    title: 'GET /groups/{id}, 10 members',
    status: 200,
    against: { bare: 0.5 },
    scripts: ({ clientToken, groupOfTen }) =>
      always({ method: 'GET', path: `/groups/${groupOfTen}`, headers: { authorization: `Bearer ${clientToken}` } }),
  },
  {
    name: 'add-member',
    title: 'add member',
    status: 204,
    against: { bare: 0.9 },
    roundTrips: 3,
    feeds: ['remove-member'],
    scripts: memberships.adding,
  },
  {
    name: 'remove-member',
    title: 'remove member',
    status: 204,
    against: { bare: 0.9 },
    scripts: memberships.removing,
  },
  {
    name: 'create-group',
    title: 'POST /groups',
    status: 201,
    against: { bare: 0.4 },
    scripts: ({ clientToken }) => {
      const headers = { ...API, authorization: `Bearer ${clientToken}` };
      return each(() => () => {
        const body = JSON.stringify({ name: `made-${process.pid}-${++groupsMade}`, description: 'Made by the bench' });
        return bytesOf({ method: 'POST', path: '/groups', headers, body });
      });
    },
  },
  ...logins,
  ...passkeys,
  ...asks,
];
