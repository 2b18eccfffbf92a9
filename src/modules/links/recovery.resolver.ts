import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '../../kernel/context.ts';
import { RecoveryService } from './recovery.service.ts';

const ID_TEXT = { description: 'The user’s id.' };

@Resolver()
export class RecoveryResolver {
  @Mutation(() => Boolean, {
    description: 'Sends a user a link to set another password, valid for one hour. Always true.',
  })
  async requestPasswordReset(
    @Arg('userId', () => ID, ID_TEXT) userId: string,
    @Ctx() ctx: RequestContext,
  ): Promise<true> {
    await ctx.get(RecoveryService).requestReset(userId);
    return true;
  }

  @Mutation(() => Boolean, {
    description: 'Sends a user, or the caller, a link to verify the address, valid for 24 hours. Always true.',
  })
  async requestEmailVerification(
    @Arg('userId', () => ID, ID_TEXT) userId: string,
    @Ctx() ctx: RequestContext,
  ): Promise<true> {
    await ctx.get(RecoveryService).requestVerification(userId);
    return true;
  }
}
