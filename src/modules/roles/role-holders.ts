import type { EntityManager } from '@mikro-orm/postgresql';
import { RoleAssignment } from './role-assignment.entity.ts';
import type { Role } from './role.entity.ts';

/** What can have a role. */
export const HOLDER_KINDS = ['user', 'group', 'client'] as const;
export type HolderKind = (typeof HOLDER_KINDS)[number];

/** The column with the id of a holder. */
export const HOLDER_IDS = { user: 'userId', group: 'groupId', client: 'clientId' } as const satisfies Record<
  HolderKind,
  keyof RoleAssignment
>;

/** How many have a role, once for each organization. */
export interface RoleHolders {
  readonly users: number;
  readonly groups: number;
  readonly clients: number;
}

/** The condition of the assignments that have not ended. */
export const lasting = (now: Date) => ({ $or: [{ expiresAt: null }, { expiresAt: { $gt: now } }] });

/** How many users, groups and clients have the role. */
export async function holdersOf(em: EntityManager, { id: roleId, customerId }: Role, now: Date): Promise<RoleHolders> {
  const count = (kind: HolderKind) =>
    em.count(RoleAssignment, { roleId, customerId, [HOLDER_IDS[kind]]: { $ne: null }, ...lasting(now) });
  return { users: await count('user'), groups: await count('group'), clients: await count('client') };
}

/** What has the role of an assignment. */
export function holderOf({ userId, groupId, clientId }: Pick<RoleAssignment, 'userId' | 'groupId' | 'clientId'>): {
  readonly kind: HolderKind;
  readonly id: string;
} {
  if (userId) return { kind: 'user', id: userId };
  return groupId ? { kind: 'group', id: groupId } : { kind: 'client', id: clientId! };
}
