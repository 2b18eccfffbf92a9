import { bytesOf, type Script } from './load.ts';
import { logins } from './logins.ts';
import { always, API, each, FORM, type Operation } from './operation.ts';
import type { World } from './world.ts';

/**
 * Members come and go: every connection has a group of its own, adds users one after another, and then removes the ones
 * it has added, in the same order.
 */
class Memberships {
  private readonly added = new Map<number, number[]>();

  adding = ({ clientToken, groups, users }: World): Script[] =>
    each((index) => {
      const members = this.members(index);
      let user = members.at(-1) ?? -1;
      return () => {
        // Whoever would be a member twice: this connection has nothing left to do.
        if (members.length === users.length) return undefined;
        user = (user + 1) % users.length;
        members.push(user);
        return this.request('POST', groups[index]!, users[user]!, clientToken);
      };
    });

  removing = ({ clientToken, groups, users }: World): Script[] =>
    each((index) => {
      const members = this.members(index);
      return () => {
        const user = members.shift();
        return user === undefined ? undefined : this.request('DELETE', groups[index]!, users[user]!, clientToken);
      };
    });

  private members(index: number): number[] {
    if (!this.added.has(index)) this.added.set(index, []);
    return this.added.get(index)!;
  }

  private request(method: string, group: string, user: string, token: string): Buffer {
    return bytesOf({ method, path: `/groups/${group}/members/${user}`, headers: { authorization: `Bearer ${token}` } });
  }
}

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
  {
    name: 'userinfo',
    title: 'userinfo, 5 groups',
    status: 200,
    against: { bare: 0.5, 'oidc-provider': 3 },
    roundTrips: 1,
    scripts: ({ userToken }) =>
      always({ method: 'GET', path: '/oauth2/userinfo', headers: { authorization: `Bearer ${userToken}` } }),
  },
  {
    name: 'get-group',
    title: 'GET /groups/{id}, 10 members',
    status: 200,
    against: { bare: 0.4 },
    cpuAgainstBare: 0.5,
    scripts: ({ clientToken, groupOfTen }) =>
      always({ method: 'GET', path: `/groups/${groupOfTen}`, headers: { authorization: `Bearer ${clientToken}` } }),
  },
  {
    name: 'add-member',
    title: 'add member',
    status: 204,
    against: { bare: 0.4 },
    cpuAgainstBare: 0.9,
    roundTrips: 3,
    feeds: ['remove-member'],
    scripts: memberships.adding,
  },
  {
    name: 'remove-member',
    title: 'remove member',
    status: 204,
    against: { bare: 0.4 },
    cpuAgainstBare: 0.9,
    scripts: memberships.removing,
  },
  {
    name: 'create-group',
    title: 'POST /groups',
    status: 201,
    against: { bare: 0.4 },
    cpuAgainstBare: 0.25,
    scripts: ({ clientToken }) => {
      const headers = { ...API, authorization: `Bearer ${clientToken}` };
      return each(() => () => {
        const body = JSON.stringify({ name: `made-${process.pid}-${++groupsMade}`, description: 'Made by the bench' });
        return bytesOf({ method: 'POST', path: '/groups', headers, body });
      });
    },
  },
  ...logins,
];
