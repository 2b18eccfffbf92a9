import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { buildUser } from '../support/builders.ts';
import { queriesOf } from '../support/queries.ts';

const app = useApp();
let admin: string;

beforeAll(async () => {
  admin = await app.token('admin');
});

const newUser = async (): Promise<string> => (await buildUser(app)).id;
const newGroup = async (input: object = {}): Promise<string> =>
  (
    await app.data(admin, 'mutation ($input: CreateGroupInput!) { createGroup(input: $input) { group { id } } }', {
      input: { name: randomUUID(), ...input },
    })
  ).createGroup.group.id;
const nest = (id: string, ids: readonly string[]) =>
  app.data(admin, 'mutation ($id: ID!, $ids: [ID!]!) { addMemberGroups(id: $id, groupIds: $ids) { changedCount } }', {
    id,
    ids,
  });

/** Groups that are one in the other, the outermost first. */
async function chain(length: number): Promise<string[]> {
  const made: string[] = [];
  for (let n = 0; n < length; n += 1) made.push(await newGroup());
  for (const [n, id] of made.slice(1).entries()) await nest(made[n]!, [id]);
  return made;
}

describe('effective members and groups', () => {
  const MEMBERS = `query ($id: ID!, $first: Int, $after: String, $last: Int, $before: String) { group(id: $id) {
    members(first: 10) { nodes { id } }
    effectiveMembers(first: $first, after: $after, last: $last, before: $before) {
      totalCount pageInfo { hasNextPage hasPreviousPage endCursor startCursor } edges { node { id } via { id } }
    }
  } }`;
  const GROUPS = `query ($ids: [ID!]!) { users(where: { id: { in: $ids } }, first: 10) { nodes {
    groups(first: 10) { nodes { id } }
    effectiveGroups(first: 10) { totalCount edges { node { id } via { id } } }
    named: effectiveGroups(where: { name: { startsWith: "outermost" } }, orderBy: { field: NAME }) { nodes { id } }
  } } }`;
  const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);

  it('are told with the shortest chain that leads there, in pages, beside the direct ones', async () => {
    const people = [await newUser(), await newUser(), await newUser()];
    const [first, second, third] = people as [string, string, string];
    const top = await newGroup({ name: `Outermost ${randomUUID()}`, memberIds: [first] });
    const [middle, inner] = [await newGroup(), await newGroup({ memberIds: [second, third] })];
    const beside = await newGroup({ memberIds: [third] });
    await nest(top, [middle, beside]);
    await nest(middle, [inner]);
    const { group } = await app.data(admin, MEMBERS, { id: top, first: 2 });
    expect(group.members.nodes).toEqual([{ id: first }]);
    expect(group.effectiveMembers).toEqual({
      totalCount: 3,
      pageInfo: expect.objectContaining({ hasNextPage: true, hasPreviousPage: false }),
      edges: [
        { node: { id: first }, via: [] },
        { node: { id: second }, via: [{ id: inner }, { id: middle }] },
      ],
    });
    const { endCursor } = group.effectiveMembers.pageInfo;
    const rest = (await app.data(admin, MEMBERS, { id: top, after: endCursor })).group.effectiveMembers;
    expect([rest.pageInfo.hasNextPage, rest.edges]).toEqual([false, [{ node: { id: third }, via: [{ id: beside }] }]]);
    const last = (await app.data(admin, MEMBERS, { id: top, last: 2 })).group.effectiveMembers;
    expect(last.edges.map(({ node }: { node: object }) => node)).toEqual([{ id: second }, { id: third }]);
    const { nodes } = (await app.data(admin, GROUPS, { ids: people })).users;
    expect(ids(nodes[2].groups.nodes)).toEqual([inner, beside]);
    expect(nodes[2].effectiveGroups).toEqual({
      totalCount: 4,
      edges: [
        { node: { id: top }, via: [{ id: beside }] },
        { node: { id: middle }, via: [{ id: inner }] },
        { node: { id: inner }, via: [] },
        { node: { id: beside }, via: [] },
      ],
    });
    expect(ids(nodes[1].named.nodes)).toEqual([top]);
  });

  it('take the same statements for one level as for eight, and for one user as for many', async () => {
    const user = await newUser();
    const [shallow, deep] = [await chain(1), await chain(9)];
    const others = [await newUser(), await newUser()];
    const join = (group: string, who: readonly string[]) =>
      app.data(
        admin,
        'mutation ($id: ID!, $ids: [ID!]!) { addGroupMembers(id: $id, userIds: $ids) { changedCount } }',
        {
          id: group,
          ids: who,
        },
      );
    await join(shallow[0]!, [user]);
    await join(deep[8]!, others);
    const counted = async (document: string, variables: object) =>
      (await queriesOf(() => app.data(admin, document, variables))).length;
    await nest(await newGroup(), shallow);
    expect(await counted(GROUPS, { ids: others })).toBe(await counted(GROUPS, { ids: [user] }));
    const { outerGroups } = (
      await app.data(admin, 'query ($id: ID!) { group(id: $id) { outerGroups { nodes { id } } } }', { id: shallow[0] })
    ).group;
    expect(await counted(MEMBERS, { id: deep[0] })).toBe(await counted(MEMBERS, { id: outerGroups.nodes[0].id }));
  });

  it('are those of the viewer’s own customer', async () => {
    const id = await newGroup();
    const theirs = await app.token('admin', await app.newCustomer());
    const { body } = await app.graphql(theirs, MEMBERS, { id });
    expect(body.data.group).toBeNull();
    const made = await app.data(theirs, 'mutation { createGroup(input: { name: "Theirs" }) { group { id } } }');
    const text = `mutation ($id: ID!, $inner: ID!) { addMemberGroups(id: $id, groupIds: [$inner]) { results { error { code } } } }`;
    const attempt = (token: string, outer: string, inner: string) =>
      app
        .graphql(token, text, { id: outer, inner })
        .then(({ body: answer }) => answer.errors?.[0].extensions ?? answer.data.addMemberGroups.results[0].error);
    for (const [token, outer, inner] of [
      [admin, id, made.createGroup.group.id],
      [theirs, made.createGroup.group.id, id],
      [admin, made.createGroup.group.id, id],
    ])
      expect(await attempt(token, outer, inner)).toMatchObject({ code: 'GROUP_NOT_FOUND' });
  });
});
