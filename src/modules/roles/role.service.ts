import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { countLocked } from '../../ground/kernel/count-locked.ts';
import type { Transaction } from '../../ground/kernel/database.ts';
import { findListed, type ListArgs } from '../../ground/lists/filter/index.ts';
import { fault } from '../../ground/kernel/errors.ts';
import { isUuid, newId } from '../../ground/kernel/ids.ts';
import { refuse } from '../../ground/kernel/input.ts';
import type { Connection, PageArgs } from '../../ground/lists/pagination.ts';
import { checkVersion } from '../../ground/kernel/version.ts';
import { Api, ApiScope } from '../apis/index.ts';
import { audit, changesBetween } from '../audit/index.ts';
import { roleErrors } from './errors.ts';
import { holdersOf, type RoleHolders } from './role-holders.ts';
import { explain, noApi, noScope, otherScope } from './role.constraints.ts';
import { Role, RolePermission } from './role.entity.ts';
import { roleListing } from './role.filter.ts';
import { readNewRole, readRole, ROLES_MAX, type CreateRole, type UpdateRole } from './role.input.ts';
import { permissionPages, roleLoader } from './role.loader.ts';
import { rolePolicy, type RoleWrite } from './role.policy.ts';

/** How a role is deleted. */
interface RoleDeletion {
  readonly expectedVersion?: number | null | undefined;
  /** The role's name, if somebody has it. */
  readonly confirm?: string | null | undefined;
  /** Tells what would end, and changes nothing. */
  readonly dryRun?: boolean | undefined;
}

/** A deleted role, and who had it. */
export interface DeletedRole {
  readonly role: Role;
  readonly holders: RoleHolders;
}

/** Reads and changes roles for one viewer. */
export class RoleService {
  constructor(private readonly ctx: RequestContext) {}

  /** The role with this id, or null if the viewer's customer has none. */
  async find(id: string): Promise<Role | null> {
    rolePolicy.read(this.ctx.viewer);
    return isUuid(id) ? this.ctx.loader(roleLoader).load(id.toLowerCase()) : null;
  }

  /** A page of the roles that meet what a caller asks for. */
  async list(args: ListArgs): Promise<Connection<Role>> {
    const { customerId } = rolePolicy.read(this.ctx.viewer);
    return findListed(this.ctx, roleListing, customerId, args);
  }

  /** The scopes that a role allows. Whoever sees the role sees them. */
  permissions({ id }: Role, args: PageArgs): Promise<Connection<ApiScope>> {
    return permissionPages.of(this.ctx, id, args);
  }

  async create(input: CreateRole): Promise<Role> {
    return this.insert(rolePolicy.write(this.ctx.viewer), input);
  }

  async update(id: string, input: UpdateRole, expectedVersion?: number | null): Promise<Role> {
    return this.change(rolePolicy.write(this.ctx.viewer), id, input, expectedVersion);
  }

  /** Deletes the role. Whoever had it has it no longer. */
  async delete(id: string, deletion: RoleDeletion = {}): Promise<DeletedRole> {
    return this.remove(rolePolicy.write(this.ctx.viewer), id, deletion);
  }

  private async insert({ customerId }: RoleWrite, input: CreateRole): Promise<Role> {
    const { scopeIds = [], ...given } = readNewRole(input);
    const now = this.ctx.clock.now();
    return this.work(async (em, tx) => {
      if ((await countLocked(tx, Role, customerId, { customerId })) >= ROLES_MAX) throw roleErrors.TOO_MANY_ROLES();
      if (given.apiId && (await em.count(Api, { customerId, id: given.apiId })) === 0) throw noApi();
      const scopes = await scopesWith(em, customerId, given.apiId, scopeIds);
      const role = em.create(Role, {
        id: newId(now),
        customerId,
        description: '',
        ...given,
        name: given.name!,
        createdAt: now,
        updatedAt: now,
      });
      for (const { id: scopeId } of scopes) em.create(RolePermission, { roleId: role.id, customerId, scopeId });
      const { name, kind, apiId } = role;
      this.record(em, 'role.created', role, { name, kind, ...(apiId && { apiId }), permissions: namesOf(scopes) });
      return role;
    });
  }

