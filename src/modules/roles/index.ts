/**
 * Roles: named sets of scopes of APIs, and who has them: users, groups and service accounts, everywhere or for one
 * organization, without end or until a time. The only writer of `roles`, `role_permissions` and `role_assignments`.
 */
export { roleErrors } from './errors.ts';
export { RoleAssignment } from './role-assignment.entity.ts';
export { RoleAssignmentService, type AssignmentResult } from './role-assignment.service.ts';
export { readEnd } from './role-assignment.input.ts';
export { holderOf } from './role-holders.ts';
export { rolesByText, roleText, type NamedRole } from './role-names.ts';
export { Role, type RoleKind } from './role.entity.ts';
export { RoleService } from './role.service.ts';
export { givePlanned, planRoles, type RolePlan, type WantedRole } from './user-roles.ts';
