import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import {
  BULK_MAX,
  inBulk,
  selectedIds,
  type BulkMode,
  type ItemResult,
  type Selection,
} from '../../ground/kernel/bulk.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { entityNamed, entityOf } from '../../ground/kernel/entity.ts';
import { AppError, fault } from '../../ground/kernel/errors.ts';
import { newId } from '../../ground/kernel/ids.ts';
import { outcomeOf, together } from '../../ground/kernel/input.ts';
import {
  attributePolicy,
  AttributeWriter,
  readWithAttributes,
  tellAttributes,
  type AttributeChange,
} from '../attributes/index.ts';
import { audit, bothChanges, changesBetween } from '../audit/index.ts';
import type { Organization } from '../organizations/index.ts';
import { groupErrors } from './errors.ts';
import { insertGroups } from './group-creation.ts';
import { explain, nameTaken, noOrganization } from './group.constraints.ts';
import { Group } from './group.entity.ts';
import { readGroup, type UpdateGroup } from './group.input.ts';
import { groupPolicy, type GroupDelete, type GroupWrite } from './group.policy.ts';
import { GroupService } from './group.service.ts';
import { heldBack } from './lending.ts';
import { MembershipService } from './membership.service.ts';
import { checkOwnGroups, creatorOf } from './own-groups.ts';

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
export type NewGroup = UpdateGroup & { readonly name: string };

export type GroupSelection = Selection<object>;

/** Creates, changes and deletes many groups at once, as one viewer may. */
export class GroupBulkService {
  constructor(private readonly ctx: RequestContext) {}

  /** Creates the groups. */
  async create(inputs: readonly NewGroup[], mode: BulkMode): Promise<CreateGroupResult[]> {
    return this.insert(groupPolicy.write(this.ctx.viewer, this.ctx.settings.groups), inputs, mode);
  }

  /** Gives all groups the same values. */
  async update(selection: GroupSelection, input: UpdateGroup, mode: BulkMode): Promise<GroupResult[]> {
    return this.change(groupPolicy.write(this.ctx.viewer, this.ctx.settings.groups), selection, input, mode);
  }

  /** Deletes the groups with their memberships. */
  async delete(selection: GroupSelection, mode: BulkMode): Promise<GroupResult[]> {
    return this.remove(groupPolicy.delete(this.ctx.viewer, this.ctx.settings.groups), selection, mode);
  }

  private async insert(permit: GroupWrite, inputs: readonly NewGroup[], mode: BulkMode): Promise<CreateGroupResult[]> {
    const { customerId, viewer } = permit;
    if (inputs.length > BULK_MAX) throw fault('inputs', 'too_many', { max: BULK_MAX });
    const now = this.ctx.clock.now();
    const relation = attributePolicy.relation(viewer, 'write', false);
    const given = inputs.map((input) => ({
      given: input.attributes,
      relation,
      read: outcomeOf(() => ({ ...this.rowOf(permit, input, now), creatorId: creatorOf(viewer), id: newId(now) })),
    }));
    const read = await tellAttributes(this.ctx, 'group', given, { isNew: true });
    const rows = read.filter((row): row is Exclude<typeof row, AppError> => !(row instanceof AppError));
    const use = given.some((each) => each.given?.length) ? 'store' : 'defaults';
    return inBulk(this.ctx, mode, async (tx) => {
      const { em } = tx;
      const writer = await AttributeWriter.open(em, customerId, 'group', use);
      const values = await writer.created(given.filter((_, n) => !(read[n] instanceof AppError)));
      const attributesOf = new Map(rows.map(({ id }, n) => [id, values[n]!]));
      const missing = await missingOrganizations(em, customerId, rows);
      const isPlaced = ({ organizationId }: Placed): boolean => !missing.has(organizationId);
      const stored = rows.filter(isPlaced).flatMap((row) => {
        const attributes = attributesOf.get(row.id)!;
        return attributes instanceof AppError ? [] : [{ ...row, attributes }];
      });
      await checkOwnGroups(this.ctx, tx, stored.length);
      const made = stored.length === 0 ? [] : await insertGroups(this.ctx, tx, customerId, stored);
      const groups = new Map(made.map((row) => [row.id, entityOf(Group, row)]));
      const refused = rows.filter(({ id }) => !groups.has(id));
      const holders = await idsByName(em, customerId, refused);
      const faultsOf = (row: (typeof rows)[number]): AppError[] => [
        ...(holders.has(row.name) ? [nameTaken()] : []),
        ...(isPlaced(row) ? [] : [noOrganization()]),
        ...[attributesOf.get(row.id)].filter((each) => each instanceof AppError),
      ];
      return read.map((row, index) => {
        const group = (!(row instanceof AppError) && groups.get(row.id)) || null;
        const error = row instanceof AppError ? row : group ? null : (together(faultsOf(row)) ?? nameTaken());
        return { index, group, changed: group !== null, error };
      });
    })
      .then((results) => results.map((each) => (each.error ? { ...each, group: null } : each)))
      .catch(explain);
  }

  private rowOf(permit: GroupWrite, input: NewGroup, now: Date) {
    const { name, description = '', organizationId = null } = readGroup(input);
    const refusal = groupPolicy.refusal(permit, { lends: organizationId !== null, hasRole: false });
    if (refusal) throw refusal;
    const times = { createdAt: now, updatedAt: now };
    return { name: name!, description, organizationId, ...times };
  }

