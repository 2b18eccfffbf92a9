import {
  administers,
  isUserOrAdministers,
  permit,
  type Permit,
  type Scope,
  type SignedIn,
  type Viewer,
} from '../../ground/kernel/access.ts';
import type { AppError } from '../../ground/kernel/errors.ts';
import type { Settings } from '../../ground/kernel/runtime.ts';
import { groupErrors } from './errors.ts';

export type GroupRead = Permit<'group:read'>;
export type GroupWrite = Permit<'group:write'> & Reach;
export type GroupDelete = Permit<'group:delete'> & Reach;

/** Which groups a permit is for. */
interface Reach {
  /**
   * Whether also for those that lend their members something: an organization to act for, or a place in the customer's
   * second-factor policy. Whoever could not give or take that directly may not do it by a group either.
   */
  readonly reachesLending: boolean;
  /** Whether also for those that have a role. Only `admin` gives roles. */
  readonly reachesRoles: boolean;
}

/** What a group lends its members. */
export interface Lent {
  /** Whether it lends an organization, or has a place in the second-factor policy. */
  readonly lends: boolean;
  readonly hasRole: boolean;
}

type Rules = Settings['groups'];

// By default every user manages the groups of their customer, as documented. With GROUPS_MANAGED_BY=admins, only
// administrators do.
const manages = (viewer: SignedIn, { managedBy }: Rules, scope: Scope): boolean =>
  managedBy === 'members' ? isUserOrAdministers(viewer, scope) : administers(viewer, scope);

/** The most groups of a user: when an administrator adds the user, and when a member does. */
export const GROUPS_PER_USER = 1000;
export const GROUPS_PER_USER_BY_MEMBERS = 100;

/** Who may do what to groups and their memberships. */
export const groupPolicy = {
  /** How many groups the viewer may add a user to. Userinfo grows with each group. */
  groupsPerUser: (viewer: Viewer): number =>
    administers(viewer, 'write') ? GROUPS_PER_USER : GROUPS_PER_USER_BY_MEMBERS,
  read: (viewer: Viewer): GroupRead => permit('group:read', viewer, (known) => isUserOrAdministers(known, 'read')),
  write: (viewer: Viewer, rules: Rules): GroupWrite => ({
    ...permit('group:write', viewer, (known) => manages(known, rules, 'write')),
    reachesLending: administers(viewer, 'write'),
    reachesRoles: administers(viewer, 'admin'),
  }),
  delete: (viewer: Viewer, rules: Rules): GroupDelete => ({
    ...permit('group:delete', viewer, (known) => manages(known, rules, 'admin')),
    reachesLending: administers(viewer, 'admin'),
    reachesRoles: administers(viewer, 'admin'),
  }),
  /** Of any group, for whoever creates and changes users. */
  place: (viewer: Viewer): GroupWrite => ({
    ...permit('group:write', viewer, (known) => administers(known, 'write')),
    reachesLending: true,
    reachesRoles: administers(viewer, 'admin'),
  }),
  /** Why the permit does not reach a group; null if it does. */
  refusal: ({ reachesLending, reachesRoles }: Reach, { lends, hasRole }: Lent): AppError | null =>
    (lends && !reachesLending) || (hasRole && !reachesRoles) ? groupErrors.GROUP_LENDS() : null,
};
