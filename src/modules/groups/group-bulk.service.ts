import { LockMode } from '@mikro-orm/postgresql';
import { BULK_MAX, inBulk, selectedIds, type BulkMode, type ItemResult, type Selection } from '../../kernel/bulk.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { entityOf, propertiesOf } from '../../kernel/entity.ts';
import { AppError, invalid } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { outcomeOf } from '../../kernel/input.ts';
import { defaultAttributes, refuseAttributes } from '../attributes/index.ts';
import { audit, changesBetween } from '../audit/index.ts';
import { groupErrors } from './errors.ts';
import { explain } from './group.constraints.ts';
import { Group } from './group.entity.ts';
import { readGroup, type UpdateGroupInput } from './group.input.ts';
import { groupPolicy, type GroupDelete, type GroupWrite } from './group.policy.ts';
import { GroupService } from './group.service.ts';
import { MembershipService } from './membership.service.ts';

/** What became of one group of a selection. */
export interface GroupResult extends ItemResult {
  readonly groupId: string;
}

/** A group that was created, or why it was not. */
export interface CreateGroupResult extends ItemResult {
  readonly index: number;
  readonly group: Group | null;
}

/** A group to create without members. */
export type NewGroup = UpdateGroupInput & { readonly name: string };

export type GroupSelection = Selection<object>;

/** Creates, changes and deletes many groups at once, as one viewer may. */
export class GroupBulkService {
  constructor(private readonly ctx: RequestContext) {}

  /** Creates the groups. An organization that does not exist fails the whole operation. */
  async create(inputs: readonly NewGroup[], mode: BulkMode): Promise<CreateGroupResult[]> {
    for (const { attributes } of inputs) refuseAttributes(attributes);
    return this.insert(groupPolicy.write(this.ctx.viewer, this.ctx.settings.groups), inputs, mode);
  }

  /** Gives all groups the same values. */
  async update(selection: GroupSelection, input: UpdateGroupInput, mode: BulkMode): Promise<GroupResult[]> {
    refuseAttributes(input.attributes);
    return this.change(groupPolicy.write(this.ctx.viewer, this.ctx.settings.groups), selection, input, mode);
  }

  /** Deletes the groups with their memberships. */
  async delete(selection: GroupSelection, mode: BulkMode): Promise<GroupResult[]> {
    return this.remove(groupPolicy.delete(this.ctx.viewer, this.ctx.settings.groups), selection, mode);
  }

  private async insert(
    { customerId }: GroupWrite,
    inputs: readonly NewGroup[],
    mode: BulkMode,
  ): Promise<CreateGroupResult[]> {
    if (inputs.length > BULK_MAX) throw invalid('inputs', `inputs holds more than ${BULK_MAX} groups.`);
    const now = this.ctx.clock.now();
    const read = inputs.map((input) => outcomeOf(() => readGroup(input)));
    const wanted = read.map((given, index) =>
      given instanceof AppError
        ? { index, error: given }
        : {
            index,
            row: {
              organizationId: null,
              description: '',
              ...given,
              id: newId(now),
              customerId,
              name: given.name!,
              memberCount: 0,
              attributes: defaultAttributes(customerId, 'group'),
              createdAt: now,
              updatedAt: now,
            },
          },
    );
    return inBulk(this.ctx, mode, async ({ em }) => {
      const rows = wanted.flatMap(({ row }) => row ?? []);
      const made =
        rows.length === 0
          ? []
          : await em
              .createQueryBuilder(Group)
              .insert(rows)
              .onConflict()
              .ignore()
              .returning(propertiesOf(Group) as never)
              .execute<object[]>('all');
      const groups = new Map(made.map((row) => entityOf(Group, row)).map((group) => [group.id, group]));
      for (const { id, name } of groups.values())
        audit.record(em, this.ctx, {
          action: 'group.created',
          subjectType: 'group',
          subjectId: id,
          details: { name, memberCount: 0 },
        });
      return wanted.map(({ index, row, error }) => {
        const group = (row && groups.get(row.id)) ?? null;
        const fault = error ?? (group ? null : groupErrors.GROUP_NAME_TAKEN({ field: 'name' }));
        return { index, group, changed: group !== null, error: fault };
      });
    }).catch(explain);
  }

  private async change(
    { customerId }: GroupWrite,
    selection: GroupSelection,
    input: UpdateGroupInput,
    mode: BulkMode,
  ): Promise<GroupResult[]> {
    const given = readGroup(input);
    if (Object.keys(given).length === 0) throw invalid('input', 'The input has no changes.');
    const ids = await this.selected(selection);
    if (given.name !== undefined && ids.length > 1)
      throw invalid('input.name', 'Two groups cannot have the same name.');
    return inBulk(this.ctx, mode, async ({ em }) => {
      const lockMode = LockMode.PESSIMISTIC_WRITE;
      const groups = await em.find(Group, { customerId, id: { $in: ids } }, { lockMode, orderBy: { id: 'asc' } });
      const changed = new Map<string, boolean>();
      for (const group of groups) {
        const differs = Object.entries(given).some(([field, value]) => group[field as keyof typeof given] !== value);
        changed.set(group.id, differs);
        if (!differs) continue;
        const before = { ...group };
        Object.assign(group, given, { updatedAt: this.ctx.clock.now() });
        const subject = { subjectType: 'group', subjectId: group.id };
        const details = { ...changesBetween<Group>(before, group, ['name', 'description', 'organizationId']) };
        audit.record(em, this.ctx, { action: 'group.updated', ...subject, details });
      }
      return resultsOf(ids, changed);
    }).catch(explain);
  }

  private async remove(permit: GroupDelete, selection: GroupSelection, mode: BulkMode): Promise<GroupResult[]> {
    const ids = await this.selected(selection);
    return inBulk(this.ctx, mode, async (tx) => {
      const groups = await this.ctx.get(MembershipService).endMany(permit, tx, ids.toSorted());
      for (const group of groups) {
        const { id, name, memberCount } = group;
        const subject = { subjectType: 'group', subjectId: id };
        audit.record(tx.em, this.ctx, { action: 'group.deleted', ...subject, details: { name, memberCount } });
        tx.em.remove(group);
      }
      return resultsOf(ids, new Map(groups.map(({ id }) => [id, true])));
    }).catch(explain);
  }

  private selected(selection: GroupSelection): Promise<string[]> {
    return selectedIds(selection, (args) => this.ctx.get(GroupService).list(args));
  }
}

/** A result for each id. `changed` has an entry for each group that exists. */
const resultsOf = (ids: readonly string[], changed: ReadonlyMap<string, boolean>): GroupResult[] =>
  ids.map((groupId) => ({
    groupId,
    changed: changed.get(groupId) ?? false,
    error: changed.has(groupId) ? null : groupErrors.GROUP_NOT_FOUND(),
  }));
