import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { statementsOf } from '../support/queries.ts';

const app = useApp();
let token: string;

/** More members than a list compares one by one. */
const MEMBERS = 10_500;
const OTHERS = 500;
const GROUP = '00000000-0000-7000-8000-0000000000aa';
/** One in so many is named Maria. Every three letters of it are in a third of all names. */
const MARIA_EVERY = 40;

const query = (text: string, ...values: unknown[]) => app.server.database.pool.query(text, values);

beforeAll(async () => {
  token = await app.token('read');
  const { customerId } = app.customer;
  await query(
    `insert into users (id, customer_id, email, email_key, name, created_at, updated_at)
     select ('00000000-0001-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $1, email, email, name, now(), now()
     from (
       select n, n || '@large.example' as email,
         case when n % ${MARIA_EVERY} = 0 then 'Maria' else (array['Marta', 'Carina', 'Gloria'])[1 + n % 3] end || ' ' || md5(n::text) as name
       from generate_series(1, $2) n
     ) made`,
    customerId,
    MEMBERS + OTHERS,
  );
  await query(
    `insert into groups (id, customer_id, name, description, created_at, updated_at) values ($2, $1, 'Large', '', now(), now())`,
    customerId,
    GROUP,
  );
  await query(
    `insert into memberships (group_id, user_id, customer_id, joined_at)
     select $2, id, $1, timestamptz '2026-01-01' + replace(email, '@large.example', '')::int * interval '1 second'
     from users where customer_id = $1 and email like '%@large.example' order by id limit $3`,
    customerId,
    GROUP,
    MEMBERS,
  );
  await query('analyze');
});

const LIST = `query ($where: UserWhere, $orderBy: UserOrder, $first: Int, $after: String, $last: Int, $before: String) {
  group(id: "${GROUP}") {
    memberCount
    members(where: $where, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
      edges { joinedAt cursor node { name email } }
      pageInfo { hasNextPage hasPreviousPage }
      totalCount
    }
  }
}`;
const members = async (variables: object) => (await app.data(token, LIST, variables)).group.members;
const namesOf = ({ edges }: { edges: { node: { name: string } }[] }): string[] => edges.map(({ node }) => node.name);
const named = async (where: string, order: string): Promise<string[]> =>
  (
    await query(
      `select u.name from users u join memberships m on m.user_id = u.id where m.group_id = $1 and ${where} order by ${order}`,
      GROUP,
    )
  ).rows.map(({ name }) => name);
const BY_NAME = 'lower(u.name) collate "C"';

describe('the members of a large group', () => {
  it('are listed in any order, page after page, with the time when each joined', async () => {
    const all = await named('true', BY_NAME);
    const first = await members({ orderBy: { field: 'NAME' }, first: 100 });
    const second = await members({ orderBy: { field: 'NAME' }, first: 100, after: first.edges.at(-1).cursor });
    expect([...namesOf(first), ...namesOf(second)]).toEqual(all.slice(0, 200));
    expect([first.pageInfo.hasNextPage, second.pageInfo.hasPreviousPage]).toEqual([true, true]);
    const last = await members({ orderBy: { field: 'NAME', direction: 'DESC' }, last: 50 });
    expect(namesOf(last)).toEqual(all.slice(0, 50).toReversed());
    for (const { joinedAt, node } of first.edges)
      expect((Date.parse(joinedAt) - Date.parse('2026-01-01T00:00:00Z')) / 1000).toBe(parseInt(node.email, 10));
  });

  it('are searched, and others are not found', async () => {
    const where = { or: [{ name: { contains: 'maria' } }, { email: { contains: 'maria' } }] };
    const marias = await named(`u.name like 'Maria %'`, 'u.id');
    const found = await members({ where, first: 100 });
    expect([namesOf(found), found.totalCount]).toEqual([marias.slice(0, 100), marias.length]);
    const sorted = await members({ where, first: 100, orderBy: { field: 'NAME' } });
    expect(namesOf(sorted)).toEqual((await named(`u.name like 'Maria %'`, BY_NAME)).slice(0, 100));
    const outsider = { email: { eq: `${MEMBERS + 1}@large.example` } };
    expect(await members({ where: outsider })).toMatchObject({ edges: [], totalCount: 0 });
    expect(
      namesOf(await members({ where: { name: { startsWith: 'ma' } }, orderBy: { field: 'NAME' }, first: 1 })),
    ).toEqual((await named(`u.name like 'Ma%'`, BY_NAME)).slice(0, 1));
  });

  it('are looked up by a rare word whose letters are common', async () => {
    const sent = await statementsOf(() =>
      members({ where: { name: { contains: 'maria' } }, orderBy: { field: 'NAME' } }),
    );
    expect(sent.flatMap(({ values }) => values)).toContain('%maria%');
    const common = await statementsOf(() => members({ where: { name: { contains: 'carina' } } }));
    expect(common.some(({ text }) => /search_text like/.test(text))).toBe(false);
  });

  it('are read by as many queries on every page', async () => {
    const count = async (first: number) =>
      (await statementsOf(() => members({ orderBy: { field: 'NAME' }, first }))).length;
    expect(await count(100)).toBe(await count(2));
  });

  it('are refused in too many groups at once, and to users who may not read groups', async () => {
    await query(
      `insert into groups (id, customer_id, name, description, created_at, updated_at)
       select gen_random_uuid(), $1, 'Many ' || n, '', now(), now() from generate_series(1, 21) n`,
      app.customer.customerId,
    );
    await query(`update groups set member_count = ${MEMBERS} where name like 'Many %'`);
    const many = `{ groups(first: 50) { edges { node { members(first: 1, orderBy: { field: NAME }) { edges { joinedAt } } } } } }`;
    expect((await app.graphql(token, many)).body.errors[0].extensions.code).toBe('FILTER_TOO_COSTLY');
    const { body } = await app.graphql(undefined, LIST, { orderBy: { field: 'NAME' } });
    expect(body.errors[0].extensions.code).toBe('UNAUTHENTICATED');
  });
});
