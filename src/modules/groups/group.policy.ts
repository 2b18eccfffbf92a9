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

// By default every user manages the groups of their customer, as documented; GROUPS_MANAGED_BY=admins makes it a part of
// administration.
const manages = (viewer: SignedIn, { managedBy }: Rules, scope: Scope): boolean =>
  managedBy === 'members' ? isUserOrAdministers(viewer, scope) : administers(viewer, scope);

/** The most groups a user is made a member of: by who administers, and by members. */
export const GROUPS_PER_USER = 1000;
export const GROUPS_PER_USER_BY_MEMBERS = 100;

/** Who may do what to groups and their memberships. */
export const groupPolicy = {
  /** How many groups a user may be in for the viewer to add one: what is told of a user grows with each. */
  groupsPerUser: (viewer: Viewer): number =>
    administers(viewer, 'write') ? GROUPS_PER_USER : GROUPS_PER_USER_BY_MEMBERS,
  read: (viewer: Viewer): GroupRead => permit('group:read', viewer, (known) => isUserOrAdministers(known, 'read')),
  write: (viewer: Viewer, rules: Rules): GroupWrite =>
    permit('group:write', viewer, (known) => manages(known, rules, 'write')),
  delete: (viewer: Viewer, rules: Rules): GroupDelete =>
    permit('group:delete', viewer, (known) => manages(known, rules, 'admin')),
};
