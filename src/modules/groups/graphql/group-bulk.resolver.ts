import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import { BULK_MAX, type BulkMode } from '../../../ground/kernel/bulk.ts';
import { BulkModeEnum, bulkPayload, MODE_TEXT, SELECT_TEXT } from '../../../ground/kernel/graphql/bulk-type.ts';
import { Creates } from '../../../ground/kernel/graphql/types.ts';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { ArgumentsFulfill } from '../../../ground/kernel/graphql/fulfills.ts';
import { UserSelectionInput } from '../../users/graphql/index.ts';
import { GroupBulkService } from '../group-bulk.service.ts';
import { CreateGroupsPayload, GroupSelectionInput, GroupsPayload, NewGroupInput } from './group-bulk.type.ts';
import { UpdateGroupInput } from './group.input.ts';
import { MEMBERS_MAX } from '../group.input.ts';
import { GROUPS_MAX, MembershipBulkService } from '../membership-bulk.service.ts';
import { MembershipsPayload } from './membership.type.ts';

const GROUP_IDS = { description: `The groups’ ids: at most ${GROUPS_MAX}, and ${MEMBERS_MAX} memberships in all.` };

/** Changes of many groups at once. */
@Resolver()
export class GroupBulkResolver {
  @Creates()
  @ArgumentsFulfill({ inputs: { maxItems: BULK_MAX } })
  @Mutation(() => CreateGroupsPayload, { description: 'Creates groups without members, in one transaction.' })
  async createGroups(
    @Arg('inputs', () => [NewGroupInput], { description: `The groups to create: at most ${BULK_MAX}.` })
    inputs: NewGroupInput[],
    @Arg('mode', () => BulkModeEnum, MODE_TEXT) mode: BulkMode,
    @Ctx() ctx: RequestContext,
  ) {
    return bulkPayload(await ctx.get(GroupBulkService).create(inputs, mode));
  }

  @Mutation(() => GroupsPayload, { description: 'Gives groups the same values, in one transaction.' })
  async updateGroups(
    @Arg('select', () => GroupSelectionInput, SELECT_TEXT) select: GroupSelectionInput,
    @Arg('input', () => UpdateGroupInput, { description: 'The changes.' }) input: UpdateGroupInput,
    @Arg('mode', () => BulkModeEnum, MODE_TEXT) mode: BulkMode,
    @Ctx() ctx: RequestContext,
  ) {
    return bulkPayload(await ctx.get(GroupBulkService).update(select, input, mode));
  }

  @Mutation(() => GroupsPayload, { description: 'Deletes groups and all their memberships, in one transaction.' })
  async deleteGroups(
    @Arg('select', () => GroupSelectionInput, SELECT_TEXT) select: GroupSelectionInput,
    @Arg('mode', () => BulkModeEnum, MODE_TEXT) mode: BulkMode,
    @Ctx() ctx: RequestContext,
  ) {
    return bulkPayload(await ctx.get(GroupBulkService).delete(select, mode));
  }

  @ArgumentsFulfill({ groupIds: { maxItems: GROUPS_MAX, format: 'uuid' } })
  @Mutation(() => MembershipsPayload, { description: 'Adds users to groups, in one transaction.' })
  async addUsersToGroups(
    @Arg('select', () => UserSelectionInput, SELECT_TEXT) select: UserSelectionInput,
    @Arg('groupIds', () => [ID], GROUP_IDS) groupIds: string[],
    @Arg('mode', () => BulkModeEnum, MODE_TEXT) mode: BulkMode,
    @Ctx() ctx: RequestContext,
  ) {
    return bulkPayload(await ctx.get(MembershipBulkService).add(select, groupIds, mode));
  }

  @ArgumentsFulfill({ groupIds: { maxItems: GROUPS_MAX, format: 'uuid' } })
  @Mutation(() => MembershipsPayload, { description: 'Removes users from groups, in one transaction.' })
  async removeUsersFromGroups(
    @Arg('select', () => UserSelectionInput, SELECT_TEXT) select: UserSelectionInput,
    @Arg('groupIds', () => [ID], GROUP_IDS) groupIds: string[],
    @Arg('mode', () => BulkModeEnum, MODE_TEXT) mode: BulkMode,
    @Ctx() ctx: RequestContext,
  ) {
    return bulkPayload(await ctx.get(MembershipBulkService).remove(select, groupIds, mode));
  }
}
