import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { find, nodeType } from '../../../ground/kernel/graphql/node.ts';
import type { LogoutDelivery } from '../logout-delivery.entity.ts';
import { LogoutDeliveryType } from './logout-delivery.type.ts';

/** What a delivery leads to. */
@Resolver(() => LogoutDeliveryType)
export class LogoutDeliveryRelations {
  @FieldResolver(nodeType('User'), {
    nullable: true,
    description: 'The user who was signed in. Null if it no longer exists, or the viewer may not see it.',
  })
  user(@Root() { userId }: LogoutDelivery, @Ctx() ctx: RequestContext) {
    return find(ctx, 'User', userId);
  }

  @FieldResolver(nodeType('Client'), {
    nullable: true,
    description: 'The client that gets the message. Null if the viewer may not see it.',
  })
  client(@Root() { clientId }: LogoutDelivery, @Ctx() ctx: RequestContext) {
    return find(ctx, 'Client', clientId);
  }
}
