import type { EntityManager } from '@mikro-orm/postgresql';
import { entityNamed } from '../../ground/kernel/entity.ts';
import type { RolePermission } from '../roles/role.entity.ts';
import { ClientScope, type ApiScope } from './api-scope.entity.ts';

/** How many of each end with a scope. */
export interface ScopeUse {
  /** Clients that have it. */
  readonly clients: number;
  /** Roles that allow it. */
  readonly roles: number;
}

/** Counts what ends with the scope. */
export async function scopeUse(em: EntityManager, { customerId, id: scopeId }: ApiScope): Promise<ScopeUse> {
  const where = { customerId, scopeId };
  const clients = await em.count(ClientScope, where);
  return { clients, roles: await em.count(entityNamed<RolePermission>('RolePermission'), where) };
}
