import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../ground/kernel/context.ts';
import type { Transaction } from '../../ground/kernel/database.ts';
import { entityOf } from '../../ground/kernel/entity.ts';
import { AppError, fault } from '../../ground/kernel/errors.ts';
import { findListed, type ListArgs } from '../../ground/lists/filter/index.ts';
import { isUuid, newId, readIds } from '../../ground/kernel/ids.ts';
import { readAll, refuseWithOthers } from '../../ground/kernel/input.ts';
import type { Connection } from '../../ground/lists/pagination.ts';
import { checkVersion } from '../../ground/kernel/version.ts';
import {
  attributePolicy,
  AttributeWriter,
  checkRequired,
  readWithAttributes,
  type NewValues,
  type StoredAttributes,
} from '../attributes/index.ts';
import { audit, bothChanges, changesBetween } from '../audit/index.ts';
import { groupErrors } from './errors.ts';
import { insertGroups } from './group-creation.ts';
import { contradictions } from './group-contradictions.ts';
import { explain, nameTaken } from './group.constraints.ts';
import { Group } from './group.entity.ts';
import { groupListing } from './group.filter.ts';
import { MEMBERS_MAX, readGroup, type CreateGroup, type UpdateGroup } from './group.input.ts';
import { groupLoader } from './group.loader.ts';
import { heldBack } from './lending.ts';
import { groupPolicy, type GroupDelete, type GroupWrite } from './group.policy.ts';
import { MembershipService } from './membership.service.ts';
import { checkOwnGroups, creatorOf } from './own-groups.ts';

/** Reads and changes groups for one viewer. */
export class GroupService {
  constructor(private readonly ctx: RequestContext) {}

  /** The group with this id, or null if the viewer's customer has none. */
  async find(id: string): Promise<Group | null> {
    groupPolicy.read(this.ctx.viewer);
    return isUuid(id) ? this.ctx.loader(groupLoader).load(id.toLowerCase()) : null;
  }

  /** A page of the groups that meet what a caller asks for. */
  async list(args: ListArgs): Promise<Connection<Group>> {
    const { customerId } = groupPolicy.read(this.ctx.viewer);
    return findListed(this.ctx, groupListing, customerId, args);
  }

  /** Creates a group with its first members, or nothing. */
  async create(input: CreateGroup): Promise<Group> {
    const permit = groupPolicy.write(this.ctx.viewer, this.ctx.settings.groups);
    return this.insert(permit, input).catch((error: unknown) =>
      refuseWithOthers(error, () => contradictions(this.ctx, permit, input)),
    );
  }

  async update(id: string, input: UpdateGroup, expectedVersion?: number | null): Promise<Group> {
    const permit = groupPolicy.write(this.ctx.viewer, this.ctx.settings.groups);
    return this.change(permit, id, input, expectedVersion).catch((error: unknown) =>
      refuseWithOthers(error, () => contradictions(this.ctx, permit, input, id)),
    );
  }

  /** Deletes the group. The database deletes its memberships with it. */
  async delete(id: string, expectedVersion?: number | null): Promise<Group> {
    return this.remove(groupPolicy.delete(this.ctx.viewer, this.ctx.settings.groups), id, expectedVersion);
  }

