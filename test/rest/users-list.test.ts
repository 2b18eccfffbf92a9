import { beforeAll, describe, expect, it } from '@jest/globals';
import { expectError } from '../support/answers.ts';
import { useApp, type Answer } from '../support/app.ts';

const app = useApp();

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

describe('GET /api/users', () => {
  let token: string;
  const emails = Array.from({ length: 30 }, (_, n) => `user-${String(n).padStart(2, '0')}@list.example`);

  beforeAll(async () => {
    const customer = await app.newCustomer();
    token = await app.token('admin', customer);
    await app.data(
      token,
      'mutation ($inputs: [CreateUserInput!]!) { createUsers(inputs: $inputs) { results { index } } }',
      {
        inputs: emails.map((email, n) => ({
          email,
          name: n === 7 ? '100% Odd_Name' : `Person ${n}`,
          emailVerified: n % 3 === 0,
        })),
      },
    );
  });

  const list = (query = ''): Promise<Answer> => app.send('GET', `/api/users${query}`, { token });

  it('answers with exactly the documented fields, 25 a page', async () => {
    const { status, body } = await list();
    expect(status).toBe(200);
    expect(body).toEqual({ users: expect.any(Array), pagination: { page: 1, limit: 25, total: 31, totalPages: 2 } });
    expect(body.users).toHaveLength(25);
    expect(body.users[1]).toEqual({
      id: expect.stringMatching(UUID),
      email: expect.any(String),
      email_verified: expect.any(Boolean),
      name: expect.any(String),
      given_name: null,
      family_name: null,
      picture: null,
      mfa_enabled: false,
      created_at: expect.stringMatching(TIMESTAMP),
      updated_at: expect.stringMatching(TIMESTAMP),
      last_login: null,
    });
  });

  it.each(['', '&search=example', '&email_verified=false', '&search=list.example&email_verified=true'])(
    'walks every page once and in order (%s)',
    async (filter) => {
      const all = (await list(`?limit=100${filter}`)).body.users.map((user: { id: string }) => user.id);
      const seen: string[] = [];
      for (let page = 1; page <= Math.ceil(all.length / 4); page++)
        seen.push(...(await list(`?page=${page}&limit=4${filter}`)).body.users.map((user: { id: string }) => user.id));
      expect(all.length).toBeGreaterThan(9);
      expect(all).toEqual(all.toSorted());
      expect(seen).toEqual(all);
    },
  );

  it('is empty behind the last page, and still tells the total', async () => {
    expect((await list('?page=9')).body).toEqual({
      users: [],
      pagination: { page: 9, limit: 25, total: 31, totalPages: 2 },
    });
    expect((await list('?page=2147483647')).body.pagination.total).toBe(31);
    expect((await list('?page=2147483647&search=user-')).body.pagination.total).toBe(30);
    expect((await list('?search=nobody-at-all')).body).toEqual({
      users: [],
      pagination: { page: 1, limit: 25, total: 0, totalPages: 0 },
    });
  });

  it('serves a limit above 100 as 100', async () => {
    expect((await list('?limit=1000000000000')).body.pagination.limit).toBe(100);
  });

  it.each([
    ['USER-07@LIST', 1],
    ['odd_name', 1],
    ['d_n', 1],
    ['_', 1],
    ['%', 1],
    ['00%25', 1],
    ['\\', 0],
    ['person 1', 12],
    ['', 31],
  ])('finds a part of name or address in any case: %j', async (search, total) => {
    expect(
      (await list(`?search=${encodeURIComponent(decodeURIComponent(search.replace(/%(?!25)/, '%25')))}`)).body
        .pagination.total,
    ).toBe(total);
  });

  it('filters by email_verified, which counts the same', async () => {
    expect((await list('?email_verified=true')).body.pagination.total).toBe(11);
    expect((await list('?email_verified=false')).body.pagination.total).toBe(20);
    expect((await list('?email_verified=true&search=user-0')).body.users).toHaveLength(4);
  });

  it.each([
    'page=0',
    'page=-1',
    'page=1.5',
    'page=x',
    'page=',
    'page=1e3',
    'page=99999999999',
    'limit=0',
    'limit=x',
    'limit=',
    'email_verified=yes',
    'email_verified=',
    'email_verified=TRUE',
    'page=1&page=2',
    'search=%00',
    `search=${'a'.repeat(256)}`,
  ])('refuses ?%s', async (query) => {
    expectError(await list(`?${query}`), 400, 'invalid_request', query.split('=')[0]);
  });
});