  private async change(
    { customerId }: RoleWrite,
    id: string,
    input: UpdateRole,
    expectedVersion?: number | null,
  ): Promise<Role> {
    const { scopeIds, ...given } = readRole(input);
    if (Object.keys(given).length === 0 && !scopeIds) throw fault('input', 'no_changes');
    return this.work(async (em) => {
      const role = await lockedRole(em, customerId, id);
      checkVersion(role, expectedVersion);
      const before = { ...role };
      const permissions = scopeIds && (await changedPermissions(em, role, scopeIds));
      Object.assign(role, given, { updatedAt: this.ctx.clock.now() });
      const now = { ...role, ...permissions?.now };
      const was = { ...before, ...permissions?.before };
      this.record(em, 'role.updated', role, {
        name: role.name,
        ...changesBetween<typeof was>(was, now, [
          'name',
          'description',
          ...(permissions ? ['permissions' as never] : []),
        ]),
      });
      return role;
    });
  }

  private async remove({ customerId }: RoleWrite, id: string, deletion: RoleDeletion): Promise<DeletedRole> {
    return this.work(async (em) => {
      const role = await lockedRole(em, customerId, id);
      checkVersion(role, deletion.expectedVersion);
      const holders = await holdersOf(em, role, this.ctx.clock.now());
      if (deletion.dryRun) return { role, holders };
      const isUsed = holders.users + holders.groups + holders.clients > 0;
      if (isUsed && deletion.confirm !== role.name) throw roleErrors.ROLE_IN_USE({ field: 'confirm' });
      this.record(em, 'role.deleted', role, { name: role.name, ...(isUsed && { holders }) });
      em.remove(role);
      return { role, holders };
    });
  }

  /** One unit of work: all of it is stored, or nothing. */
  private work<Result>(steps: (em: EntityManager, tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.ctx.db.transaction((tx) => steps(tx.em, tx)).catch(explain);
  }

  private record(em: EntityManager, action: string, { id }: Role, details: Readonly<Record<string, unknown>>): void {
    audit.record(em, this.ctx, { action, subjectType: 'role', subjectId: id, details });
  }
}

/** The role with this id, locked, or `ROLE_NOT_FOUND`. */
export async function lockedRole(em: EntityManager, customerId: string, id: string): Promise<Role> {
  const where = { customerId, id: id.toLowerCase() };
  const role = isUuid(id) ? await em.findOne(Role, where, { lockMode: LockMode.PESSIMISTIC_WRITE }) : null;
  if (!role) throw roleErrors.ROLE_NOT_FOUND();
  return role;
}

/** The scopes with these ids, all of which exist. A role of an API has only scopes of it. */
async function scopesWith(
  em: EntityManager,
  customerId: string,
  apiId: string | null | undefined,
  ids: readonly string[],
): Promise<ApiScope[]> {
  if (ids.length === 0) return [];
  const found = await em.find(ApiScope, { customerId, id: { $in: [...ids] } }, { orderBy: { id: 'asc' } });
  const scopes = new Map(found.map((scope) => [scope.id, scope]));
  refuse(
    ids.flatMap((id, place) => {
      const scope = scopes.get(id);
      if (!scope) return [noScope(place)];
      return apiId && scope.apiId !== apiId ? [otherScope(place)] : [];
    }),
  );
  return found;
}

/** Replaces the scopes of a role that is locked, and returns their names before and since. */
async function changedPermissions(em: EntityManager, { id: roleId, customerId, apiId }: Role, ids: readonly string[]) {
  const scopes = await scopesWith(em, customerId, apiId, ids);
  const held = await em.find(RolePermission, { roleId, customerId });
  const heldIds = new Set(held.map(({ scopeId }) => scopeId));
  const heldScopes = await em.find(ApiScope, { customerId, id: { $in: [...heldIds] } }, { orderBy: { id: 'asc' } });
  for (const permission of held) if (!ids.includes(permission.scopeId)) em.remove(permission);
  for (const scopeId of new Set(ids).difference(heldIds)) em.create(RolePermission, { roleId, customerId, scopeId });
  return { before: { permissions: namesOf(heldScopes) }, now: { permissions: namesOf(scopes) } };
}

const namesOf = (scopes: readonly ApiScope[]): string[] => scopes.map(({ name }) => name);
