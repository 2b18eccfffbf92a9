import { defineEntity, p } from '@mikro-orm/core';
import { toOne } from '../../ground/kernel/entity.ts';
import { version } from '../../ground/kernel/version.ts';
import { listIndex } from '../../ground/lists/list-index.ts';
import { searchIndex, searchText } from '../../ground/lists/search-text.ts';
import type { Api } from '../apis/api.entity.ts';
import type { ApiScope } from '../apis/api-scope.entity.ts';
import type { Customer } from '../customers/customer.entity.ts';

/** Where a role belongs: to one API, to the customer, or to the template of all organizations. */
export const ROLE_KINDS = ['api', 'customer', 'organization'] as const;
export type RoleKind = (typeof ROLE_KINDS)[number];

const NO_API = `coalesce("api_id", '00000000-0000-0000-0000-000000000000'::uuid)`;

const RoleSchema = defineEntity({
  name: 'Role',
  tableName: 'roles',
  properties: {
    id: p.uuid().primary(),
    customerId: p.uuid(),
    customer: () => toOne<Customer>('Customer', 'customer_id'),
    kind: p.text().$type<RoleKind>().check("kind in ('api', 'customer', 'organization')"),
    /** The API of a role of the kind `api`; null for others. */
    apiId: p.uuid().nullable(),
    api: () => toOne<Api>('Api', 'api_id').nullable(),
    /** Unique within the API, or among the customer's other roles. */
    name: p.text(),
    description: p.text().default(''),
    searchText: searchText(),
    version: version(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
  checks: [{ name: 'roles_api_check', expression: "(kind = 'api') = (api_id is not null)" }],
  uniques: [{ name: 'roles_customer_id_id_key', properties: ['customerId', 'id'] }],
  indexes: [
    {
      name: 'roles_name_key',
      expression: `create unique index "roles_name_key" on "roles" ("customer_id", ${NO_API}, "name")`,
    },
    {
      name: 'roles_api_id_index',
      expression: 'create index "roles_api_id_index" on "roles" ("customer_id", "api_id") where "api_id" is not null',
    },
    listIndex('roles', 'name', 'search_folded("name") collate "C"'),
    listIndex('roles', 'created_at', '"created_at"'),
    listIndex('roles', 'updated_at', '"updated_at"'),
    searchIndex('roles'),
  ],
});

/** A named set of scopes of APIs, which users, groups and service accounts can have. */
export class Role extends RoleSchema.class {}
RoleSchema.setClass(Role);

const RolePermissionSchema = defineEntity({
  name: 'RolePermission',
  tableName: 'role_permissions',
  properties: {
    roleId: p.uuid().primary(),
    role: () => toOne<Role>('Role', 'role_id'),
    customerId: p.uuid().primary(),
    customer: () => toOne<Customer>('Customer', 'customer_id'),
    scopeId: p.uuid().primary(),
    scope: () => toOne<ApiScope>('ApiScope', 'scope_id'),
  },
  indexes: [{ name: 'role_permissions_scope_id_index', properties: ['scopeId', 'customerId', 'roleId'] }],
});

/** A scope of an API that a role allows. */
export class RolePermission extends RolePermissionSchema.class {}
RolePermissionSchema.setClass(RolePermission);
