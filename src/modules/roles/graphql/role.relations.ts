import { Ctx, FieldResolver, ID, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { find, findNode, nodeType } from '../../../ground/kernel/graphql/node.ts';
import { Node } from '../../../ground/kernel/graphql/types.ts';
import type { Role } from '../role.entity.ts';
import type { RoleAssignment } from '../role-assignment.entity.ts';
import { RoleAssignmentService } from '../role-assignment.service.ts';
import { holderOf, type HolderKind } from '../role-holders.ts';
import { RoleAssignmentResultType, RoleAssignmentType, RoleHolderKindEnum } from './role-assignment.type.ts';
import { AccessRoleType } from './role.type.ts';

const NODES: Readonly<Record<HolderKind, string>> = { user: 'User', group: 'Group', client: 'Client' };
const HOLDER = {
  nullable: true,
  description: 'The user, group or client. Null if the viewer may not see it, or it no longer exists.',
};

/** What a role leads to. */
@Resolver(() => AccessRoleType)
export class AccessRoleRelations {
  @FieldResolver(nodeType('Api'), {
    nullable: true,
    description: 'The API of a role of the kind API; null for others.',
  })
  async api(@Root() { apiId }: Role, @Ctx() ctx: RequestContext) {
    return apiId ? find(ctx, 'Api', apiId) : null;
  }
}

/** What an assignment leads to. */
@Resolver(() => RoleAssignmentType)
export class RoleAssignmentRelations {
  @FieldResolver(() => ID, { description: 'The role.' })
  accessRoleId(@Root() { roleId }: RoleAssignment): string {
    return roleId;
  }

  @FieldResolver(() => AccessRoleType, {
    nullable: true,
    description: 'The role. Users see those that they have. Null if it was just deleted.',
  })
  accessRole(@Root() assignment: RoleAssignment, @Ctx() ctx: RequestContext) {
    return ctx.get(RoleAssignmentService).roleOf(assignment);
  }

  @FieldResolver(() => RoleHolderKindEnum, { description: 'What has the role.' })
  holderKind(@Root() assignment: RoleAssignment): HolderKind {
    return holderOf(assignment).kind;
  }

  @FieldResolver(() => ID, { description: 'The id of what has the role.' })
  holderId(@Root() assignment: RoleAssignment): string {
    return holderOf(assignment).id;
  }

  @FieldResolver(() => Node, HOLDER)
  holder(@Root() assignment: RoleAssignment, @Ctx() ctx: RequestContext) {
    const { kind, id } = holderOf(assignment);
    return findNode(ctx, NODES[kind], id);
  }

  @FieldResolver(nodeType('Organization'), {
    nullable: true,
    description: 'The organization for which it is. Null for everywhere.',
  })
  async organization(@Root() { organizationId }: RoleAssignment, @Ctx() ctx: RequestContext) {
    return organizationId ? find(ctx, 'Organization', organizationId) : null;
  }
}

/** What the result for one of several holders leads to. */
@Resolver(() => RoleAssignmentResultType)
export class RoleAssignmentResultRelations {
  @FieldResolver(() => Node, HOLDER)
  holder(@Root() { holderKind, holderId }: RoleAssignmentResultType, @Ctx() ctx: RequestContext) {
    return findNode(ctx, NODES[holderKind], holderId);
  }
}