  private async insert(permit: GroupWrite, input: CreateGroup): Promise<Group> {
    const now = this.ctx.clock.now();
    const { customerId } = permit;
    const relation = attributePolicy.relation(permit.viewer, 'write', false);
    const values = { given: input.attributes, relation };
    const { given, memberIds } = await readWithAttributes(this.ctx, 'group', { ...values, isNew: true }, () =>
      readAll({
        given: () => readGroup(input),
        memberIds: () => readIds('memberIds', input.memberIds ?? [], MEMBERS_MAX),
      }),
    );
    const refusal = groupPolicy.refusal(permit, { lends: Boolean(given.organizationId), hasRole: false });
    if (refusal) throw refusal;
    const group = {
      id: newId(now),
      organizationId: null,
      creatorId: creatorOf(permit.viewer),
      description: '',
      createdAt: now,
      updatedAt: now,
      ...given,
      name: given.name!,
    };
    const { stored } = await this.work(async (tx) => {
      await checkOwnGroups(this.ctx, tx, 1);
      const attributes = input.attributes?.length ? await newValues(tx.em, customerId, values) : null;
      const made = insertGroups(this.ctx, tx, customerId, [{ ...group, attributes }], memberIds.length);
      if (input.attributes !== null && !input.attributes?.length)
        await Promise.all([made, checkRequired(tx.em, customerId, 'group', relation)]);
      if (memberIds.length > 0 && (await made).length > 0)
        await this.ctx.get(MembershipService).addFirst(permit, tx, group.id, input.memberIds!);
      // The commit does not wait for it.
      return { stored: made };
    });
    const [row] = await stored;
    if (!row) throw nameTaken();
    // The triggers have counted the same in the database.
    return Object.assign(entityOf(Group, row), { memberCount: memberIds.length });
  }

  private async change(
    permit: GroupWrite,
    id: string,
    input: UpdateGroup,
    expectedVersion?: number | null,
  ): Promise<Group> {
    const { customerId, viewer } = permit;
    const attributes = input.attributes ?? [];
    const relation = attributePolicy.relation(viewer, 'write', false);
    const values = { given: attributes, relation };
    const given = await readWithAttributes(this.ctx, 'group', { ...values, isNew: false }, () => readGroup(input));
    if (Object.keys(given).length === 0 && attributes.length === 0) throw fault('input', 'no_changes');
    return this.work(async (tx) => {
      const { em } = tx;
      const writer = attributes.length > 0 ? await AttributeWriter.open(em, customerId, 'group', 'store') : null;
      const group = await locked(em, customerId, id, writer ? ['attributes'] : []);
      const refusal = (await heldBack(tx, permit, [group], given.organizationId)).get(group.id);
      if (refusal) throw refusal;
      checkVersion(group, expectedVersion);
      const before = { ...group };
      const [attributed] = (await writer?.changed([{ ...values, id: group.id, before: group.attributes }])) ?? [];
      if (attributed instanceof AppError) throw attributed;
      Object.assign(group, given, attributed && { attributes: attributed.attributes }, {
        updatedAt: this.ctx.clock.now(),
      });
      audit.record(em, this.ctx, {
        action: 'group.updated',
        subjectType: 'group',
        subjectId: group.id,
        details: {
          ...bothChanges(
            changesBetween<Group>(before, group, ['name', 'description', 'organizationId']),
            attributed?.details,
          ),
        },
      });
      return group;
    });
  }

  private async remove(permit: GroupDelete, id: string, expectedVersion?: number | null): Promise<Group> {
    return this.work(async (tx) => {
      const { em } = tx;
      const group = await this.ctx.get(MembershipService).endAll(permit, tx, id);
      checkVersion(group, expectedVersion);
      audit.record(em, this.ctx, {
        action: 'group.deleted',
        subjectType: 'group',
        subjectId: group.id,
        details: { name: group.name, memberCount: group.memberCount },
      });
      em.remove(group);
      return group;
    });
  }

  /** One unit of work: all of it is stored, or nothing. */
  private work<Result>(steps: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.ctx.db.transaction(steps).catch(explain);
  }
}

async function newValues(em: EntityManager, customerId: string, values: NewValues): Promise<StoredAttributes> {
  const [stored] = await (await AttributeWriter.open(em, customerId, 'group', 'store')).created([values]);
  if (stored instanceof AppError) throw stored;
  return stored!;
}

async function locked(
  em: EntityManager,
  customerId: string,
  id: string,
  populate: readonly 'attributes'[] = [],
): Promise<Group> {
  const lockMode = LockMode.PESSIMISTIC_WRITE;
  const where = { customerId, id: id.toLowerCase() };
  const group = isUuid(id) ? await em.findOne(Group, where, { lockMode, populate }) : null;
  if (!group) throw groupErrors.GROUP_NOT_FOUND();
  return group;
}
