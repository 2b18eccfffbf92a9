/**
 * The graph face of groups: their fields and members, changes of one and of many, and the groups of a user.
 */
import type { GraphModule } from '../../../ground/kernel/graphql/module.ts';
import { GroupBulkResolver } from './group-bulk.resolver.ts';
import { GroupResolver, GroupAttributesResolver, UserGroupsResolver } from './group.resolver.ts';
import {
  EffectiveGroupRelations,
  EffectiveGroupsResolver,
  EffectiveMemberRelations,
  EffectiveMembersResolver,
} from './effective-membership.resolver.ts';
import { groupNode } from './group.node.ts';
import { NestingRelations, NestingResolver } from './nesting.resolver.ts';
import { groupPermissions } from './group.permissions.ts';
import { MembershipRelations, GroupResultRelations } from './group.relations.ts';

export { GroupType } from './group.type.ts';

export const groupsGraph: GraphModule = {
  resolvers: [
    GroupResolver,
    GroupBulkResolver,
    GroupAttributesResolver,
    UserGroupsResolver,
    MembershipRelations,
    GroupResultRelations,
    NestingResolver,
    NestingRelations,
    EffectiveMembersResolver,
    EffectiveMemberRelations,
    EffectiveGroupsResolver,
    EffectiveGroupRelations,
  ],
  nodes: [groupNode],
  permissions: groupPermissions,
};
