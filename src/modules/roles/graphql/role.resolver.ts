import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import type { ListArgs } from '../../../ground/lists/filter/index.ts';
import { ConnectionArgs } from '../../../ground/lists/graphql/connection.ts';
import { ListedBy } from '../../../ground/lists/graphql/lists.ts';
import { ArgumentsFulfill } from '../../../ground/kernel/graphql/fulfills.ts';
import { Creates, ExpectedVersion } from '../../../ground/kernel/graphql/types.ts';
import { ApiScopeConnection } from '../../apis/graphql/index.ts';
import type { Role } from '../role.entity.ts';
import { roleListing } from '../role.filter.ts';
import { NAME_MAX } from '../role.input.ts';
import { RoleService } from '../role.service.ts';
import { CreateAccessRoleInput, UpdateAccessRoleInput } from './role.input.ts';
import { AccessRoleConnection, AccessRolePayload, AccessRoleType, DeleteAccessRolePayload } from './role.type.ts';

const ID_TEXT = { description: 'The role’s id.' };

@Resolver(() => AccessRoleType)
export class RoleResolver {
  @Query(() => AccessRoleType, { nullable: true, description: 'The role with this id, or null.' })
  accessRole(@Arg('id', () => ID, ID_TEXT) id: string, @Ctx() ctx: RequestContext): Promise<Role | null> {
    return ctx.get(RoleService).find(id);
  }

  @Query(() => AccessRoleConnection, { description: 'The customer’s roles, oldest first.' })
  accessRoles(@ListedBy(roleListing) args: ListArgs, @Ctx() ctx: RequestContext) {
    return ctx.get(RoleService).list(args);
  }

  @Creates()
  @Mutation(() => AccessRolePayload, { description: 'Creates a role, which nobody has yet.' })
  async createAccessRole(
    @Arg('input', () => CreateAccessRoleInput, { description: 'The role to create.' }) input: CreateAccessRoleInput,
    @Ctx() ctx: RequestContext,
  ) {
    return { accessRole: await ctx.get(RoleService).create(input) };
  }

  @Mutation(() => AccessRolePayload, { description: 'Changes a role’s name, description or permissions.' })
  async updateAccessRole(
    @Arg('id', () => ID, ID_TEXT) id: string,
    @Arg('input', () => UpdateAccessRoleInput, { description: 'The changes.' }) input: UpdateAccessRoleInput,
    @ExpectedVersion() expectedVersion: number | null,
    @Ctx() ctx: RequestContext,
  ) {
    return { accessRole: await ctx.get(RoleService).update(id, input, expectedVersion) };
  }

  @ArgumentsFulfill({ confirm: { maxLength: NAME_MAX } })
  @Mutation(() => DeleteAccessRolePayload, {
    description: 'Deletes a role. Whoever has it loses it, which needs the role’s name to confirm it.',
  })
  async deleteAccessRole(
    @Arg('id', () => ID, ID_TEXT) id: string,
    @ExpectedVersion() expectedVersion: number | null,
    @Arg('confirm', () => String, {
      nullable: true,
      description: 'The role’s name. Without it, a role that somebody has is not deleted (ROLE_IN_USE).',
    })
    confirm: string | null,
    @Arg('dryRun', () => Boolean, {
      defaultValue: false,
      description: 'Only tells who would lose the role, and deletes nothing.',
    })
    dryRun: boolean,
    @Ctx() ctx: RequestContext,
  ) {
    const { role: accessRole, holders } = await ctx.get(RoleService).delete(id, { expectedVersion, confirm, dryRun });
    return { accessRole, holders };
  }

  @FieldResolver(() => ApiScopeConnection, {
    description: 'The scopes of APIs that the role allows, oldest scope first.',
  })
  permissions(@Root() role: Role, @Args(() => ConnectionArgs) args: ConnectionArgs, @Ctx() ctx: RequestContext) {
    return ctx.get(RoleService).permissions(role, args);
  }
}
