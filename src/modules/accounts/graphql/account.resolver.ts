import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { BULK_MAX, type BulkMode } from '../../../ground/kernel/bulk.ts';
import { BulkModeEnum, bulkPayload, MODE_TEXT } from '../../../ground/kernel/graphql/bulk-type.ts';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { ArgumentsFulfill } from '../../../ground/kernel/graphql/fulfills.ts';
import { AppError } from '../../../ground/kernel/errors.ts';
import { Creates, Open } from '../../../ground/kernel/graphql/types.ts';
import { CreateUserInput, CreateUsersPayload, UserPayload } from '../../users/graphql/index.ts';
import { AccountService } from '../account.service.ts';

@Resolver()
export class AccountResolver {
  @Creates()
  @Open()
  @Mutation(() => UserPayload, {
    description:
      'Creates a user in their organization and group, in one transaction. Without an access token, the caller signs up, if sign-up is enabled.',
  })
  async createUser(
    @Arg('input', () => CreateUserInput, { description: 'The user to create.' }) input: CreateUserInput,
    @Ctx() ctx: RequestContext,
  ) {
    return { user: await ctx.get(AccountService).create(input) };
  }

  @Creates()
  @ArgumentsFulfill({ inputs: { maxItems: BULK_MAX } })
  @Mutation(() => CreateUsersPayload, {
    description: 'Creates many users in one transaction.',
  })
  async createUsers(
    @Arg('inputs', () => [CreateUserInput], { description: `The users to create: at most ${BULK_MAX}.` })
    inputs: CreateUserInput[],
    @Arg('mode', () => BulkModeEnum, MODE_TEXT) mode: BulkMode,
    @Ctx() ctx: RequestContext,
  ) {
    const created = await ctx.get(AccountService).createMany(inputs, mode);
    return bulkPayload(
      created.map((item, index) =>
        item instanceof AppError
          ? { index, user: null, changed: false, error: item }
          : { index, user: item, changed: true, error: null },
      ),
    );
  }
}
