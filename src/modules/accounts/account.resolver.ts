import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '../../kernel/context.ts';
import { AppError } from '../../kernel/errors.ts';
import { CreateUserInput, CreateUsersPayload, LIST_MAX, UserType, type User } from '../users/index.ts';
import { AccountService } from './account.service.ts';

@Resolver()
export class AccountResolver {
  @Mutation(() => UserType, {
    description:
      'Makes a user, in their organization and group or not at all. Without an access token it is signing up, where that is enabled.',
  })
  createUser(
    @Arg('input', () => CreateUserInput, { description: 'The user to be made.' }) input: CreateUserInput,
    @Ctx() ctx: RequestContext,
  ): Promise<User> {
    return ctx.get(AccountService).create(input);
  }

  @Mutation(() => CreateUsersPayload, {
    description: 'Makes many users in one transaction; those who cannot be made do not keep the others from it.',
  })
  async createUsers(
    @Arg('inputs', () => [CreateUserInput], { description: `The users to be made; at most ${LIST_MAX}.` })
    inputs: CreateUserInput[],
    @Ctx() ctx: RequestContext,
  ) {
    const made = await ctx.get(AccountService).createMany(inputs);
    return {
      results: made.map((item, index) =>
        item instanceof AppError
          ? { index, user: null, error: { code: item.code, message: item.message, field: item.field } }
          : { index, user: item, error: null },
      ),
    };
  }
}
