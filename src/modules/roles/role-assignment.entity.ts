import { defineEntity, p } from '@mikro-orm/core';
import { toOne } from '../../ground/kernel/entity.ts';
import type { Client } from '../clients/client.entity.ts';
import type { Customer } from '../customers/customer.entity.ts';
import type { Group } from '../groups/group.entity.ts';
import type { Organization } from '../organizations/organization.entity.ts';
import type { User } from '../users/user.entity.ts';
import type { Role } from './role.entity.ts';

const NOWHERE = `coalesce("organization_id", '00000000-0000-0000-0000-000000000000'::uuid)`;

const oncePer = (holder: 'user_id' | 'group_id' | 'client_id') => ({
  name: `role_assignments_${holder}_key`,
  expression: `create unique index "role_assignments_${holder}_key" on "role_assignments" ("${holder}", "customer_id", "role_id", ${NOWHERE}) where "${holder}" is not null`,
});

const RoleAssignmentSchema = defineEntity({
  name: 'RoleAssignment',
  tableName: 'role_assignments',
  properties: {
    id: p.uuid().primary(),
    customerId: p.uuid(),
    customer: () => toOne<Customer>('Customer', 'customer_id'),
    roleId: p.uuid(),
    role: () => toOne<Role>('Role', 'role_id'),
    /** The holder: a user, a group, or a service account. The other two are null. */
    userId: p.uuid().nullable(),
    user: () => toOne<User>('User', 'user_id').nullable(),
    groupId: p.uuid().nullable(),
    group: () => toOne<Group>('Group', 'group_id').nullable(),
    clientId: p.text().nullable(),
    client: () => toOne<Client>('Client', 'client_id').nullable(),
    /** The organization for which the holder has it. Null for everywhere. */
    organizationId: p.uuid().nullable(),
    organization: () => toOne<Organization>('Organization', 'organization_id').nullable(),
    /** When it ends. Null if it does not. */
    expiresAt: p.datetime().nullable(),
    createdAt: p.datetime(),
  },
  checks: [{ name: 'role_assignments_holder_check', expression: 'num_nonnulls(user_id, group_id, client_id) = 1' }],
  uniques: [{ name: 'role_assignments_customer_id_id_key', properties: ['customerId', 'id'] }],
  indexes: [
    oncePer('user_id'),
    oncePer('group_id'),
    oncePer('client_id'),
    { name: 'role_assignments_role_id_index', properties: ['roleId', 'customerId', 'id'] },
    {
      name: 'role_assignments_role_user_index',
      expression:
        'create index "role_assignments_role_user_index" on "role_assignments" ("role_id", "user_id") where "user_id" is not null',
    },
    {
      name: 'role_assignments_organization_id_index',
      expression:
        'create index "role_assignments_organization_id_index" on "role_assignments" ("organization_id", "customer_id") where "organization_id" is not null',
    },
    {
      name: 'role_assignments_expires_at_index',
      expression:
        'create index "role_assignments_expires_at_index" on "role_assignments" ("expires_at") where "expires_at" is not null',
    },
  ],
});

/** A role that a user, a group or a service account has: everywhere, or for one organization. */
export class RoleAssignment extends RoleAssignmentSchema.class {}
RoleAssignmentSchema.setClass(RoleAssignment);
