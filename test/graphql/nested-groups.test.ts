import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { buildClient, buildUser } from '../support/builders.ts';
import { queriesOf } from '../support/queries.ts';
import { pageHeaders, tokensOf } from '../support/logins.ts';

const app = useApp();
let admin: string;
let member: string;

beforeAll(async () => {
  admin = await app.token('admin');
  member = (await tokensOf(app, await buildClient(app), await buildUser(app), 'openid')).access_token;
});

const run = async (text: string, ...values: unknown[]) => (await app.server.database.pool.query(text, values)).rows;
const newGroup = async (input: object = {}): Promise<string> =>
  (
    await app.data(admin, 'mutation ($input: CreateGroupInput!) { createGroup(input: $input) { group { id } } }', {
      input: { name: randomUUID(), ...input },
    })
  ).createGroup.group.id;
const newGroups = (count: number): Promise<string[]> => Promise.all(Array.from({ length: count }, () => newGroup()));

const change = (name: 'addMemberGroups' | 'removeMemberGroups') => {
  const document = `mutation ($id: ID!, $ids: [ID!]!) {
    done: ${name}(id: $id, groupIds: $ids) { changedCount results { memberGroupId changed error { code } } }
  }`;
  return async (id: string, ids: readonly string[], token = admin) => {
    const { body } = await app.graphql(token, document, { id, ids });
    if (body.errors) return [body.errors[0].extensions.code];
    const { changedCount, results } = body.data.done;
    expect(changedCount).toBe(results.filter(({ changed }: { changed: boolean }) => changed).length);
    type Result = { memberGroupId: string; changed: boolean; error: { code: string } | null };
    const of = new Map(results.map((result: Result) => [result.memberGroupId, result.error?.code ?? result.changed]));
    return ids.map((each) => of.get(each.toLowerCase()));
  };
};
const nest = change('addMemberGroups');
const part = change('removeMemberGroups');

/** Groups that are one in the other, the outermost first. */
async function chain(length: number): Promise<string[]> {
  const ids = await newGroups(length);
  for (const [n, id] of ids.slice(1).entries()) expect(await nest(ids[n]!, [id])).toEqual([true]);
  return ids;
}

