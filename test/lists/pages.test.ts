import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Order, SortKey } from '../../src/ground/lists/order.ts';
import type { PageArgs } from '../../src/ground/lists/pagination.ts';
import type { User as UserEntity } from '../../src/modules/users/index.ts';
import { findPage, orderOf, raw, sortKey, User } from '#product';
import { useApp } from '../support/app.ts';
import { queriesOf } from '../support/queries.ts';

const app = useApp();
const COUNT = 60;
let customerId: string;

beforeAll(async () => {
  customerId = (await app.newCustomer('pages')).customerId;
  // Times differ by microseconds, and many values are equal or missing.
  await app.server.database.pool.query(
    `insert into users (id, customer_id, email, email_key, name, given_name, is_active, last_login, login_count, created_at, updated_at)
     select gen_random_uuid(), $1, n || '@rows.example', n || '@rows.example', chr(97 + n % 5),
       case when n % 3 > 0 then chr(97 + n % 4) end, n % 2 = 0,
       case when n % 4 > 0 then timestamptz '2026-01-01 00:00:00.000001Z' + n % 7 * interval '1 microsecond' end,
       n % 6, now(), now()
     from generate_series(1, $2) n`,
    [customerId, COUNT],
  );
});

const list = (order: Order, args: PageArgs) =>
  findPage(
    app.server.runtime.db,
    User,
    raw('e.customer_id = ?::uuid and e.email like ?', [customerId, '%@rows.example']),
    order,
    args,
  );

const KEYS = ['name', 'givenName', 'isActive', 'lastLoginAt', 'loginCount'] as const;
const anyKey = fc
  .tuple(fc.constantFrom(...KEYS), fc.constantFrom('asc', 'desc'), fc.constantFrom('first', 'last', undefined))
  .map(([property, direction, nulls]): SortKey => ({ ...sortKey(User, property, direction), ...(nulls && { nulls }) }));
const anyOrder = fc
  .uniqueArray(anyKey, { selector: ({ property }) => property, maxLength: 3 })
  .map((keys) => orderOf(User, keys));

/** Whether two neighbors are in this order. Values are equal or missing in many rows. */
function areSorted(order: Order, [one, other]: readonly [UserEntity, UserEntity]): boolean {
  for (const [n, { property, direction, nulls }] of order.keys.entries()) {
    const [a, b] = [one, other].map((user) => valueOf(user, property!, n));
    if (a === b) continue;
    if (a === null || b === null)
      return (a === null) === ((nulls ?? (direction === 'asc' ? 'last' : 'first')) === 'first');
    return direction === 'asc' ? a! < b! : a! > b!;
  }
  return false;
}

const valueOf = (user: UserEntity, property: string, n: number): unknown =>
  (property === 'lastLoginAt' ? (user as unknown as Record<string, unknown>)[`t${n}`] : user[property as 'name']) ??
  null;

describe('a page in any order', () => {
  it('follows the one before it, forward and backward, until every row was there once', () =>
    fc.assert(
      fc.asyncProperty(anyOrder, fc.integer({ min: 1, max: 25 }), async (order, size) => {
        const { edges } = await list(order, { first: 1000 });
        const nodes = edges.map(({ node }) => node);
        expect(nodes.length).toBe(COUNT);
        for (const [n, node] of nodes.slice(1).entries()) expect(areSorted(order, [nodes[n]!, node])).toBe(true);

        const all = nodes.map(({ id }) => id);
        const forward: string[] = [];
        for (let after: string | null | undefined; after !== null;) {
          const page = await list(order, { first: size, after });
          expect(page.pageInfo.hasPreviousPage).toBe(forward.length > 0);
          forward.push(...page.edges.map(({ node }) => node.id));
          after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
        }
        expect(forward).toEqual(all);

        const backward: string[] = [];
        for (let before: string | null | undefined; before !== null;) {
          const page = await list(order, { last: size, before });
          expect(page.pageInfo.hasNextPage).toBe(backward.length > 0);
          backward.unshift(...page.edges.map(({ node }) => node.id));
          before = page.pageInfo.hasPreviousPage ? page.pageInfo.startCursor : null;
        }
        expect(backward).toEqual(all);
      }),
      { numRuns: 30 },
    ));

  it('is between two cursors, and counts what is between them', () =>
    fc.assert(
      fc.asyncProperty(
        anyOrder,
        fc.nat(COUNT - 1),
        fc.nat(COUNT - 1),
        fc.boolean(),
        async (order, from, to, isBackward) => {
          const { edges } = await list(order, { first: 1000 });
          const [after, before] = [edges[from]!.cursor, edges[to]!.cursor];
          const between = edges.slice(from + 1, Math.max(to, from + 1)).map(({ node }) => node.id);
          const page = await list(order, { [isBackward ? 'last' : 'first']: 5, after, before });
          expect(page.edges.map(({ node }) => node.id)).toEqual(isBackward ? between.slice(-5) : between.slice(0, 5));
          const { hasNextPage, lookForNext, hasPreviousPage, lookForPrevious } = page.pageInfo;
          // The items of the cursors are there.
          expect([hasNextPage, (await lookForNext?.()) ?? true]).toEqual([true, true]);
          expect([hasPreviousPage, (await lookForPrevious?.()) ?? true]).toEqual([true, true]);
        },
      ),
      { numRuns: 30 },
    ));

  it('finds what any of several filters finds, and counts it', async () => {
    const order = orderOf(User, [sortKey(User, 'givenName', 'desc')]);
    const where = ['e.is_active', `not e.is_active and e.name = 'a'`].map((each) =>
      raw(`e.customer_id = ?::uuid and ${each}`, [customerId]),
    );
    const page = await findPage(app.server.runtime.db, User, where, order, { first: 7 });
    const next = await findPage(app.server.runtime.db, User, where, order, {
      first: 1000,
      after: page.pageInfo.endCursor,
    });
    expect(page.edges.length + next.edges.length).toBe(await page.total());
    const found = [...page.edges, ...next.edges].map(({ node }) => node);
    for (const [n, node] of found.slice(1).entries()) expect(areSorted(order, [found[n]!, node])).toBe(true);
  });

  it('is one query, however far from the start', async () => {
    const order = orderOf(User, [sortKey(User, 'lastLoginAt', 'desc')]);
    const { pageInfo } = await list(order, { first: 40 });
    expect(await queriesOf(() => list(order, { first: 5, after: pageInfo.endCursor }))).toHaveLength(1);
  });
});

describe('a cursor', () => {
  it('belongs to one list in one order', async () => {
    const token = await app.token('admin');
    const { users } = await app.data(token, '{ users { pageInfo { startCursor } } }');
    const cursor = users.pageInfo.startCursor;
    for (const [query, field] of [
      [`{ groups(after: "${cursor}") { totalCount } }`, 'after'],
      [`{ mails(last: 1, before: "${cursor}") { totalCount } }`, 'before'],
      [
        `{ users(after: "${Buffer.from(JSON.stringify([randomUUID()])).toString('base64url')}") { totalCount } }`,
        'after',
      ],
    ] as const) {
      const { body } = await app.graphql(token, query);
      expect(body.errors[0].extensions).toMatchObject({ code: 'INVALID_CURSOR', field });
    }
  });

  it('goes with first or with last', async () => {
    const { body } = await app.graphql(await app.token('admin'), '{ users(first: 1, last: 1) { totalCount } }');
    expect(body.errors[0].extensions).toMatchObject({ code: 'INVALID_INPUT', field: 'last' });
  });
});
