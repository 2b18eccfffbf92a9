import { Arg, Ctx, FieldResolver, Int, Query, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import type { Attention } from '../figures.hot.sql.ts';
import { DAYS_MAX, FiguresService, type SigningKeyFigures } from '../figures.service.ts';
import { AttentionType, ClientLoginsType, DayFiguresType, FiguresType, SigningKeyFiguresType } from './figures.type.ts';

/** The cost of the counters of a period. */
const ACTIVITY_COST = 300;

@Resolver(() => FiguresType)
export class FiguresResolver {
  @Query(() => FiguresType, {
    description: 'Figures of the last days, for a dashboard. Only administrators may read them.',
  })
  figures(
    @Arg('days', () => Int, {
      defaultValue: 30,
      description: `How many days, today included, from 1 to ${DAYS_MAX}. Days are those of UTC.`,
    })
    days: number,
    @Ctx() ctx: RequestContext,
  ): FiguresType {
    ctx.get(FiguresService).check(days);
    return { period: days };
  }

  @FieldResolver(() => Int, { description: 'How many users there are.' })
  users(@Ctx() ctx: RequestContext): Promise<number> {
    return ctx.get(FiguresService).users();
  }

  @FieldResolver(() => Int, {
    complexity: ACTIVITY_COST,
    description: 'How many users signed in within the period, each counted once.',
  })
  async activeUsers(@Root() { period }: FiguresType, @Ctx() ctx: RequestContext) {
    return (await ctx.get(FiguresService).activity(period)).activeUsers;
  }

  @FieldResolver(() => [DayFiguresType], {
    complexity: ACTIVITY_COST,
    description: 'Every day of the period, oldest first.',
  })
  async days(@Root() { period }: FiguresType, @Ctx() ctx: RequestContext) {
    return (await ctx.get(FiguresService).activity(period)).days;
  }

  @FieldResolver(() => [ClientLoginsType], {
    complexity: ACTIVITY_COST,
    description: 'The clients with the most logins, at most ten.',
  })
  async topClients(@Root() { period }: FiguresType, @Ctx() ctx: RequestContext) {
    return (await ctx.get(FiguresService).activity(period)).topClients;
  }

  @FieldResolver(() => AttentionType, {
    complexity: ACTIVITY_COST,
    description: 'What an administrator should look after.',
  })
  attention(@Ctx() ctx: RequestContext): Promise<Attention> {
    return ctx.get(FiguresService).attention();
  }

  @FieldResolver(() => [SigningKeyFiguresType], {
    description:
      'The keys that sign tokens, and the next ones. They are the server’s own: only administrators of the oldest customer, the operator’s, see them. For others the list is empty.',
  })
  signingKeys(@Ctx() ctx: RequestContext): Promise<SigningKeyFigures[]> {
    return ctx.get(FiguresService).signingKeys();
  }
}
