import type { Module } from '../../ground/jobs/module.ts';
import { Role, RolePermission } from './role.entity.ts';
import { RoleAssignment } from './role-assignment.entity.ts';

export const rolesModule: Module = {
  entities: [Role, RolePermission, RoleAssignment],
  background: async () => (await import('./background.ts')).background,
};
