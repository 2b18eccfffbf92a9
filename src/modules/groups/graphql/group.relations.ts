import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { find, nodeType } from '../../../ground/kernel/graphql/node.ts';
import { GroupResultType } from './group-bulk.type.ts';
import { MembershipItemResult } from './membership.type.ts';

const GONE = 'Null if it no longer exists, or the viewer may not see it.';

/** What the result for one membership leads to. */
@Resolver(() => MembershipItemResult)
export class MembershipRelations {
  @FieldResolver(nodeType('User'), { nullable: true, description: `The user. ${GONE}` })
  user(@Root() { userId }: MembershipItemResult, @Ctx() ctx: RequestContext) {
    return find(ctx, 'User', userId);
  }

  @FieldResolver(nodeType('Group'), { nullable: true, description: `The group. ${GONE}` })
  group(@Root() { groupId }: MembershipItemResult, @Ctx() ctx: RequestContext) {
    return find(ctx, 'Group', groupId);
  }
}

/** What the result for one of several groups leads to. */
@Resolver(() => GroupResultType)
export class GroupResultRelations {
  @FieldResolver(nodeType('Group'), { nullable: true, description: `The group. ${GONE}` })
  group(@Root() { groupId }: GroupResultType, @Ctx() ctx: RequestContext) {
    return find(ctx, 'Group', groupId);
  }
}
