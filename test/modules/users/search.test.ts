import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../../support/app.ts';
import { statementsOf } from '../../support/queries.ts';

const app = useApp();
let token: string;

const USERS = 3_000;

beforeAll(async () => {
  token = await app.token('read');
  const { pool } = app.server.database;
  await pool.query(
    `insert into users (id, customer_id, email, email_key, email_verified, name, created_at, updated_at)
     select overlay(gen_random_uuid()::text placing '7' from 15 for 1)::uuid, $1, email, email, n % 2 = 0, name, now(), now()
     from (
       select n, 'user-' || n || '@mail.example' as email, (array['Anna', 'Bert', 'Zoë'])[1 + n % 3] || ' ' || md5(n::text) as name
       from generate_series(1, $2) n
     ) made`,
    [app.customer.customerId, USERS],
  );
  await pool.query('analyze users');
});

const LIST = `query ($where: UserWhere) {
  users(first: 25, where: $where) { edges { node { email } } totalCount atLeast }
}`;

/** How many users there are. The list by cursor and the numbered page must be the same. */
async function found(search: string, emailVerified?: boolean): Promise<number> {
  const where = { search, emailVerified };
  const { users } = await app.data(token, LIST, { where });
  expect(users.atLeast).toBe(false);
  const verified = emailVerified === undefined ? {} : { email_verified: String(emailVerified) };
  const { body } = await app.send('GET', `/api/users?${new URLSearchParams({ search, ...verified }).toString()}`, {
    token,
  });
  const total = users.totalCount;
  expect(body.pagination).toEqual({ page: 1, limit: 25, total, totalPages: Math.ceil(total / 25) });
  const emails = users.edges.map(({ node }: { node: { email: string } }) => node.email);
  expect(body.users.map(({ email }: { email: string }) => email)).toEqual(emails);
  return total;
}

describe('searching among many users', () => {
  it.each([
    ['user-1234@mail.example', 1],
    ['User-1234@MAIL', 1],
    ['anna', 1000],
    ['ZOË', 1000],
    ['@mail.example', USERS],
    ['r-299', 11],
    ['-2', 1111],
    ['no such user', 0],
    ['user-1234@mail.example.org', 0],
  ])('finds of %j all %i, by pages and by cursor alike', async (search, total) => {
    expect(await found(search)).toBe(total);
    expect((await found(search, true)) + (await found(search, false))).toBe(total);
  });

  it.each(['?', '??', ':name', '$1', "'", '\\', '%', '_', '[::alias::]', "' or ?"])(
    'takes %j for text, not for a part of the query',
    async (text) => {
      expect(await found(`zoë ${text}`)).toBe(0);
    },
  );

  it('looks up what is rare of an address, and not what everybody has', async () => {
    const lookedUp = async (search: string): Promise<string[]> => {
      const sent = await statementsOf(() => app.send('GET', `/api/users?search=${search}`, { token }));
      const query = sent.find(({ text }) => text.includes(' like '));
      if (!query) return [];
      const numbers = [...query.text.matchAll(/search_folded like \$(\d+)/g)].map(([, number]) => Number(number));
      return numbers.map((number) => query.values[number - 1] as string);
    };
    // A third of the users are named so.
    expect(await lookedUp('anna')).toEqual([]);
    expect(await lookedUp('user-1234@mail.example')).toEqual(['%1234%']);
  });
});
