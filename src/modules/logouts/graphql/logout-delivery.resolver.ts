import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { ListedBy } from '../../../ground/lists/graphql/lists.ts';
import type { ListArgs } from '../../../ground/lists/filter/index.ts';
import { logoutDeliveryListing } from '../logout-delivery.filter.ts';
import type { LogoutDelivery } from '../logout-delivery.entity.ts';
import { LogoutDeliveryService, type LogoutDeliveryState } from '../logout-delivery.service.ts';
import {
  LogoutDeliveryConnection,
  LogoutDeliveryPayload,
  LogoutDeliveryStateEnum,
  LogoutDeliveryType,
} from './logout-delivery.type.ts';

@Resolver(() => LogoutDeliveryType)
export class LogoutDeliveryResolver {
  @Query(() => LogoutDeliveryConnection, {
    description: 'The customer’s back-channel logouts of the last days, newest first.',
  })
  logoutDeliveries(@ListedBy(logoutDeliveryListing) args: ListArgs, @Ctx() ctx: RequestContext) {
    return ctx.get(LogoutDeliveryService).list(args);
  }

  @Mutation(() => LogoutDeliveryPayload, { description: 'Retries a failed back-channel logout.' })
  async retryLogoutDelivery(
    @Arg('id', () => ID, { description: 'The delivery’s id.' }) id: string,
    @Ctx() ctx: RequestContext,
  ) {
    return { logoutDelivery: await ctx.get(LogoutDeliveryService).retry(id) };
  }

  @FieldResolver(() => LogoutDeliveryStateEnum, { description: 'The state of the delivery.' })
  state(@Root() { deliveredAt, failedAt }: LogoutDelivery): LogoutDeliveryState {
    return deliveredAt ? 'delivered' : failedAt ? 'dead' : 'pending';
  }
}
