import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '../../kernel/context.ts';
import { RecoveryService } from './recovery.service.ts';

const ID_TEXT = { description: 'The user’s id.' };

@Resolver()
export class RecoveryResolver {
  @Mutation(() => Boolean, {
    description: 'Sends a user a link to set another password, valid for one hour; always true.',
  })
  async requestPasswordReset(
    @Arg('userId', () => ID, ID_TEXT) userId: string,
    @Ctx() ctx: RequestContext,
  ): Promise<true> {
    await ctx.get(RecoveryService).requestReset(userId);
    return true;
  }

  @Mutation(() => Boolean, {
    description: 'Sends a user, or oneself, a link to prove the address, valid for 24 hours; always true.',
  })
  async requestEmailVerification(
    @Arg('userId', () => ID, ID_TEXT) userId: string,
    @Ctx() ctx: RequestContext,
  ): Promise<true> {
    await ctx.get(RecoveryService).requestVerification(userId);
    return true;
  }
}
