import { Arg, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import type { BulkMode } from '../../../ground/kernel/bulk.ts';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { BulkModeEnum, bulkPayload, MODE_TEXT } from '../../../ground/kernel/graphql/bulk-type.ts';
import type { ListArgs } from '../../../ground/lists/filter/index.ts';
import { ListedBy } from '../../../ground/lists/graphql/lists.ts';
import { ClientType } from '../../clients/graphql/index.ts';
import { GroupType } from '../../groups/graphql/index.ts';
import { OrganizationType } from '../../organizations/graphql/index.ts';
import { UserType } from '../../users/graphql/index.ts';
import { assignmentListing } from '../role-assignment.filter.ts';
import { RoleAssignmentService, type AssignmentResult } from '../role-assignment.service.ts';
import { RoleService } from '../role.service.ts';
import {
  AssignRoleInput,
  RoleAssignmentConnection,
  RoleAssignmentsPayload,
  UnassignRoleInput,
} from './role-assignment.type.ts';
import { AccessRoleType } from './role.type.ts';

const ID_TEXT = { description: 'The role’s id.' };
const UNSEEN = 'Only administrators can read it; for others it is null.';

interface Identified {
  readonly id: string;
}

/** Who has a role, and how that changes. */
@Resolver(() => AccessRoleType)
export class RoleAssignmentResolver {
  @Mutation(() => RoleAssignmentsPayload, {
    description:
      'Gives a role to users, groups and service accounts, in one transaction. Those who have it get the end that is given.',
  })
  async assignRole(
    @Arg('id', () => ID, ID_TEXT) id: string,
    @Arg('input', () => AssignRoleInput, { description: 'Who gets it.' }) input: AssignRoleInput,
    @Arg('mode', () => BulkModeEnum, MODE_TEXT) mode: BulkMode,
    @Ctx() ctx: RequestContext,
  ) {
    return payloadOf(ctx, id, await ctx.get(RoleAssignmentService).assign(id, input, mode));
  }

  @Mutation(() => RoleAssignmentsPayload, {
    description: 'Takes a role from users, groups and service accounts, in one transaction.',
  })
  async unassignRole(
    @Arg('id', () => ID, ID_TEXT) id: string,
    @Arg('input', () => UnassignRoleInput, { description: 'Who loses it.' }) input: UnassignRoleInput,
    @Arg('mode', () => BulkModeEnum, MODE_TEXT) mode: BulkMode,
    @Ctx() ctx: RequestContext,
  ) {
    return payloadOf(ctx, id, await ctx.get(RoleAssignmentService).unassign(id, input, mode));
  }

  @FieldResolver(() => RoleAssignmentConnection, {
    nullable: true,
    description: `Who has the role, oldest assignment first. ${UNSEEN}`,
  })
  assignments(@Root() { id }: Identified, @ListedBy(assignmentListing) args: ListArgs, @Ctx() ctx: RequestContext) {
    return ctx.get(RoleAssignmentService).of('role', id, args);
  }
}

function payloadOf(ctx: RequestContext, id: string, results: readonly AssignmentResult[]) {
  const told = results.map(({ holder, ...result }) => ({ ...result, holderKind: holder.kind, holderId: holder.id }));
  return { ...bulkPayload(told), accessRole: () => ctx.get(RoleService).find(id) };
}

/** The roles of a user. */
@Resolver(() => UserType)
export class UserRolesResolver {
  @FieldResolver(() => RoleAssignmentConnection, {
    nullable: true,
    description:
      'The roles that the user has, not counting those of groups, oldest assignment first. Only the user and administrators can read them; for others it is null.',
  })
  roles(@Root() { id }: Identified, @ListedBy(assignmentListing) args: ListArgs, @Ctx() ctx: RequestContext) {
    return ctx.get(RoleAssignmentService).of('user', id, args);
  }
}

/** The roles of a group. */
@Resolver(() => GroupType)
export class GroupRolesResolver {
  @FieldResolver(() => RoleAssignmentConnection, {
    nullable: true,
    description: `The roles that everybody in the group has, oldest assignment first. ${UNSEEN}`,
  })
  roles(@Root() { id }: Identified, @ListedBy(assignmentListing) args: ListArgs, @Ctx() ctx: RequestContext) {
    return ctx.get(RoleAssignmentService).of('group', id, args);
  }
}

/** The roles of a client. */
@Resolver(() => ClientType)
export class ClientRolesResolver {
  @FieldResolver(() => RoleAssignmentConnection, {
    nullable: true,
    description: `The roles that the client has when it acts for itself, oldest assignment first. ${UNSEEN}`,
  })
  roles(@Root() { id }: Identified, @ListedBy(assignmentListing) args: ListArgs, @Ctx() ctx: RequestContext) {
    return ctx.get(RoleAssignmentService).of('client', id, args);
  }
}

/** Who has roles for an organization. */
@Resolver(() => OrganizationType)
export class OrganizationRolesResolver {
  @FieldResolver(() => RoleAssignmentConnection, {
    nullable: true,
    description: `The roles that are assigned for the organization, oldest assignment first. ${UNSEEN}`,
  })
  roleAssignments(@Root() { id }: Identified, @ListedBy(assignmentListing) args: ListArgs, @Ctx() ctx: RequestContext) {
    return ctx.get(RoleAssignmentService).of('organization', id, args);
  }
}
