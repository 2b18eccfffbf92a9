/**
 * Roles: named sets of scopes of APIs, and who has them: users, groups and service accounts, everywhere or for one
 * organization, without end or until a time. The only writer of `roles`, `role_permissions` and `role_assignments`.
 */
export { RoleAssignmentService, type AssignmentResult } from './role-assignment.service.ts';
export { Role, RolePermission } from './role.entity.ts';
export { RoleAssignment } from './role-assignment.entity.ts';
export { RoleService } from './role.service.ts';
export { rolePolicy } from './role.policy.ts';