  private async change(
    permit: GroupWrite,
    selection: GroupSelection,
    input: UpdateGroup,
    mode: BulkMode,
  ): Promise<GroupResult[]> {
    const { customerId, viewer } = permit;
    const values = { given: input.attributes ?? [], relation: attributePolicy.relation(viewer, 'write', false) };
    const given = await readWithAttributes(this.ctx, 'group', { ...values, isNew: false }, () => readGroup(input));
    const isWriting = values.given.length > 0;
    if (Object.keys(given).length === 0 && !isWriting) throw fault('input', 'no_changes');
    const ids = await this.selected(selection);
    if (given.name !== undefined && ids.length > 1) throw fault('input.name', 'same_name');
    return inBulk(this.ctx, mode, async (tx) => {
      const { em } = tx;
      const lockMode = LockMode.PESSIMISTIC_WRITE;
      const writer = isWriting ? await AttributeWriter.open(em, customerId, 'group', 'store') : null;
      writer?.checkShared(values, ids.length);
      const populate = writer ? (['attributes'] as const) : [];
      const where = { customerId, id: { $in: ids } };
      const groups = await em.find(Group, where, { lockMode, orderBy: { id: 'asc' }, populate });
      const held = await heldBack(tx, permit, groups, given.organizationId);
      const before = groups.map(({ id, attributes }) => ({ ...values, id, before: attributes }));
      const attributes = writer ? await writer.changed(before) : [];
      const missing = await missingOrganizations(em, customerId, [given]);
      const holders = await idsByName(em, customerId, given.name === undefined ? [] : [{ name: given.name }]);
      const changed = new Map<string, AppError | boolean>();
      for (const [n, group] of groups.entries()) {
        const next = attributes[n];
        const error =
          held.get(group.id) ??
          together([
            ...((holders.get(given.name) ?? group.id) === group.id ? [] : [nameTaken()]),
            ...(missing.size > 0 ? [noOrganization()] : []),
            ...(next instanceof AppError ? [next] : []),
          ]);
        changed.set(group.id, error ?? this.apply(em, group, given, next instanceof AppError ? undefined : next));
      }
      return resultsOf(ids, changed);
    }).catch(explain);
  }

  /** Changes a group that is locked, and says whether something has changed. */
  private apply(
    em: EntityManager,
    group: Group,
    given: Partial<Group>,
    attributes: AttributeChange | undefined,
  ): boolean {
    const isOther = Object.entries(given).some(([field, value]) => group[field as keyof Group] !== value);
    if (!isOther && !attributes?.details.fields.length) return false;
    const before = { ...group };
    Object.assign(group, given, attributes && { attributes: attributes.attributes }, {
      updatedAt: this.ctx.clock.now(),
    });
    const fields = changesBetween<Group>(before, group, ['name', 'description', 'organizationId']);
    const details = { ...bothChanges(fields, attributes?.details) };
    audit.record(em, this.ctx, { action: 'group.updated', subjectType: 'group', subjectId: group.id, details });
    return true;
  }

  private async remove(permit: GroupDelete, selection: GroupSelection, mode: BulkMode): Promise<GroupResult[]> {
    const ids = await this.selected(selection);
    return inBulk(this.ctx, mode, async (tx) => {
      const ended = await this.ctx.get(MembershipService).endMany(permit, tx, ids);
      for (const group of ended.values()) {
        if (group instanceof AppError) continue;
        const { id, name, memberCount } = group;
        const subject = { subjectType: 'group', subjectId: id };
        audit.record(tx.em, this.ctx, { action: 'group.deleted', ...subject, details: { name, memberCount } });
        tx.em.remove(group);
      }
      return resultsOf(ids, new Map([...ended].map(([id, each]) => [id, each instanceof AppError ? each : true])));
    }).catch(explain);
  }

  private selected(selection: GroupSelection): Promise<string[]> {
    return selectedIds(selection, (args) => this.ctx.get(GroupService).list(args));
  }
}

/** A result for each id. `changed` has an entry for each group that exists. */
const resultsOf = (ids: readonly string[], changed: ReadonlyMap<string, AppError | boolean>): GroupResult[] =>
  ids.map((groupId) => {
    const outcome = changed.get(groupId) ?? groupErrors.GROUP_NOT_FOUND();
    return { groupId, changed: outcome === true, error: outcome instanceof AppError ? outcome : null };
  });

interface Placed {
  readonly organizationId?: string | null | undefined;
}

/** Those organizations of the groups that do not exist. The others stay until the transaction ends. */
async function missingOrganizations(
  em: EntityManager,
  customerId: string,
  groups: readonly Placed[],
): Promise<ReadonlySet<string | null | undefined>> {
  const ids = new Set(groups.flatMap(({ organizationId }) => organizationId ?? []));
  if (ids.size === 0) return new Set();
  const found = await em.find(
    entityNamed<Organization>('Organization'),
    { customerId, id: { $in: [...ids] } },
    { fields: ['id'], lockMode: LockMode.PESSIMISTIC_READ, orderBy: { id: 'asc' }, disableIdentityMap: true },
  );
  return ids.difference(new Set(found.map(({ id }) => id)));
}

/** The ids of the groups that have the names of these. */
async function idsByName(
  em: EntityManager,
  customerId: string,
  groups: readonly { readonly name: string }[],
): Promise<ReadonlyMap<string | undefined, string>> {
  if (groups.length === 0) return new Map();
  const names = groups.map(({ name }) => name);
  const found = await em.find(Group, { customerId, name: { $in: names } }, { disableIdentityMap: true });
  return new Map(found.map(({ name, id }) => [name, id]));
}
