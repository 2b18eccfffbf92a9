import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { ConnectionArgs } from '../../../ground/lists/graphql/connection.ts';
import { ListedBy } from '../../../ground/lists/graphql/lists.ts';
import type { ListArgs } from '../../../ground/lists/filter/index.ts';
import { UserType } from '../../users/graphql/index.ts';
import type { User } from '../../users/index.ts';
import { EffectiveMembershipService } from '../effective-membership.service.ts';
import type { Group } from '../group.entity.ts';
import { groupListing } from '../group.filter.ts';
import {
  EffectiveGroupConnection,
  EffectiveGroupEdge,
  EffectiveMemberConnection,
  EffectiveMemberEdge,
} from './effective-membership.type.ts';
import { GroupType } from './group.type.ts';

const VIA = {
  description:
    'The groups through which the user is in the group: first the one that the user is directly in, last the one directly inside the group. The shortest such chain; empty if the user is directly in the group.',
};

/** The members of a group through other groups. */
@Resolver(() => GroupType)
export class EffectiveMembersResolver {
  @FieldResolver(() => EffectiveMemberConnection, {
    description:
      'The users who are in the group or in a group in it, each once, in the order in which the users were created. They are told of the group, and have what it lends.',
  })
  effectiveMembers(@Root() group: Group, @Args(() => ConnectionArgs) args: ConnectionArgs, @Ctx() ctx: RequestContext) {
    return ctx.get(EffectiveMembershipService).members(group, args);
  }
}

/** How a user is in the group. */
@Resolver(() => EffectiveMemberEdge)
export class EffectiveMemberRelations {
  @FieldResolver(() => [GroupType], VIA)
  via(@Root() edge: EffectiveMemberEdge, @Ctx() ctx: RequestContext) {
    return ctx.get(EffectiveMembershipService).via(edge);
  }
}

/** The groups of a user through other groups. */
@Resolver(() => UserType)
export class EffectiveGroupsResolver {
  @FieldResolver(() => EffectiveGroupConnection, {
    description:
      'The groups that the user is in, directly or through groups in groups, each once, oldest group first. Userinfo and tokens tell them.',
  })
  effectiveGroups(@Root() user: User, @ListedBy(groupListing) args: ListArgs, @Ctx() ctx: RequestContext) {
    return ctx.get(EffectiveMembershipService).groupsOf(user, args);
  }
}

/** How the user is in a group. */
@Resolver(() => EffectiveGroupEdge)
export class EffectiveGroupRelations {
  @FieldResolver(() => [GroupType], VIA)
  via(@Root() edge: EffectiveGroupEdge, @Ctx() ctx: RequestContext) {
    return ctx.get(EffectiveMembershipService).via(edge);
  }
}
