/** Groups in groups, in random graphs: what the product tells of them beside a naive model. */
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { useApp } from './app.ts';
import { buildClient, buildUser } from './builders.ts';
import { tokensOf } from './logins.ts';

const USERS = 3;
/** One in the other, these are as deep as groups can be. */
const GROUPS = 9;
/** Graphs that are written and read together. */
const TOGETHER = 10;

const group = fc.nat(GROUPS - 1);
/** Who is in which group, and which group in which. Inner groups have the higher number. */
const graphs = fc.record({
  memberships: fc.uniqueArray(fc.tuple(group, fc.nat(USERS - 1)), { selector: String, maxLength: 6 }),
  nestings: fc.uniqueArray(
    fc.tuple(group, group).filter(([outer, inner]) => outer < inner),
    { selector: String, maxLength: 14 },
  ),
});
type Graph = typeof graphs extends fc.Arbitrary<infer G> ? G : never;

/** Declares the test of so many times `TOGETHER` graphs, on a server of its own. */
export function testNestedGraphs(rounds: number): void {
  const app = useApp();
  let users: string[][];
  let tokens: string[];
  let admin: string;

  beforeAll(async () => {
    admin = await app.token('admin');
    const client = await buildClient(app);
    const built = await Promise.all(
      Array.from({ length: TOGETHER }, () => Promise.all(Array.from({ length: USERS }, () => buildUser(app)))),
    );
    users = built.map((each) => each.map(({ id }) => id));
    tokens = [];
    for (const [first] of built) tokens.push((await tokensOf(app, client, first!, 'openid')).access_token);
  });

  const run = (text: string, ...values: unknown[]) => app.server.database.pool.query(text, values);

  /** How many groups are between a user and each group that the user is in: nothing but loops. */
  function distances({ memberships, nestings }: Graph, user: number): Map<number, number> {
    const found = new Map(memberships.filter(([, who]) => who === user).map(([at]) => [at, 0]));
    for (let round = 0; round < GROUPS; round += 1)
      for (const [outer, inner] of nestings) {
        const distance = found.get(inner);
        if (distance !== undefined && distance + 1 < (found.get(outer) ?? Infinity)) found.set(outer, distance + 1);
      }
    return found;
  }

  interface Told {
    readonly node: { readonly id: string };
    readonly via: readonly { readonly id: string }[];
  }

  /** One graph as it is stored. */
  class Stored {
    readonly groups = Array.from({ length: GROUPS }, () => randomUUID() as string);
    readonly model: readonly ReadonlyMap<number, number>[];

    constructor(
      readonly graph: Graph,
      readonly people: readonly string[],
    ) {
      this.model = people.map((_, user) => distances(graph, user));
    }

    /** The chain leads from the user to the group, and none is shorter. */
    check(user: number, at: number, via: Told['via']): void {
      const { memberships, nestings } = this.graph;
      const path = [...via.map(({ id }) => this.groups.indexOf(id)), at];
      expect(via).toHaveLength(this.model[user]!.get(at)!);
      expect(memberships.some(([of, who]) => of === path[0] && who === user)).toBe(true);
      for (const [n, outer] of path.slice(1).entries())
        expect(nestings.some(([of, inner]) => of === outer && inner === path[n])).toBe(true);
    }
  }

  async function write(all: readonly Stored[]): Promise<void> {
    const insert = (table: string, first: string, second: string, rows: readonly (readonly [string, string])[]) =>
      run(
        `insert into ${table} (${first}, ${second}, customer_id, joined_at)
         select a, b, $3, now() from unnest($1::uuid[], $2::uuid[]) as row (a, b)`,
        rows.map(([one]) => one),
        rows.map(([, two]) => two),
        app.customer.customerId,
      );
    await run(
      `insert into groups (id, customer_id, name, created_at, updated_at) select id, $2, id, now(), now() from unnest($1::uuid[]) id`,
      all.flatMap(({ groups }) => groups),
      app.customer.customerId,
    );
    await insert(
      'group_nestings',
      'group_id',
      'member_id',
      all.flatMap(({ graph, groups }) =>
        graph.nestings.map(([outer, inner]) => [groups[outer]!, groups[inner]!] as const),
      ),
    );
    await insert(
      'memberships',
      'group_id',
      'user_id',
      all.flatMap(({ graph, groups, people: own }) =>
        graph.memberships.map(([of, who]) => [groups[of]!, own[who]!] as const),
      ),
    );
  }

  const EFFECTIVE_GROUPS = `query ($ids: [ID!]!) { users(where: { id: { in: $ids } }, first: ${TOGETHER * USERS}) { nodes {
  id effectiveGroups(first: ${GROUPS}) { totalCount edges { node { id } via { id } } }
} } }`;
  const EFFECTIVE_MEMBERS = `query ($ids: [ID!]!) { groups(where: { id: { in: $ids } }, first: ${TOGETHER * GROUPS}) { nodes {
  id effectiveMembers(first: ${USERS}) { totalCount edges { node { id } via { id } } }
} } }`;

  async function read(
    document: string,
    ids: readonly string[],
  ): Promise<Map<string, { totalCount: number; edges: Told[] }>> {
    const data = await app.data(admin, document, { ids });
    type Node = Readonly<Record<string, { totalCount: number; edges: Told[] }>> & { readonly id: string };
    const { nodes } = Object.values(data)[0] as { nodes: Node[] };
    return new Map(nodes.map((node) => [node.id, node['effectiveGroups'] ?? node['effectiveMembers']!]));
  }

  /** Writes the graphs, asks who is in which group in three ways, and deletes them. */
  async function agrees(given: readonly Graph[]): Promise<void> {
    const all = given.map((graph, n) => new Stored(graph, users[n]!));
    const groupIds = all.flatMap(({ groups }) => groups);
    await write(all);
    try {
      const byUser = await read(EFFECTIVE_GROUPS, users.flat());
      const byGroup = await read(EFFECTIVE_MEMBERS, groupIds);
      const answers = await Promise.all(tokens.map((token) => app.send('GET', '/oauth2/userinfo', { token })));
      for (const [n, stored] of all.entries()) {
        const { groups, people: own, model } = stored;
        for (const [user, id] of own.entries()) {
          const { totalCount, edges } = byUser.get(id)!;
          const expected = [...model[user]!.keys()].map((at) => groups[at]!).toSorted();
          expect([totalCount, edges.map(({ node }) => node.id)]).toEqual([expected.length, expected]);
          for (const { node, via } of edges) stored.check(user, groups.indexOf(node.id), via);
          if (user === 0) expect(answers[n]!.body.groups).toEqual(expected);
        }
        for (const [at, id] of groups.entries()) {
          const { totalCount, edges } = byGroup.get(id)!;
          const expected = own.filter((_, user) => model[user]!.has(at)).toSorted();
          expect([totalCount, edges.map(({ node }) => node.id)]).toEqual([expected.length, expected]);
          for (const { node, via } of edges) stored.check(own.indexOf(node.id), at, via);
        }
      }
    } finally {
      await run('delete from groups where id = any($1::uuid[])', groupIds);
    }
  }

  it('effective groups, effective members and userinfo are those of a naive model, for any groups in groups', async () => {
    const some = fc.array(graphs, { minLength: TOGETHER, maxLength: TOGETHER });
    await fc.assert(fc.asyncProperty(some, agrees), { seed: 8, numRuns: rounds });
  });
}
