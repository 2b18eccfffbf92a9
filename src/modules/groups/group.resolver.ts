import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, ID, Info, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../kernel/context.ts';
import { ConnectionArgs } from '../../kernel/graphql.ts';
import { readAhead } from '../../kernel/read-ahead.ts';
import { UserType, type User } from '../users/index.ts';
import type { Group } from './group.entity.ts';
import { CreateGroupInput, UpdateGroupInput } from './group.input.ts';
import { GroupService } from './group.service.ts';
import {
  GroupConnection,
  GroupListArgs,
  GroupMemberConnection,
  GroupType,
  MembershipPayload,
  UserGroupConnection,
} from './group.type.ts';
import { MembershipService } from './membership.service.ts';

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
  groups(
    @Args(() => GroupListArgs) { first, after, last, before, ...filter }: GroupListArgs,
    @Ctx() ctx: RequestContext,
  ) {
    return ctx.get(GroupService).list({ first, after, last, before }, filter);
  }

  @Mutation(() => GroupType, {
    description: 'Creates a group with its first members. If one of them cannot be added, nothing is created.',
  })
  createGroup(
    @Arg('input', () => CreateGroupInput, { description: 'The group to create.' }) input: CreateGroupInput,
    @Ctx() ctx: RequestContext,
  ): Promise<Group> {
    return ctx.get(GroupService).create(input);
  }

  @Mutation(() => GroupType, { description: 'Changes a group’s name, description or organization.' })
  updateGroup(
    @Arg('id', () => ID, { description: 'The group’s id.' }) id: string,
    @Arg('input', () => UpdateGroupInput, { description: 'The changes.' }) input: UpdateGroupInput,
    @Ctx() ctx: RequestContext,
  ): Promise<Group> {
    return ctx.get(GroupService).update(id, input);
  }

  @Mutation(() => GroupType, { description: 'Deletes a group and all its memberships. Returns the deleted group.' })
  async deleteGroup(
    @Arg('id', () => ID, { description: 'The group’s id.' }) id: string,
    @Ctx() ctx: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Group> {
    await readAhead(ctx, info, () => ctx.get(GroupService).find(id));
    return ctx.get(GroupService).delete(id);
  }

  @Mutation(() => MembershipPayload, { description: 'Adds users to a group, in one transaction.' })
  async addGroupMembers(
    @Arg('groupId', () => ID, { description: 'The group’s id.' }) groupId: string,
    @Arg('userIds', () => [ID], { description: 'The users’ ids.' }) userIds: string[],
    @Ctx() ctx: RequestContext,
  ): Promise<MembershipPayload> {
    return { results: await ctx.get(MembershipService).add(groupId, userIds) };
  }

  @Mutation(() => MembershipPayload, { description: 'Removes users from a group, in one transaction.' })
  async removeGroupMembers(
    @Arg('groupId', () => ID, { description: 'The group’s id.' }) groupId: string,
    @Arg('userIds', () => [ID], { description: 'The users’ ids.' }) userIds: string[],
    @Ctx() ctx: RequestContext,
  ): Promise<MembershipPayload> {
    return { results: await ctx.get(MembershipService).remove(groupId, userIds) };
  }

  @FieldResolver(() => GroupMemberConnection, {
    description: 'The members, in the order in which the users were created.',
  })
  members(@Root() group: Group, @Args(() => ConnectionArgs) page: ConnectionArgs, @Ctx() ctx: RequestContext) {
    return ctx.get(MembershipService).members(group, page);
  }
}

/** The fields that groups add to a user. */
@Resolver(() => UserType)
export class UserGroupsResolver {
  @FieldResolver(() => UserGroupConnection, { description: 'The user’s groups, oldest group first.' })
  groups(@Root() user: User, @Args(() => ConnectionArgs) page: ConnectionArgs, @Ctx() ctx: RequestContext) {
    return ctx.get(MembershipService).groupsOf(user, page);
  }
}
