import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { queriesOf } from '../support/queries.ts';

const app = useApp();
const GROUPS = 60;
const MEMBERS = 60;
let admin: string;

// So many that building their lists takes several turns of the event loop.
beforeAll(async () => {
  admin = await app.token('admin');
  const values = [app.customer.customerId, MEMBERS, GROUPS];
  await app.server.database.pool.query(
    `with place as (
       insert into organizations (id, customer_id, name, created_at, updated_at)
       select uuidv7(), $1, 'Crowd', now(), now() returning id
     ), people as (
       insert into users (id, customer_id, organization_id, email, email_key, name, created_at, updated_at)
       select uuidv7(), $1, place.id, n || '@crowd.example', n || '@crowd.example', 'Crowd ' || n, now(), now()
       from place, generate_series(1, $2::int * $3::int) n returning id
     ), crowds as (
       insert into groups (id, customer_id, name, created_at, updated_at)
       select uuidv7(), $1, 'Crowd ' || n, now(), now() from generate_series(1, $3::int) n returning id
     )
     insert into memberships (group_id, user_id, customer_id, joined_at)
     select crowds.id, people.id, $1, now() from (select id, row_number() over () as place from crowds) crowds
     join (select id, row_number() over () as place from people) people on people.place % $3::int = crowds.place % $3::int`,
    values,
  );
}, 60_000);

const OF_USER =
  'name mfaEnabled organization { name } passkeys { name } sessions(first: 2) { totalCount nodes { id } }';

describe('the number of statements of a list', () => {
  it.each([
    ['children', `totalCount nodes { name members(first: 60) { totalCount nodes { ${OF_USER} } } }`, 9],
    [
      'children of children',
      `nodes { members(first: 4) { nodes { name groups(first: 3) { nodes { organization { name } members(first: 2) { nodes { ${OF_USER} } } } } } } }`,
      10,
    ],
  ])('does not grow with its rows: %s', async (_, shown, most) => {
    const read = (first: number) => () =>
      app.data(
        admin,
        `query ($first: Int!) { groups(first: $first, where: { name: { startsWith: "Crowd" } }) { ${shown} } }`,
        { first },
      );
    const few = await queriesOf(read(2));
    const many = await queriesOf(read(GROUPS));
    expect(many.toSorted()).toEqual(few.toSorted());
    expect(many.length).toBeLessThanOrEqual(most);
  });
});