describe('groups in groups', () => {
  it('are put in and taken out, with what became of each', async () => {
    const [outer, one, two] = (await newGroups(3)) as [string, string, string];
    const stranger = randomUUID();
    expect(await nest(outer, [one])).toEqual([true]);
    expect(await nest(outer.toUpperCase(), [one, two.toUpperCase(), stranger])).toEqual([
      false,
      true,
      'GROUP_NOT_FOUND',
    ]);
    expect(await part(outer, [one, stranger])).toEqual([true, 'GROUP_NOT_FOUND']);
    expect(await part(outer, [one])).toEqual([false]);
    expect(await nest(stranger, [one])).toEqual(['GROUP_NOT_FOUND']);
    expect(await part(stranger, [])).toEqual(['GROUP_NOT_FOUND']);
    expect(await run('select member_id from group_nestings where group_id = $1', outer)).toEqual([{ member_id: two }]);
  });

  it('are listed from both sides, filtered, ordered and counted, without a query for each group', async () => {
    const [outer, inner, apart] = (await newGroups(3)) as [string, string, string];
    const named = await newGroup({ name: `Named ${randomUUID()}` });
    await nest(outer, [inner, named]);
    await nest(apart, [inner]);
    const document = `query ($ids: [ID!]!) { groups(where: { id: { in: $ids } }, first: 10) { edges { node {
      id
      memberGroups(first: 1) { totalCount pageInfo { hasNextPage } edges { joinedAt node { id } } }
      named: memberGroups(where: { name: { startsWith: "named " } }, orderBy: { field: NAME }) { edges { node { id } } }
      outerGroups { totalCount edges { node { id } } }
    } } } }`;
    const read = (ids: string[]) => queriesOf(() => app.data(admin, document, { ids }));
    const { groups } = await app.data(admin, document, { ids: [outer, inner, named] });
    expect(groups.edges.map(({ node }: { node: object }) => node)).toMatchObject([
      {
        id: outer,
        memberGroups: {
          totalCount: 2,
          pageInfo: { hasNextPage: true },
          edges: [{ joinedAt: expect.any(String), node: { id: inner } }],
        },
        named: { edges: [{ node: { id: named } }] },
        outerGroups: { totalCount: 0 },
      },
      { id: inner, outerGroups: { totalCount: 2, edges: [{ node: { id: outer } }, { node: { id: apart } }] } },
      { id: named, outerGroups: { totalCount: 1 } },
    ]);
    expect((await read([outer, inner, named, apart])).length).toBe((await read([outer])).length);
  });

  it('are never inside themselves', async () => {
    const ids = await chain(3);
    expect(await nest(ids[0]!, [ids[0]!])).toEqual(['GROUP_IN_ITSELF']);
    expect(await nest(ids[2]!, [ids[0]!, ids[1]!])).toEqual(['GROUP_IN_ITSELF', 'GROUP_IN_ITSELF']);
  });

  it('are eight levels deep at the most, counted from the outermost to the innermost', async () => {
    const upper = await chain(5);
    const lower = await chain(5);
    expect(await nest(upper[4]!, [lower[0]!])).toEqual(['GROUPS_TOO_DEEP']);
    expect(await nest(upper[4]!, [lower[1]!])).toEqual([true]);
    expect(await nest(lower[4]!, [await newGroup()])).toEqual(['GROUPS_TOO_DEEP']);
    expect(await nest(await newGroup(), [upper[0]!])).toEqual(['GROUPS_TOO_DEEP']);
  });

  it('are in no circle when two are put into each other from two sides at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [one, two, three] = (await newGroups(3)) as [string, string, string];
      const outcomes = await Promise.all([nest(one, [two]), nest(two, [three]), nest(three, [one])]);
      expect(outcomes.flat().map(String).toSorted()).toEqual(['GROUP_IN_ITSELF', 'true', 'true']);
    }
  });

  it('are refused by the database, whoever writes them', async () => {
    const ids = await chain(9);
    const insert = 'insert into group_nestings values ($1, $2, $3, now())';
    const customer = app.customer.customerId;
    for (const [outer, inner, constraint] of [
      [ids[3], ids[3], 'group_nestings_self_check'],
      [ids[3], ids[2], 'group_nestings_cycle_check'],
      [ids[8], await newGroup(), 'group_nestings_depth_check'],
    ])
      await expect(run(insert, outer, inner, customer)).rejects.toMatchObject({
        constraint: outer === inner ? expect.any(String) : constraint,
      });
    const other = await app.newCustomer('Elsewhere');
    await expect(run(insert, await newGroup(), await newGroup(), other.customerId)).rejects.toMatchObject({
      code: '23503',
    });
  });

  it('leave an event in the trail of the outer group, with the names of both', async () => {
    const [outerName, innerName] = [randomUUID(), randomUUID()];
    const outer = await newGroup({ name: outerName });
    const inner = await newGroup({ name: innerName });
    await nest(outer, [inner, inner, randomUUID()]);
    await part(outer, [inner]);
    await nest(outer, [inner]);
    await app.data(admin, 'mutation ($id: ID!) { deleteGroup(id: $id) { group { id } } }', { id: inner });
    const { auditEvents } = await app.data(
      admin,
      `query ($id: ID!) { auditEvents(where: { subjectId: { eq: $id } }, first: 10) {
        edges { node { action subjectName groupId groupName group { id } } }
      } }`,
      { id: outer },
    );
    const told = (action: string) => ({
      node: { action, subjectName: outerName, groupId: inner, groupName: innerName, group: null },
    });
    expect(auditEvents.edges.slice(0, 4)).toEqual(
      ['removed', 'added', 'removed', 'added'].map((what) => told(`nesting.${what}`)),
    );
    expect(await run('select from group_nestings where group_id = $1', outer)).toEqual([]);
  });

  it('are in at most a thousand groups with their members, and in a hundred if a member puts them in', async () => {
    const user = await buildUser(app);
    const fill = (count: number) =>
      run(
        `with made as (
           insert into groups (id, customer_id, name, created_at, updated_at)
           select gen_random_uuid(), $1, gen_random_uuid(), now(), now() from generate_series(1, $2) returning id)
         insert into memberships select id, $3, $1, now() from made returning group_id`,
        app.customer.customerId,
        count,
        user.id,
      );
    const inner = await newGroup({ memberIds: [user.id] });
    await fill(97);
    const [outer, outmost, another] = (await newGroups(3)) as [string, string, string];
    expect(await nest(outer, [inner], member)).toEqual([true]);
    expect(await nest(outmost, [outer], member)).toEqual([true]);
    expect(await nest(another, [outmost], member)).toEqual(['GROUP_OF_TOO_MANY']);
    // What is inside already counts once.
    expect(await nest(outmost, [inner], member)).toEqual([true]);
    const add = (token: string) =>
      app.data(
        token,
        'mutation ($id: ID!, $user: ID!) { addGroupMembers(id: $id, userIds: [$user]) { results { outcome } } }',
        { id: another, user: user.id },
      );
    expect((await add(member)).addGroupMembers.results).toEqual([{ outcome: 'TOO_MANY_GROUPS' }]);
    expect(await nest(another, [outmost])).toEqual([true]);
    await fill(899);
    expect(await nest(await newGroup(), [another])).toEqual(['GROUP_OF_TOO_MANY']);
    expect((await add(admin)).addGroupMembers.results).toEqual([{ outcome: 'ADDED' }]);
  });
});

