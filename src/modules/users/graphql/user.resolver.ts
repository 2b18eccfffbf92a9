import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, ID, Info, Mutation, Query, Resolver } from 'type-graphql';
import { isSelf } from '../../../ground/kernel/access.ts';
import { ListedBy } from '../../../ground/lists/graphql/lists.ts';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import type { ListArgs } from '../../../ground/lists/filter/index.ts';
import { ExpectedVersion } from '../../../ground/kernel/graphql/types.ts';
import { readAhead } from '../../../ground/kernel/graphql/read-ahead.ts';
import { attributesResolver } from '../../attributes/graphql/index.ts';
import { UpdateUserInput } from './user-change.type.ts';
import { UserListService } from '../user-list.service.ts';
import { UserConnection } from './user-list.type.ts';
import { User } from '../user.entity.ts';
import { userListing } from '../user.filter.ts';
import { UserRemovalService } from '../user-removal.service.ts';
import { UserService } from '../user.service.ts';
import { UserPayload, UserType } from './user.type.ts';

const ID_TEXT = { description: 'The user’s id.' };

@Resolver(() => UserType)
export class UserResolver {
  @Query(() => UserType, { nullable: true, description: 'A user by id. Null if there is no such user.' })
  user(@Arg('id', () => ID, ID_TEXT) id: string, @Ctx() ctx: RequestContext): Promise<User | null> {
    return ctx.get(UserService).find(id);
  }

  @Query(() => UserConnection, { description: 'The customer’s users, oldest first.' })
  users(@ListedBy(userListing) args: ListArgs, @Ctx() ctx: RequestContext) {
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
}

/** The values of the customer's own attributes of a user. */
export const UserAttributesResolver = attributesResolver(
  () => UserType,
  User,
  'user',
  (viewer, { id }) => isSelf(viewer, id),
);
