import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { useApp } from '../support/app.ts';
import { Authority, type Holder } from '../support/authority.ts';
import { buildConfidential, buildUser, SECRET } from '../support/builders.ts';

const app = useApp();
const USERS = 4;
const GROUPS = 5;
const ROLES = 3;
const SCOPES = ['a', 'b', 'c'] as const;
const HOUR = 3_600_000;

const user = fc.nat(USERS - 1);
const group = fc.nat(GROUPS - 1);
const role = fc.nat(ROLES - 1);

/** Who is in which group, which group in which, and who has which role, where and how long. Inner groups have the higher number. */
const graphs = fc.record({
  requiresRole: fc.boolean(),
  homes: fc.array(fc.option(fc.nat(1)), { minLength: USERS, maxLength: USERS }),
  places: fc.array(fc.option(fc.nat(1)), { minLength: GROUPS, maxLength: GROUPS }),
  allows: fc.array(fc.subarray([...SCOPES]), { minLength: ROLES, maxLength: ROLES }),
  memberships: fc.uniqueArray(fc.tuple(group, user), { selector: String, maxLength: 8 }),
  nestings: fc.uniqueArray(
    fc.tuple(group, group).filter(([outer, inner]) => outer < inner),
    { selector: String, maxLength: 6 },
  ),
  assignments: fc.uniqueArray(
    fc.record({
      role,
      holder: fc.oneof(fc.tuple(fc.constant('user' as const), user), fc.tuple(fc.constant('group' as const), group)),
      place: fc.option(fc.nat(1)),
      /** In hours from now. */
      end: fc.constantFrom(null, -1, 1),
    }),
    { selector: ({ role: of, holder, place }) => String([of, holder, place]), maxLength: 6 },
  ),
  /** What is supposed of the first user. */
  supposed: fc.record({ joins: group, leaves: group, gets: role, loses: role }),
});
type Graph = typeof graphs extends fc.Arbitrary<infer G> ? G : never;

/** The groups that some groups are in, however deep, one step after the other. */
function around(graph: Graph, direct: readonly number[]): Set<number> {
  const all = new Set(direct);
  for (let size = -1; size < all.size;)
    for (const [outer, inner] of ((size = all.size), graph.nestings)) if (all.has(inner)) all.add(outer);
  return all;
}

/** What the documentation says, without a database. */
function mayByModel(graph: Graph, kind: 'user' | 'group', at: number, scope: string, place: number | null): boolean {
  const direct = kind === 'group' ? [at] : graph.memberships.filter(([, who]) => who === at).map(([of]) => of);
  const groups = around(graph, direct);
  const belongs = place === null || graph.homes[at] === place || [...groups].some((of) => graph.places[of] === place);
  if (kind === 'user' && !belongs) return false;
  if (!graph.requiresRole) return true;
  return graph.assignments.some(
    ({ role: of, holder: [holding, who], place: where, end }) =>
      graph.allows[of]!.includes(scope as 'a') &&
      (holding === 'group' ? groups.has(who) : kind === 'user' && who === at) &&
      (where === null || where === place) &&
      end !== -1,
  );
}

/** The graph as it would be. */
function suppose(graph: Graph): Graph {
  const { joins, leaves, gets, loses } = graph.supposed;
  const holder: [kind: 'user', who: number] = ['user', 0];
  const isOwn = ({ role: of, holder: [kind, who], place }: Graph['assignments'][number], which: number): boolean =>
    of === which && kind === 'user' && who === 0 && place === null;
  const kept = graph.assignments.filter((each) => !isOwn(each, loses) && !isOwn(each, gets));
  return {
    ...graph,
    memberships: [...graph.memberships.filter(([of, who]) => of !== leaves || who !== 0), [joins, 0]],
    assignments: [...kept, { role: gets, holder, place: null, end: null }],
  };
}

interface Told {
  readonly allowed: boolean;
  readonly reason: string;
  readonly paths: readonly { readonly steps: readonly { readonly kind: string }[] }[];
}

/** Whether an explanation has a path exactly if the answer is yes, each from the subject to the scope. */
function isWhole({ allowed, reason, paths }: Told): boolean {
  const shown = paths.map(({ steps }) => steps.map(({ kind }) => kind).join(' '));
  const expected = reason === 'ROLE' ? /^(?:USER|GROUP)(?: GROUP)* ROLE SCOPE$/ : /^(?:USER|GROUP) SCOPE$/;
  return allowed === paths.length > 0 && shown.every((each) => expected.test(each));
}

let made = 0;

