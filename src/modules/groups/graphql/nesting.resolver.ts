import { Arg, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import { bulkPayload } from '../../../ground/kernel/graphql/bulk-type.ts';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { ArgumentsFulfill } from '../../../ground/kernel/graphql/fulfills.ts';
import { find, nodeType } from '../../../ground/kernel/graphql/node.ts';
import { ListedBy } from '../../../ground/lists/graphql/lists.ts';
import type { ListArgs } from '../../../ground/lists/filter/index.ts';
import type { Group } from '../group.entity.ts';
import { groupListing } from '../group.filter.ts';
import { MEMBER_GROUPS_MAX } from '../group-nesting.entity.ts';
import { GroupService } from '../group.service.ts';
import { NestingService } from '../nesting.service.ts';
import { GroupType } from './group.type.ts';
import { NestedGroupConnection, NestingPayload, NestingResultType } from './nesting.type.ts';

const GROUP_IDS = { description: `The ids of the inner groups: at most ${MEMBER_GROUPS_MAX}.` };

/** Groups in groups. */
@Resolver(() => GroupType)
export class NestingResolver {
  @ArgumentsFulfill({ groupIds: { maxItems: MEMBER_GROUPS_MAX, format: 'uuid' } })
  @Mutation(() => NestingPayload, {
    description:
      'Puts groups into a group, in one transaction. Their members, and those of groups in them, are then effective members of it.',
  })
  async addMemberGroups(
    @Arg('id', () => ID, { description: 'The outer group’s id.' }) id: string,
    @Arg('groupIds', () => [ID], GROUP_IDS) groupIds: string[],
    @Ctx() ctx: RequestContext,
  ) {
    const results = await ctx.get(NestingService).add(id, groupIds);
    return { ...bulkPayload(results), group: () => ctx.get(GroupService).find(id) };
  }

  @ArgumentsFulfill({ groupIds: { maxItems: MEMBER_GROUPS_MAX, format: 'uuid' } })
  @Mutation(() => NestingPayload, { description: 'Takes groups out of a group, in one transaction.' })
  async removeMemberGroups(
    @Arg('id', () => ID, { description: 'The outer group’s id.' }) id: string,
    @Arg('groupIds', () => [ID], GROUP_IDS) groupIds: string[],
    @Ctx() ctx: RequestContext,
  ) {
    const results = await ctx.get(NestingService).remove(id, groupIds);
    return { ...bulkPayload(results), group: () => ctx.get(GroupService).find(id) };
  }

  @FieldResolver(() => NestedGroupConnection, {
    description: 'The groups directly inside the group, oldest group first.',
  })
  memberGroups(@Root() group: Group, @ListedBy(groupListing) args: ListArgs, @Ctx() ctx: RequestContext) {
    return ctx.get(NestingService).inside(group, args);
  }

  @FieldResolver(() => NestedGroupConnection, {
    description: 'The groups that the group is directly inside, oldest group first.',
  })
  outerGroups(@Root() group: Group, @ListedBy(groupListing) args: ListArgs, @Ctx() ctx: RequestContext) {
    return ctx.get(NestingService).around(group, args);
  }
}

/** What the result for one inner group leads to. */
@Resolver(() => NestingResultType)
export class NestingRelations {
  @FieldResolver(nodeType('Group'), {
    nullable: true,
    description: 'The inner group. Null if it no longer exists, or the viewer may not see it.',
  })
  memberGroup(@Root() { memberGroupId }: NestingResultType, @Ctx() ctx: RequestContext) {
    return find(ctx, 'Group', memberGroupId);
  }
}
