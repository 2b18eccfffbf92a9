import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { find, nodeType } from '../../../ground/kernel/graphql/node.ts';
import { ClientResultType } from './client-bulk.type.ts';
import type { Client } from '../client.entity.ts';
import { ClientType } from './client.type.ts';

/** What a client leads to. */
@Resolver(() => ClientType)
export class ClientRelations {
  @FieldResolver(nodeType('User'), {
    nullable: true,
    description: 'The member who owns the client, or null if the customer owns it. Null if the viewer may not see it.',
  })
  async owner(@Root() { ownerId }: Client, @Ctx() ctx: RequestContext) {
    return ownerId ? find(ctx, 'User', ownerId) : null;
  }
}

/** What the result for one of several clients leads to. */
@Resolver(() => ClientResultType)
export class ClientResultRelations {
  @FieldResolver(nodeType('Client'), {
    nullable: true,
    description: 'The client. Null if it no longer exists, or the viewer may not see it.',
  })
  client(@Root() { clientId }: ClientResultType, @Ctx() ctx: RequestContext) {
    return find(ctx, 'Client', clientId);
  }
}
