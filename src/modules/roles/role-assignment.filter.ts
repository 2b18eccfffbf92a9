import { sql } from '@mikro-orm/postgresql';
import { Filter, keyOf, Listing, one, RANKS, reference, rowId, state, time } from '../../ground/lists/filter/index.ts';
import { RoleAssignment } from './role-assignment.entity.ts';
import { roleFilter } from './role.filter.ts';
import { rolePolicy } from './role.policy.ts';

// An index finds what belongs to one role, holder or organization. These values are compared in that.
const keys = {
  roleId: keyOf(RoleAssignment, 'roleId'),
  organizationId: keyOf(RoleAssignment, 'organizationId'),
  expiresAt: keyOf(RoleAssignment, 'expiresAt'),
  createdAt: keyOf(RoleAssignment, 'createdAt'),
};
const holder = { path: 'holder', rank: RANKS.choice };

/** What assignments of roles are filtered by. */
const assignmentFilter = new Filter(
  RoleAssignment,
  'RoleAssignment',
  { noun: 'assignments of roles', read: rolePolicy.read },
  {
    id: rowId('uuid', { description: 'The assignment’s id.' }),
    holder: state('RoleHolderKind', { description: 'What has the role.' }, () => ({
      user: { ...holder, check: sql`e.user_id is not null` },
      group: { ...holder, check: sql`e.group_id is not null` },
      client: { ...holder, check: sql`e.client_id is not null` },
    })),
    accessRoleId: reference(keys.roleId, { description: 'The role.' }),
    accessRole: one(keys.roleId, () => roleFilter, { description: 'The role.' }),
    organizationId: reference(keys.organizationId, {
      description: 'The organization for which the holder has the role. Missing if it is everywhere.',
    }),
    expiresAt: time(keys.expiresAt, { description: 'When the assignment ends. Missing if it does not.' }),
    createdAt: time(keys.createdAt, { description: 'When the role was assigned.' }),
  },
);

/** Assignments of roles as a list, oldest first. */
export const assignmentListing = new Listing(RoleAssignment, 'RoleAssignment', assignmentFilter, {
  CREATED_AT: { key: keys.createdAt, description: 'When the role was assigned.' },
  EXPIRES_AT: { key: keys.expiresAt, description: 'When the assignment ends.' },
});
