import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { UserPayload } from '../../users/graphql/index.ts';
import { UserService } from '../../users/index.ts';
import { RecoveryService } from '../recovery.service.ts';

const ID_TEXT = { description: 'The user’s id.' };

@Resolver()
export class RecoveryResolver {
  @Mutation(() => UserPayload, {
    description: 'Sends a user a link to set another password, valid for one hour.',
  })
  async requestPasswordReset(@Arg('userId', () => ID, ID_TEXT) userId: string, @Ctx() ctx: RequestContext) {
    await ctx.get(RecoveryService).requestReset(userId);
    return { user: () => ctx.get(UserService).find(userId) };
  }

  @Mutation(() => UserPayload, {
    description: 'Sends a user, or the caller, a link to verify the address, valid for 24 hours.',
  })
  async requestEmailVerification(@Arg('userId', () => ID, ID_TEXT) userId: string, @Ctx() ctx: RequestContext) {
    await ctx.get(RecoveryService).requestVerification(userId);
    return { user: () => ctx.get(UserService).find(userId) };
  }
}
