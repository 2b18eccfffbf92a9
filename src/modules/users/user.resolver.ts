import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, ID, Info, Mutation, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../../kernel/context.ts';
import { readAhead } from '../../kernel/read-ahead.ts';
import { UpdateUserInput, UsersPayload } from './user-change.type.ts';
import { UserListService } from './user-list.service.ts';
import { UserConnection, UserListArgs } from './user-list.type.ts';
import type { User } from './user.entity.ts';
import { UserRemovalService } from './user-removal.service.ts';
import { LIST_MAX } from './user.input.ts';
import { UserService } from './user.service.ts';
import { UserType } from './user.type.ts';

const ID_TEXT = { description: 'The user’s id.' };
const IDS_TEXT = { description: `The users’ ids: at most ${LIST_MAX}.` };

@Resolver(() => UserType)
export class UserResolver {
  @Query(() => UserType, { nullable: true, description: 'A user by id. Null if there is no such user.' })
  user(@Arg('id', () => ID, ID_TEXT) id: string, @Ctx() ctx: RequestContext): Promise<User | null> {
    return ctx.get(UserService).find(id);
  }

  @Query(() => UserConnection, { description: 'The customer’s users, oldest first.' })
  users(@Args(() => UserListArgs) { first, after, last, before, ...filter }: UserListArgs, @Ctx() ctx: RequestContext) {
    return ctx.get(UserListService).list({ first, after, last, before }, filter);
  }

  @Mutation(() => UserType, {
    description: 'Changes a user. Users can change their own names, picture and phone number.',
  })
  updateUser(
    @Arg('id', () => ID, ID_TEXT) id: string,
    @Arg('input', () => UpdateUserInput, { description: 'The changes.' }) input: UpdateUserInput,
    @Ctx() ctx: RequestContext,
  ): Promise<User> {
    return ctx.get(UserService).update(id, input);
  }

  @Mutation(() => UsersPayload, { description: 'Disables users and ends their sessions, in one transaction.' })
  async disableUsers(
    @Arg('userIds', () => [ID], IDS_TEXT) userIds: string[],
    @Ctx() ctx: RequestContext,
  ): Promise<UsersPayload> {
    return { results: await ctx.get(UserRemovalService).disable(userIds) };
  }

  @Mutation(() => UserType, {
    description: 'Deletes a user with all their data, and returns them as they were. This cannot be undone.',
  })
  async deleteUser(
    @Arg('id', () => ID, ID_TEXT) id: string,
    @Ctx() ctx: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<User> {
    await readAhead(ctx, info, () => ctx.get(UserService).find(id));
    return ctx.get(UserRemovalService).delete(id);
  }

  @Mutation(() => UsersPayload, {
    description: 'Deletes users with all their data, in one transaction. This cannot be undone.',
  })
  async deleteUsers(
    @Arg('userIds', () => [ID], IDS_TEXT) userIds: string[],
    @Ctx() ctx: RequestContext,
  ): Promise<UsersPayload> {
    return { results: await ctx.get(UserRemovalService).deleteMany(userIds) };
  }
}