const LENT: Readonly<Record<string, (id: string) => Promise<unknown>>> = {
  'belongs to an organization': async (id) =>
    run(
      `with made as (insert into organizations (id, customer_id, name, created_at, updated_at)
         values (gen_random_uuid(), $1, gen_random_uuid(), now(), now()) returning id)
       update groups set organization_id = made.id from made where groups.id = $2`,
      app.customer.customerId,
      id,
    ),
  'is named by the second-factor policy': async (id) =>
    run('insert into second_factor_groups (customer_id, group_id) values ($1, $2)', app.customer.customerId, id),
  'has a role': async (id) =>
    run(
      `with made as (insert into roles (id, customer_id, kind, name, created_at, updated_at)
         values (gen_random_uuid(), $1, 'customer', gen_random_uuid(), now(), now()) returning id)
       insert into role_assignments (id, customer_id, role_id, group_id, created_at)
       select gen_random_uuid(), $1, made.id, $2, now() from made`,
      app.customer.customerId,
      id,
    ),
};

describe('a group whose outermost group', () => {
  it.each(Object.entries(LENT))('%s is changed by administrators alone', async (_, lend) => {
    const [outer, middle, inner, own] = (await newGroups(4)) as [string, string, string, string];
    await nest(outer, [middle]);
    await nest(middle, [inner]);
    const user = (await buildUser(app)).id;
    const changes = [
      'addMemberGroups(id: $id, groupIds: [$own]) { group { id } }',
      'removeMemberGroups(id: $id, groupIds: [$own]) { group { id } }',
      'addGroupMembers(id: $id, userIds: [$user]) { group { id } }',
      'removeGroupMembers(id: $id, userIds: [$user]) { group { id } }',
      'updateGroup(id: $id, input: { description: "x" }) { group { id } }',
      'deleteGroup(id: $id) { group { id } }',
    ];
    const attempt = async (text: string, token: string) => {
      const declared = ['id', 'own', 'user'].filter((name) => text.includes(`$${name}`)).map((name) => `$${name}: ID!`);
      const { body } = await app.graphql(token, `mutation (${declared.join()}) { ${text} }`, { id: inner, own, user });
      return body.errors?.[0]?.extensions.code;
    };
    for (const text of changes.slice(0, 5)) expect([text, await attempt(text, member)]).toEqual([text, undefined]);
    await lend(outer);
    const can = async (token: string) =>
      Object.values(
        (
          await app.data(
            token,
            'query ($id: ID!) { group(id: $id) { viewerCan { addMemberGroups removeMemberGroups addGroupMembers deleteGroup } } }',
            { id: inner },
          )
        ).group.viewerCan,
      );
    expect([await can(member), await can(admin)]).toEqual([
      [false, false, false, false],
      [true, true, true, true],
    ]);
    for (const text of changes) expect([text, await attempt(text, member)]).toEqual([text, 'GROUP_LENDS']);
    // What is inside gets nothing from a group that is put into it: that remains everybody's.
    expect(await nest(own, [outer], member)).toEqual([true]);
    for (const text of changes.slice(2)) expect([text, await attempt(text, admin)]).toEqual([text, undefined]);
  });
});

describe('the second factor that the customer requires of a group', () => {
  it('is required of groups inside it: their members’ sessions without one end when they come in', async () => {
    const client = await buildClient(app);
    const [outer, middle, inner] = (await newGroups(3)) as [string, string, string];
    await nest(middle, [inner]);
    const [first, second, other] = [await buildUser(app), await buildUser(app), await buildUser(app)];
    const sessions = await Promise.all([first, second, other].map((user) => pageHeaders(app, client, user)));
    const who = () =>
      Promise.all(
        sessions.map(async (headers) => {
          const { body } = await app.graphql(undefined, '{ viewer { user { role } } }', {}, headers);
          return body.data?.viewer?.user?.role ?? 'NOBODY';
        }),
      );
    const join = (id: string, user: string) =>
      app.data(
        admin,
        'mutation ($id: ID!, $user: ID!) { addGroupMembers(id: $id, userIds: [$user]) { changedCount } }',
        {
          id,
          user,
        },
      );
    const set = (secondFactor: object) =>
      app.data(
        admin,
        'mutation ($id: ID!, $input: UpdateCustomerInput!) { updateCustomer(id: $id, input: $input) { customer { id } } }',
        { id: app.customer.customerId, input: { secondFactor } },
      );
    await join(inner, first.id);
    await set({ requiredOf: 'CHOSEN', groupIds: [outer] });
    expect(await who()).toEqual(['MEMBER', 'MEMBER', 'MEMBER']);
    await nest(outer, [middle]);
    expect(await who()).toEqual(['NOBODY', 'MEMBER', 'MEMBER']);
    await join(inner, second.id);
    expect(await who()).toEqual(['NOBODY', 'NOBODY', 'MEMBER']);
    await set({ requiredOf: 'NOBODY', groupIds: [] });
  });
});
