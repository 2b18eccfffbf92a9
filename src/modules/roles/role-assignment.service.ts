import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import { signedIn } from '../../ground/kernel/access.ts';
import { inBulk, type BulkMode, type ItemResult } from '../../ground/kernel/bulk.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { entityNamed } from '../../ground/kernel/entity.ts';
import { isUuid, newId } from '../../ground/kernel/ids.ts';
import type { ListArgs } from '../../ground/lists/filter/index.ts';
import type { Connection } from '../../ground/lists/pagination.ts';
import type { Organization } from '../organizations/index.ts';
import { giveRole, isLasting, recordAssignment } from './given-role.ts';
import { refusedHolders } from './refused-holders.ts';
import { RoleAssignment } from './role-assignment.entity.ts';
import {
  keyOfHolder,
  readEnd,
  readHolders,
  type Holder,
  type Holders,
  type RoleGift,
} from './role-assignment.input.ts';
import { HOLDER_IDS } from './role-holders.ts';
import { explain, noOrganization } from './role.constraints.ts';
import type { Role } from './role.entity.ts';
import { assignmentLoader, assignmentsOf, roleLoader } from './role.loader.ts';
import { rolePolicy, type RoleWrite } from './role.policy.ts';
import { lockedRole } from './role.service.ts';

/** What became of one holder. */
export interface AssignmentResult extends ItemResult {
  readonly holder: Holder;
  /** What the holder has now. Null if it was taken, or refused. */
  readonly assignment: RoleAssignment | null;
}

type OwnerKind = keyof typeof assignmentsOf;

/** Reads who has roles, gives and takes them, for one viewer. */
export class RoleAssignmentService {
  constructor(private readonly ctx: RequestContext) {}

  /** The assignment with this id, if it has not ended and the viewer may see it. */
  async find(id: string): Promise<RoleAssignment | null> {
    const { viewer, clock } = this.ctx;
    signedIn(viewer);
    const found = isUuid(id) ? await this.ctx.loader(assignmentLoader).load(id.toLowerCase()) : null;
    if (!found || (found.expiresAt && found.expiresAt <= clock.now())) return null;
    const isSeen = found.userId ? rolePolicy.readsOf(viewer, found.userId) : rolePolicy.readsAll(viewer);
    return isSeen ? found : null;
  }

  /** The role of an assignment that the viewer sees. Users see the roles that they have. */
  roleOf({ roleId }: Pick<RoleAssignment, 'roleId'>): Promise<Role | null> {
    return this.ctx.loader(roleLoader).load(roleId);
  }

  /** The assignments of a role, a holder or an organization that have not ended, or null if the viewer may not see them. */
  async of(kind: OwnerKind, id: string, args: ListArgs): Promise<Connection<RoleAssignment> | null> {
    const { viewer } = this.ctx;
    const isSeen = kind === 'user' ? rolePolicy.readsOf(viewer, id) : rolePolicy.readsAll(viewer);
    return isSeen ? assignmentsOf[kind].of(this.ctx, id, args) : null;
  }

  /** Gives the role to the holders, in one transaction. Those who have it get the end that is given. */
  async assign(roleId: string, gift: RoleGift, mode: BulkMode): Promise<AssignmentResult[]> {
    return this.give(rolePolicy.write(this.ctx.viewer), roleId, gift, mode);
  }

  /** Takes the role from the holders, in one transaction. */
  async unassign(roleId: string, from: Holders, mode: BulkMode): Promise<AssignmentResult[]> {
    return this.take(rolePolicy.write(this.ctx.viewer), roleId, from, mode);
  }

  private give({ customerId }: RoleWrite, roleId: string, gift: RoleGift, mode: BulkMode): Promise<AssignmentResult[]> {
    const now = this.ctx.clock.now();
    const expiresAt = readEnd(gift, now);
    return inBulk(this.ctx, mode, async ({ em }) => {
      // Others who give it or take it wait here.
      const role = await lockedRole(em, customerId, roleId);
      const { holders, organizationId } = readHolders(gift, role.kind);
      if (organizationId) await checkOrganization(em, customerId, organizationId);
      const held = await heldBy(em, role, organizationId, holders);
      const isHeld = (holder: Holder): boolean => isLasting(held.get(keyOfHolder(holder)), now);
      const refused = await refusedHolders(
        em,
        customerId,
        now,
        holders.map((holder) => ({ ...holder, isNew: !isHeld(holder) })),
      );
      // Made together, because ids of one moment sort in the order in which they are made.
      const ids = holders.map(() => newId(now));
      return holders.map((holder, n): AssignmentResult => {
        const error = refused.get(keyOfHolder(holder)) ?? null;
        if (error) return { holder, assignment: null, changed: false, error };
        const given = { customerId, roleId: role.id, organizationId, holder, expiresAt, id: ids[n]! };
        return { holder, ...giveRole(this.ctx, em, given, held.get(keyOfHolder(holder))), error: null };
      });
    }).catch(explain);
  }

  private take({ customerId }: RoleWrite, roleId: string, from: Holders, mode: BulkMode): Promise<AssignmentResult[]> {
    const now = this.ctx.clock.now();
    return inBulk(this.ctx, mode, async ({ em }) => {
      const role = await lockedRole(em, customerId, roleId);
      const { holders, organizationId } = readHolders(from, role.kind);
      const held = await heldBy(em, role, organizationId, holders);
      return holders.map((holder): AssignmentResult => {
        const assignment = held.get(keyOfHolder(holder));
        if (!assignment || !isLasting(assignment, now))
          return { holder, assignment: null, changed: false, error: null };
        em.remove(assignment);
        recordAssignment(this.ctx, em, 'role.unassigned', assignment);
        return { holder, assignment: null, changed: true, error: null };
      });
    });
  }
}

/** The assignments of the role to these holders, for the organization or everywhere, also those that have ended. */
async function heldBy(
  em: EntityManager,
  { id: roleId, customerId }: Role,
  organizationId: string | null,
  holders: readonly Holder[],
): Promise<ReadonlyMap<string, RoleAssignment>> {
  const byKind = Map.groupBy(holders, ({ kind }) => kind);
  const held = new Map<string, RoleAssignment>();
  for (const [kind, those] of byKind) {
    const column = HOLDER_IDS[kind];
    const where = { roleId, customerId, organizationId, [column]: { $in: those.map(({ id }) => id) } };
    for (const each of await em.find(RoleAssignment, where)) held.set(keyOfHolder({ kind, id: each[column]! }), each);
  }
  return held;
}

async function checkOrganization(em: EntityManager, customerId: string, id: string): Promise<void> {
  const lockMode = LockMode.PESSIMISTIC_READ;
  const options = { fields: ['id'], lockMode, disableIdentityMap: true } as const;
  if (!(await em.findOne(entityNamed<Organization>('Organization'), { customerId, id }, options)))
    throw noOrganization();
}
