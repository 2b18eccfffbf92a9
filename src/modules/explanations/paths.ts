import type { PERMITTED, SubjectKind } from '../access/index.ts';
import type { AllowingRole, GroupAround, StoredAssignment } from './surroundings.ts';

/** The most paths that an explanation tells, and the most links that are missing. */
export const TOLD_MAX = 100;

export const STEP_KINDS = ['user', 'group', 'client', 'role', 'scope'] as const;

/** A step of a path. */
export interface Step {
  readonly kind: (typeof STEP_KINDS)[number];
  readonly nodeId: string;
  readonly name: string;
  /** Whether only the question says that the subject has it. */
  readonly isSupposed: boolean;
  /** Where a role is assigned. Null for everywhere, and for other steps. */
  readonly organizationId: string | null;
  /** When the assignment of a role ends. Null for no end, and for other steps. */
  readonly expiresAt: Date | null;
}

/** A path from the subject to the scope. */
export interface Path {
  readonly kind: (typeof PERMITTED)[number];
  readonly steps: readonly Step[];
}

export const GAP_KINDS = ['not_held', 'ended', 'other_organization'] as const;

/** A link that is missing: why a role that allows the scope does not count. */
export interface Gap {
  readonly kind: (typeof GAP_KINDS)[number];
  /** The role. */
  readonly step: Step;
  /** What has the role, or had it. Null if the subject has it by nothing. */
  readonly holder: Step | null;
}

/** An assignment, which may be one of the question alone. */
export interface Held extends StoredAssignment {
  readonly isSupposed: boolean;
}

/** The subject, the groups around it and the roles that it has by them. */
export interface Surroundings {
  readonly subject: Step;
  /** The groups that it is in itself, and whether only by the question. */
  readonly direct: ReadonlyMap<string, boolean>;
  readonly groups: ReadonlyMap<string, GroupAround>;
  readonly roles: readonly AllowingRole[];
  readonly held: readonly Held[];
}

export const stepOf = (
  kind: SubjectKind | Step['kind'],
  { id, name }: { readonly id: string; readonly name: string },
  more: Partial<Step> = {},
): Step => ({ kind, nodeId: id, name, isSupposed: false, organizationId: null, expiresAt: null, ...more });

const hasEnded = ({ expiresAt }: StoredAssignment, now: Date): boolean => expiresAt !== null && expiresAt <= now;
const isElsewhere = (held: StoredAssignment, organizationId: string | null): boolean =>
  held.organizationId !== null && held.organizationId !== organizationId;

/** The assignments that count: the same as `applies` says to the database. */
export const counting = ({ held }: Surroundings, organizationId: string | null, now: Date): readonly Held[] =>
  held.filter((each) => !isElsewhere(each, organizationId) && !hasEnded(each, now));

const roleStep = (roles: ReadonlyMap<string, AllowingRole>, held: Held): Step => {
  const { isSupposed, organizationId, expiresAt } = held;
  return stepOf('role', roles.get(held.accessRoleId)!, { isSupposed, organizationId, expiresAt });
};

const byId = (roles: readonly AllowingRole[]): ReadonlyMap<string, AllowingRole> =>
  new Map(roles.map((role) => [role.id, role]));

/** The paths by roles, up to one more than are told. The shortest come first. */
export function pathsByRoles(around: Surroundings, counted: readonly Held[], scope: Step): Path[] {
  const roles = byId(around.roles);
  const inner = innerGroups(around);
  const found: Path[] = [];
  for (const held of counted)
    for (const route of held.groupId === null ? [[]] : routesTo(held.groupId, around, inner)) {
      found.push({ kind: 'role', steps: [around.subject, ...route, roleStep(roles, held), scope] });
      if (found.length > TOLD_MAX) return found.toSorted(byLength);
    }
  return found.toSorted(byLength);
}

const byLength = (one: Path, other: Path): number => one.steps.length - other.steps.length;

/** The groups around the subject that are in each group themselves. */
function innerGroups({ groups }: Surroundings): ReadonlyMap<string, readonly string[]> {
  const inner = new Map<string, string[]>();
  for (const { id, outer } of groups.values())
    for (const each of outer) inner.set(each, [...(inner.get(each) ?? []), id]);
  return inner;
}

/** Every way from the subject to a group. All groups around the subject can be reached, so that no walk is in vain. */
function* routesTo(
  id: string,
  around: Surroundings,
  inner: ReadonlyMap<string, readonly string[]>,
): Generator<readonly Step[]> {
  const group = around.groups.get(id)!;
  const isSupposed = around.direct.get(id);
  if (isSupposed !== undefined) yield [stepOf('group', group, { isSupposed })];
  for (const each of inner.get(id) ?? [])
    for (const route of routesTo(each, around, inner)) yield [...route, stepOf('group', group)];
}

/** Why none of the roles that allow the scope counts, up to one more than are told. Roles that the subject has come first. */
export function gapsOf({ subject, groups, roles, held }: Surroundings, organizationId: string | null): Gap[] {
  const known = byId(roles);
  const holding = held.map((each): Gap => {
    const group = each.groupId === null ? undefined : groups.get(each.groupId);
    return {
      kind: isElsewhere(each, organizationId) ? 'other_organization' : 'ended',
      step: roleStep(known, each),
      holder: group ? stepOf('group', group) : subject,
    };
  });
  const having = new Set(held.map(({ accessRoleId }) => accessRoleId));
  const others = roles.filter(({ id }) => !having.has(id)).slice(0, TOLD_MAX + 1);
  const missing = others.map((role): Gap => ({ kind: 'not_held', step: stepOf('role', role), holder: null }));
  return [...holding, ...missing].slice(0, TOLD_MAX + 1);
}
