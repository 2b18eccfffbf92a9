import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, FieldResolver, ID, Info, Mutation, Query, Resolver, Root } from 'type-graphql';
import { bulkPayload } from '../../../ground/kernel/graphql/bulk-type.ts';
import { ListedBy } from '../../../ground/lists/graphql/lists.ts';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { ArgumentsFulfill } from '../../../ground/kernel/graphql/fulfills.ts';
import type { ListArgs } from '../../../ground/lists/filter/index.ts';
import { Creates, ExpectedVersion } from '../../../ground/kernel/graphql/types.ts';
import { readAhead } from '../../../ground/kernel/graphql/read-ahead.ts';
import { attributesResolver } from '../../attributes/graphql/index.ts';
import { UserType } from '../../users/graphql/index.ts';
import { userListing, type User } from '../../users/index.ts';
import { Group } from '../group.entity.ts';
import { groupListing } from '../group.filter.ts';
import { CreateGroupInput, UpdateGroupInput } from './group.input.ts';
import { MEMBERS_MAX } from '../group.input.ts';
import { GroupService } from '../group.service.ts';
import { GroupConnection, GroupMemberConnection, GroupPayload, GroupType, UserGroupConnection } from './group.type.ts';
import { MembershipService } from '../membership.service.ts';
import { MembershipPayload } from './membership.type.ts';

const USER_IDS = { description: `The users’ ids: at most ${MEMBERS_MAX}.` };

@Resolver(() => GroupType)
export class GroupResolver {
  @Query(() => GroupType, { nullable: true, description: 'The group with this id, or null.' })
  group(
    @Arg('id', () => ID, { description: 'The group’s id.' }) id: string,
    @Ctx() ctx: RequestContext,
  ): Promise<Group | null> {
    return ctx.get(GroupService).find(id);
  }

  @Query(() => GroupConnection, { description: 'The customer’s groups, oldest first.' })
  groups(@ListedBy(groupListing) args: ListArgs, @Ctx() ctx: RequestContext) {
    return ctx.get(GroupService).list(args);
  }

  @Creates()
  @Mutation(() => GroupPayload, {
    description: 'Creates a group with its first members. If one of them cannot be added, nothing is created.',
  })
  async createGroup(
    @Arg('input', () => CreateGroupInput, { description: 'The group to create.' }) input: CreateGroupInput,
    @Ctx() ctx: RequestContext,
  ) {
    return { group: await ctx.get(GroupService).create(input) };
  }

  @Mutation(() => GroupPayload, { description: 'Changes a group’s name, description or organization.' })
  async updateGroup(
    @Arg('id', () => ID, { description: 'The group’s id.' }) id: string,
    @Arg('input', () => UpdateGroupInput, { description: 'The changes.' }) input: UpdateGroupInput,
    @ExpectedVersion() expectedVersion: number | null,
    @Ctx() ctx: RequestContext,
  ) {
    return { group: await ctx.get(GroupService).update(id, input, expectedVersion) };
  }

  @Mutation(() => GroupPayload, { description: 'Deletes a group and all its memberships.' })
  async deleteGroup(
    @Arg('id', () => ID, { description: 'The group’s id.' }) id: string,
    @ExpectedVersion() expectedVersion: number | null,
    @Ctx() ctx: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ) {
    await readAhead(ctx, info, 'group', () => ctx.get(GroupService).find(id));
    return { group: await ctx.get(GroupService).delete(id, expectedVersion) };
  }

  @ArgumentsFulfill({ userIds: { maxItems: MEMBERS_MAX, format: 'uuid' } })
  @Mutation(() => MembershipPayload, { description: 'Adds users to a group, in one transaction.' })
  async addGroupMembers(
    @Arg('id', () => ID, { description: 'The group’s id.' }) id: string,
    @Arg('userIds', () => [ID], USER_IDS) userIds: string[],
    @Ctx() ctx: RequestContext,
  ) {
    const results = await ctx.get(MembershipService).add(id, userIds);
    return { ...bulkPayload(results), group: () => ctx.get(GroupService).find(id) };
  }

  @ArgumentsFulfill({ userIds: { maxItems: MEMBERS_MAX, format: 'uuid' } })
  @Mutation(() => MembershipPayload, { description: 'Removes users from a group, in one transaction.' })
  async removeGroupMembers(
    @Arg('id', () => ID, { description: 'The group’s id.' }) id: string,
    @Arg('userIds', () => [ID], USER_IDS) userIds: string[],
    @Ctx() ctx: RequestContext,
  ) {
    const results = await ctx.get(MembershipService).remove(id, userIds);
    return { ...bulkPayload(results), group: () => ctx.get(GroupService).find(id) };
  }

  @FieldResolver(() => GroupMemberConnection, {
    description: 'The members, by default in the order in which the users were created.',
  })
  members(@Root() group: Group, @ListedBy(userListing) args: ListArgs, @Ctx() ctx: RequestContext) {
    return ctx.get(MembershipService).members(group, args);
  }
}

/** The fields that groups add to a user. */
@Resolver(() => UserType)
export class UserGroupsResolver {
  @FieldResolver(() => UserGroupConnection, { description: 'The user’s groups, oldest group first.' })
  groups(@Root() user: User, @ListedBy(groupListing) args: ListArgs, @Ctx() ctx: RequestContext) {
    return ctx.get(MembershipService).groupsOf(user, args);
  }
}

/** The values of the customer's own attributes of a group. Nobody owns a group. */
export const GroupAttributesResolver = attributesResolver(
  () => GroupType,
  Group,
  'group',
  () => false,
);
