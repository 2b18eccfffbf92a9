import { permit, type Permit, type SignedIn, type Viewer } from '../../kernel/access.ts';
import type { Settings } from '../../kernel/runtime.ts';

export type GroupRead = Permit<'group:read'>;
export type GroupWrite = Permit<'group:write'>;
export type GroupDelete = Permit<'group:delete'>;

type Rules = Settings['groups'];

// By default every user manages the groups of their customer, as documented; GROUPS_MANAGED_BY=admins narrows that.
const manages = (viewer: SignedIn, rules: Rules): boolean =>
  viewer.kind === 'system' || (viewer.kind === 'user' && (rules.managedBy === 'members' || viewer.role === 'admin'));

const holds = (viewer: SignedIn, scope: 'read' | 'write' | 'admin'): boolean =>
  viewer.kind === 'client' && viewer.scopes.has(scope);

/** Who may do what to groups and their memberships. */
export const groupPolicy = {
  read: (viewer: Viewer): GroupRead =>
    permit('group:read', viewer, (known) => known.kind !== 'client' || known.scopes.has('read')),
  write: (viewer: Viewer, rules: Rules): GroupWrite =>
    permit('group:write', viewer, (known) => holds(known, 'write') || manages(known, rules)),
  delete: (viewer: Viewer, rules: Rules): GroupDelete =>
    permit('group:delete', viewer, (known) => holds(known, 'admin') || manages(known, rules)),
};