/** Writes the graph, with an API of its own, and asks everything there is to ask. */
async function agrees(graph: Graph, token: string, read: string): Promise<void> {
  const authority = new Authority(app);
  const n = `${(made += 1)}`;
  const organizations = [await authority.organization(`o${n}`), await authority.organization(`p${n}`)];
  const idOf = (place: number | null | undefined): string | null => (place == null ? null : organizations[place]!);
  const api = await authority.api(`https://${n}.example`, SCOPES, graph.requiresRole);
  const users: string[] = [];
  for (const home of graph.homes) users.push((await buildUser(app, { organizationId: idOf(home) })).id);
  const groups: string[] = [];
  for (const [at, place] of graph.places.entries()) groups.push(await authority.group(`g${n}-${at}`, idOf(place)));
  const roles: string[] = [];
  for (const [at, allows] of graph.allows.entries())
    roles.push(await authority.role(`r${n}-${at}`, allows.map(api.scope)));
  for (const [of, who] of graph.memberships) await authority.join(groups[of]!, users[who]!);
  for (const [outer, inner] of graph.nestings) await authority.nest(groups[outer]!, groups[inner]!);
  for (const { role: of, holder, place, end } of graph.assignments) {
    const [kind, who] = holder;
    const to: Holder = kind === 'user' ? { user: users[who]! } : { group: groups[who]! };
    const until = end === null ? null : new Date(app.clock.now().getTime() + end * HOUR);
    await authority.assign(roles[of]!, to, { organization: idOf(place), until });
  }

  const resource = { type: 'api', id: api.identifier };
  const ids = { user: users, group: groups };
  const asked = (['user', 'group'] as const).flatMap((kind) =>
    ids[kind].flatMap((id, at) =>
      SCOPES.flatMap((scope) =>
        [null, 0, 1].map((place) => ({ kind, id, scope, place, may: mayByModel(graph, kind, at, scope, place) })),
      ),
    ),
  );
  const contextOf = (place: number | null) => (place === null ? {} : { context: { organization: idOf(place) } });
  const evaluations = asked.map(({ kind, id, scope, place }) => ({
    subject: { type: kind, id },
    action: { name: scope },
    ...contextOf(place),
  }));
  const { body } = await app.send('POST', '/access/v1/evaluations', { token, body: { resource, evaluations } });
  const told = body.evaluations as { decision: boolean }[];
  expect(asked.map((each, at) => ({ ...each, may: told[at]!.decision }))).toEqual(asked);

  /** The explanations of all scopes everywhere, by one document. */
  const explained = async (kind: string, id: string, whatIf: object | null): Promise<Told[]> => {
    const questions = SCOPES.flatMap((scope) => [null, 0, 1].map((place) => ({ scope, place })));
    const fields = questions.map(
      ({ scope, place }, at) =>
        `q${at}: explainAccess(subject: $subject, api: "${api.id}", scope: "${scope}", whatIf: $whatIf${place === null ? '' : `, organizationId: "${idOf(place)}"`}) { allowed reason paths { steps { kind } } }`,
    );
    const query = `query ($subject: AccessSubjectInput!, $whatIf: AccessWhatIfInput) { ${fields.join(' ')} }`;
    const data = await app.data(read, query, { subject: { kind: kind.toUpperCase(), id }, whatIf });
    return questions.map((_, at) => data[`q${at}`]);
  };
  const explanations: Told[] = [];
  for (const kind of ['user', 'group'] as const)
    for (const id of ids[kind]) explanations.push(...(await explained(kind, id, null)));
  expect(asked.map((each, at) => ({ ...each, may: explanations[at]!.allowed }))).toEqual(asked);
  const { joins, leaves, gets, loses } = graph.supposed;
  const supposing = await explained('user', users[0]!, {
    addGroupIds: [groups[joins]],
    removeGroupIds: [groups[leaves]],
    addRoles: [{ accessRoleId: roles[gets] }],
    removeRoles: [{ accessRoleId: roles[loses] }],
  });
  const there = suppose(graph);
  const expectedThere = SCOPES.flatMap((scope) =>
    [null, 0, 1].map((place) => mayByModel(there, 'user', 0, scope, place)),
  );
  expect(supposing.map(({ allowed }) => allowed)).toEqual(expectedThere);
  expect([...explanations, ...supposing].filter((each) => !isWhole(each))).toEqual([]);

  for (const place of [null, 0])
    for (const scope of SCOPES) {
      const of = { resource, action: { name: scope }, ...contextOf(place) };
      const answer = await app.send('POST', '/access/v1/search/subject', {
        token,
        body: { ...of, subject: { type: 'user', properties: { identifier: 'id' } } },
      });
      const found = new Set((answer.body.results as { id: string }[]).map(({ id }) => id));
      const expected = asked.filter((each) => each.kind === 'user' && each.scope === scope && each.place === place);
      // Users of other graphs may use an API that wants no role.
      expect(expected.map(({ id, may }) => [id, may])).toEqual(
        expected.map(({ id }) => [id, found.has(id) || (!graph.requiresRole && place === null)]),
      );
    }
}

it('decisions, explanations and searches are those of a naive model, for any groups, roles, ends and organizations', async () => {
  const { id } = await buildConfidential(app, { grantTypes: ['client_credentials'], scopes: ['authz'] });
  const credentials = { clientId: id, clientSecret: SECRET };
  await fc.assert(
    fc.asyncProperty(graphs, async (graph) =>
      agrees(graph, await app.token('authz', credentials), await app.token('read')),
    ),
    { numRuns: 40 },
  );
});
