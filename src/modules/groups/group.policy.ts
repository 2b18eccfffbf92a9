import {
  administers,
  isUserOrAdministers,
  permit,
  type Permit,
  type Scope,
  type SignedIn,
  type Viewer,
} from '../../kernel/access.ts';
import type { Settings } from '../../kernel/runtime.ts';

export type GroupRead = Permit<'group:read'>;
export type GroupWrite = Permit<'group:write'>;
export type GroupDelete = Permit<'group:delete'>;

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
  write: (viewer: Viewer, rules: Rules): GroupWrite =>
    permit('group:write', viewer, (known) => manages(known, rules, 'write')),
  delete: (viewer: Viewer, rules: Rules): GroupDelete =>
    permit('group:delete', viewer, (known) => manages(known, rules, 'admin')),
};
