import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { find, nodeType } from '../../../ground/kernel/graphql/node.ts';
import { ClientLoginsType } from './figures.type.ts';

/** What figures lead to. */
@Resolver(() => ClientLoginsType)
export class ClientLoginsRelations {
  @FieldResolver(nodeType('Client'), {
    nullable: true,
    description: 'The client. Null if it no longer exists, or the viewer may not see it.',
  })
  client(@Root() { clientId }: ClientLoginsType, @Ctx() ctx: RequestContext) {
    return find(ctx, 'Client', clientId);
  }
}
