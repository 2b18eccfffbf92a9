import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import type { Role } from '../../../ground/kernel/access.ts';
import type { BulkMode } from '../../../ground/kernel/bulk.ts';
import { BulkModeEnum, bulkPayload, MODE_TEXT, SELECT_TEXT } from '../../../ground/kernel/graphql/bulk-type.ts';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { UserBulkService } from '../user-bulk.service.ts';
import { UserSelectionInput, UsersPayload } from './user-bulk.type.ts';
import { UpdateUserInput } from './user-change.type.ts';
import type { UpdateUser } from '../user.input.ts';
import { RoleEnum } from './user.type.ts';

const update = async (
  ctx: RequestContext,
  select: UserSelectionInput,
  changes: UpdateUser,
  mode: BulkMode,
): Promise<UsersPayload> => bulkPayload(await ctx.get(UserBulkService).update(select, changes, mode));

/** Changes of many users at once. */
@Resolver()
export class UserBulkResolver {
  @Mutation(() => UsersPayload, { description: 'Gives users the same values, in one transaction.' })
  updateUsers(
    @Arg('select', () => UserSelectionInput, SELECT_TEXT) select: UserSelectionInput,
    @Arg('input', () => UpdateUserInput, { description: 'The changes.' }) input: UpdateUserInput,
    @Arg('mode', () => BulkModeEnum, MODE_TEXT) mode: BulkMode,
    @Ctx() ctx: RequestContext,
  ) {
    return update(ctx, select, input, mode);
  }

  @Mutation(() => UsersPayload, { description: 'Lets users sign in again, in one transaction.' })
  enableUsers(
    @Arg('select', () => UserSelectionInput, SELECT_TEXT) select: UserSelectionInput,
    @Arg('mode', () => BulkModeEnum, MODE_TEXT) mode: BulkMode,
    @Ctx() ctx: RequestContext,
  ) {
    return update(ctx, select, { isActive: true }, mode);
  }

  @Mutation(() => UsersPayload, { description: 'Disables users and ends their sessions, in one transaction.' })
  disableUsers(
    @Arg('select', () => UserSelectionInput, SELECT_TEXT) select: UserSelectionInput,
    @Arg('mode', () => BulkModeEnum, MODE_TEXT) mode: BulkMode,
    @Ctx() ctx: RequestContext,
  ) {
    return update(ctx, select, { isActive: false }, mode);
  }

  @Mutation(() => UsersPayload, {
    description: 'Gives users a role, in one transaction. Requires the scope admin and a recent sign-in.',
  })
  setUserRoles(
    @Arg('select', () => UserSelectionInput, SELECT_TEXT) select: UserSelectionInput,
    @Arg('role', () => RoleEnum, { description: 'The role.' }) role: Role,
    @Arg('mode', () => BulkModeEnum, MODE_TEXT) mode: BulkMode,
    @Ctx() ctx: RequestContext,
  ) {
    return update(ctx, select, { role }, mode);
  }

  @Mutation(() => UsersPayload, {
    description: 'Deletes users with all their data, in one transaction. This cannot be undone.',
  })
  async deleteUsers(
    @Arg('select', () => UserSelectionInput, SELECT_TEXT) select: UserSelectionInput,
    @Arg('mode', () => BulkModeEnum, MODE_TEXT) mode: BulkMode,
    @Ctx() ctx: RequestContext,
  ) {
    return bulkPayload(await ctx.get(UserBulkService).delete(select, mode));
  }
}
