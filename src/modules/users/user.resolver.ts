import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, ID, Info, Mutation, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../../kernel/context.ts';
import type { ListArgs } from '../../kernel/filter/index.ts';
import { ExpectedVersion } from '../../kernel/graphql.ts';
import { readAhead } from '../../kernel/read-ahead.ts';
import { UpdateUserInput, UsersPayload } from './user-change.type.ts';
import { UserListService } from './user-list.service.ts';
import { UserConnection } from './user-list.type.ts';
import type { User } from './user.entity.ts';
import { userListing } from './user.filter.ts';
import { UserRemovalService } from './user-removal.service.ts';
import { LIST_MAX } from './user.input.ts';
import { UserService } from './user.service.ts';
import { UserPayload, UserType } from './user.type.ts';

const ID_TEXT = { description: 'The user’s id.' };
const IDS_TEXT = { description: `The users’ ids: at most ${LIST_MAX}.` };

@Resolver(() => UserType)
export class UserResolver {
  @Query(() => UserType, { nullable: true, description: 'A user by id. Null if there is no such user.' })
  user(@Arg('id', () => ID, ID_TEXT) id: string, @Ctx() ctx: RequestContext): Promise<User | null> {
    return ctx.get(UserService).find(id);
  }

  @Query(() => UserConnection, { description: 'The customer’s users, oldest first.' })
  users(@Args(() => userListing.Args) args: ListArgs, @Ctx() ctx: RequestContext) {
    return ctx.get(UserListService).list(args);
  }

  @Mutation(() => UserPayload, {
    description: 'Changes a user. Users can change their own names, picture and phone number.',
  })
  async updateUser(
    @Arg('id', () => ID, ID_TEXT) id: string,
    @Arg('input', () => UpdateUserInput, { description: 'The changes.' }) input: UpdateUserInput,
    @ExpectedVersion() expectedVersion: number | null,
    @Ctx() ctx: RequestContext,
  ) {
    return { user: await ctx.get(UserService).update(id, input, expectedVersion) };
  }

  @Mutation(() => UsersPayload, { description: 'Disables users and ends their sessions, in one transaction.' })
  async disableUsers(
    @Arg('ids', () => [ID], IDS_TEXT) ids: string[],
    @Ctx() ctx: RequestContext,
  ): Promise<UsersPayload> {
    return { results: await ctx.get(UserRemovalService).disable(ids) };
  }

  @Mutation(() => UserPayload, {
    description: 'Deletes a user with all their data. This cannot be undone.',
  })
  async deleteUser(
    @Arg('id', () => ID, ID_TEXT) id: string,
    @ExpectedVersion() expectedVersion: number | null,
    @Ctx() ctx: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ) {
    await readAhead(ctx, info, 'user', () => ctx.get(UserService).find(id));
    return { user: await ctx.get(UserRemovalService).delete(id, expectedVersion) };
  }

  @Mutation(() => UsersPayload, {
    description: 'Deletes users with all their data, in one transaction. This cannot be undone.',
  })
  async deleteUsers(
    @Arg('ids', () => [ID], IDS_TEXT) ids: string[],
    @Ctx() ctx: RequestContext,
  ): Promise<UsersPayload> {
    return { results: await ctx.get(UserRemovalService).deleteMany(ids) };
  }
}
