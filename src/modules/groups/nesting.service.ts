import type { ItemResult } from '../../ground/kernel/bulk.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import type { AppError } from '../../ground/kernel/errors.ts';
import type { ListArgs } from '../../ground/lists/filter/index.ts';
import { isUuid, readIds } from '../../ground/kernel/ids.ts';
import type { Connection } from '../../ground/lists/pagination.ts';
import { auditRow, type AuditRow } from '../audit/index.ts';
import { groupErrors } from './errors.ts';
import { explain } from './group.constraints.ts';
import type { Group } from './group.entity.ts';
import { MEMBER_GROUPS_MAX } from './group-nesting.entity.ts';
import { groupLoader } from './group.loader.ts';
import { groupPolicy, type GroupDelete, type GroupWrite } from './group.policy.ts';
import { withJoin, type JoinEdge } from './join-edge.ts';
import * as statements from './nesting.hot.sql.ts';
import type { NestingOutcome } from './nesting.hot.sql.ts';
import { innerGroups, outerGroupsOf } from './nesting.loader.ts';

/** What became of one group that was put into another or taken out. */
export interface NestingResult extends ItemResult {
  readonly memberGroupId: string;
}

/** Reads and changes which groups are in which, for one viewer. */
export class NestingService {
  constructor(private readonly ctx: RequestContext) {}

  /** The groups directly inside the group. */
  async inside(group: Group, args: ListArgs): Promise<Connection<Group, JoinEdge<Group>>> {
    groupPolicy.read(this.ctx.viewer);
    const list = await innerGroups.of(this.ctx, group.id, args);
    return { ...list, edges: list.edges.map(withJoin) };
  }

  /** The groups that the group is directly inside. */
  async around(group: Group, args: ListArgs): Promise<Connection<Group, JoinEdge<Group>>> {
    groupPolicy.read(this.ctx.viewer);
    const list = await outerGroupsOf.of(this.ctx, group.id, args);
    return { ...list, edges: list.edges.map(withJoin) };
  }

  /** Puts groups into the group, in one transaction. */
  async add(groupId: string, memberIds: readonly string[]): Promise<NestingResult[]> {
    return this.nest(groupPolicy.write(this.ctx.viewer, this.ctx.settings.groups), groupId, memberIds);
  }

  /** Takes groups out of the group, in one transaction. */
  async remove(groupId: string, memberIds: readonly string[]): Promise<NestingResult[]> {
    return this.part(groupPolicy.delete(this.ctx.viewer, this.ctx.settings.groups), groupId, memberIds);
  }

  private async nest(permit: GroupWrite, groupId: string, given: readonly string[]): Promise<NestingResult[]> {
    const memberIds = await this.read(groupId, given);
    if (memberIds.length === 0) return [];
    const { customerId, reachesLending, reachesRoles, viewer } = permit;
    const event = this.event('nesting.added', groupId);
    const limits = { most: groupPolicy.groupsPerUser(viewer), room: MEMBER_GROUPS_MAX };
    const reach = { customerId, reachesLending, reachesRoles };
    const values = { ...reach, groupId, memberIds, event, now: this.ctx.clock.now(), ...limits };
    const rows = await this.ctx.db
      .transaction(async (tx) => {
        await tx.rows(statements.lockNestings, { customerId });
        return tx.rows(statements.addNestings, values);
      })
      .catch(explain);
    return resultsOf(rows);
  }

  private async part(permit: GroupDelete, groupId: string, given: readonly string[]): Promise<NestingResult[]> {
    const memberIds = await this.read(groupId, given);
    if (memberIds.length === 0) return [];
    const { customerId, reachesLending, reachesRoles } = permit;
    const event = this.event('nesting.removed', groupId);
    const values = { customerId, reachesLending, reachesRoles, groupId, memberIds, event };
    return resultsOf(await this.ctx.db.rows(statements.removeNestings, values));
  }

  private async read(groupId: string, memberIds: readonly string[]): Promise<string[]> {
    const ids = readIds('groupIds', memberIds, MEMBER_GROUPS_MAX);
    if (!isUuid(groupId)) throw groupErrors.GROUP_NOT_FOUND();
    // The statements return a row for each inner group. Without any they do not tell whether the outer one exists.
    if (ids.length === 0 && !(await this.ctx.loader(groupLoader).load(groupId.toLowerCase())))
      throw groupErrors.GROUP_NOT_FOUND();
    return ids;
  }

  private event(action: string, groupId: string): AuditRow {
    return auditRow(this.ctx, { action, subjectType: 'group', subjectId: groupId.toLowerCase() });
  }
}

/** Throws what is wrong with the outer group. */
function resultsOf(rows: readonly NestingOutcome[]): NestingResult[] {
  if (rows.length === 0) throw groupErrors.GROUP_NOT_FOUND();
  if (rows.some(({ reached }) => !reached)) throw groupErrors.GROUP_LENDS();
  return rows.map((row) => ({ memberGroupId: row.memberId, changed: row.changed, error: errorIn(row) }));
}

const OBSTACLES = {
  circle: 'GROUP_IN_ITSELF',
  depth: 'GROUPS_TOO_DEEP',
  crowd: 'GROUP_OF_TOO_MANY',
  limit: 'TOO_MANY_MEMBER_GROUPS',
} as const;

function errorIn({ known, obstacle }: NestingOutcome): AppError | null {
  if (!known) return groupErrors.GROUP_NOT_FOUND();
  return obstacle && groupErrors[OBSTACLES[obstacle]]();
}
