import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../kernel/context.ts';
import { LogoutDeliveryService, type LogoutDeliveryState } from './logout-delivery.service.ts';
import type { LogoutDeliveryRow } from './logout-delivery.sql.ts';
import {
  LogoutDeliveryConnection,
  LogoutDeliveryListArgs,
  LogoutDeliveryStateEnum,
  LogoutDeliveryType,
} from './logout-delivery.type.ts';

@Resolver(() => LogoutDeliveryType)
export class LogoutDeliveryResolver {
  @Query(() => LogoutDeliveryConnection, {
    description: 'Which clients of the customer were told of logouts in the last days, newest first.',
  })
  logoutDeliveries(
    @Args(() => LogoutDeliveryListArgs) { state, ...page }: LogoutDeliveryListArgs,
    @Ctx() ctx: RequestContext,
  ) {
    return ctx.get(LogoutDeliveryService).list(page, state ?? null);
  }

  @Mutation(() => LogoutDeliveryType, { description: 'Has a client told of a logout again that was given up.' })
  retryLogoutDelivery(
    @Arg('id', () => ID, { description: 'The delivery’s id.' }) id: string,
    @Ctx() ctx: RequestContext,
  ): Promise<LogoutDeliveryRow> {
    return ctx.get(LogoutDeliveryService).retry(id);
  }

  @FieldResolver(() => LogoutDeliveryStateEnum, { description: 'Where it stands.' })
  state(@Root() { deliveredAt, failedAt }: LogoutDeliveryRow): LogoutDeliveryState {
    return deliveredAt ? 'delivered' : failedAt ? 'dead' : 'pending';
  }
}
