/** What the documentation says of decisions, for graphs of a few users, groups and roles: nothing but loops, and no database. */

export const USERS = 3;
export const GROUPS = 4;
export const ROLES = 3;
/** The scopes of two APIs, which have the same names. */
export const SCOPES = [
  { api: 0, name: 'a' },
  { api: 0, name: 'b' },
  { api: 1, name: 'a' },
  { api: 1, name: 'b' },
] as const;
/** No organization, or one of two. */
export const PLACES = [null, 0, 1] as const;
export type Place = (typeof PLACES)[number];

export interface Subject {
  readonly kind: 'user' | 'group' | 'client';
  readonly at: number;
}

const subjects = (kind: Subject['kind'], count: number): Subject[] =>
  Array.from({ length: count }, (_, at) => ({ kind, at }));

/** Everybody there is to ask about. There is one service account. */
export const SUBJECTS: readonly Subject[] = [
  ...subjects('user', USERS),
  ...subjects('group', GROUPS),
  ...subjects('client', 1),
];

interface Assignment {
  readonly role: number;
  readonly holder: Subject;
  readonly place: Place;
  /** In hours from now. */
  readonly end: -1 | 1 | null;
}

/** Users, groups, scopes and so on are known by their places in lists. */
export interface Graph {
  /** Of each API, whether its users need roles. */
  readonly wantsRole: readonly boolean[];
  readonly isActive: readonly boolean[];
  /** The organizations of users, and those of groups. */
  readonly homes: readonly Place[];
  readonly places: readonly Place[];
  /** Of each role, the API that it belongs to, or null for the customer, and the scopes that it allows. */
  readonly roles: readonly { readonly of: 0 | 1 | null; readonly allows: readonly number[] }[];
  readonly memberships: readonly (readonly [group: number, user: number])[];
  readonly nestings: readonly (readonly [outer: number, inner: number])[];
  /** The scopes that the service account was given. */
  readonly given: readonly number[];
  readonly assignments: readonly Assignment[];
}

/** What is supposed of the first user. */
export interface Supposed {
  readonly joins: number;
  readonly leaves: number;
  readonly gets: number;
  readonly loses: number;
}

/** The groups that the subject is in or is, one step after the other. */
function groupsOf(graph: Graph, { kind, at }: Subject): Set<number> {
  const all = new Set(kind === 'group' ? [at] : []);
  if (kind === 'user') for (const [group, user] of graph.memberships) if (user === at) all.add(group);
  for (let round = 0; round < GROUPS; round += 1)
    for (const [outer, inner] of graph.nestings) if (all.has(inner)) all.add(outer);
  return all;
}

/** Whether the user can act in the organization. */
export function belongs(graph: Graph, user: number, place: Place): boolean {
  if (place === null || graph.homes[user] === place) return true;
  return [...groupsOf(graph, { kind: 'user', at: user })].some((group) => graph.places[group] === place);
}

/** Whether the subject has a role with the scope that counts there and now. */
function hasRole(graph: Graph, subject: Subject, scope: number, place: Place): boolean {
  const groups = groupsOf(graph, subject);
  return graph.assignments.some(({ role, holder, place: where, end }) => {
    const isHeld = holder.kind === 'group' ? groups.has(holder.at) : isSame(holder, subject);
    return isHeld && end !== -1 && (where === null || where === place) && graph.roles[role]!.allows.includes(scope);
  });
}

const isSame = (one: Subject, other: Subject): boolean => one.kind === other.kind && one.at === other.at;

const PERMITTED: ReadonlySet<string> = new Set(['role', 'given', 'everybody']);

/** Why the subject may use the scope, or may not. */
export function reasonOf(graph: Graph, subject: Subject, scope: number, place: Place): string {
  const { kind, at } = subject;
  if (kind === 'user' && !graph.isActive[at]) return 'inactive_subject';
  if (kind === 'user' && !belongs(graph, at, place)) return 'not_in_organization';
  if (kind !== 'client' && !graph.wantsRole[SCOPES[scope]!.api]) return 'everybody';
  if (hasRole(graph, subject, scope, place)) return 'role';
  return kind === 'client' && graph.given.includes(scope) ? 'given' : 'no_role';
}

/** Whether the subject may use the scope. */
export const may = (...asked: Parameters<typeof reasonOf>): boolean => PERMITTED.has(reasonOf(...asked));

/** The graph as it would be. Roles are supposed everywhere, not for an organization. */
export function suppose(graph: Graph, { joins, leaves, gets, loses }: Supposed): Graph {
  const holder: Subject = { kind: 'user', at: 0 };
  const isOf = ({ role, holder: has, place }: Assignment, supposed: number): boolean =>
    role === supposed && isSame(has, holder) && place === null;
  const kept = graph.assignments.filter((each) => !isOf(each, loses) && !isOf(each, gets));
  return {
    ...graph,
    memberships: [...graph.memberships.filter(([group, user]) => group !== leaves || user !== 0), [joins, 0]],
    assignments: [...kept, { role: gets, holder, place: null, end: null }],
  };
}
