import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { find, nodeType } from '../../../ground/kernel/graphql/node.ts';
import type { Consent } from '../consent.entity.ts';
import { ConsentType } from './consent.type.ts';

const UNSEEN = 'Null if the viewer may not see it.';

/** What a consent leads to. */
@Resolver(() => ConsentType)
export class ConsentRelations {
  @FieldResolver(nodeType('User'), { nullable: true, description: `The user who gave the consent. ${UNSEEN}` })
  user(@Root() { userId }: Consent, @Ctx() ctx: RequestContext) {
    return find(ctx, 'User', userId);
  }

  @FieldResolver(nodeType('Client'), { nullable: true, description: `The client that the consent is for. ${UNSEEN}` })
  client(@Root() { clientId }: Consent, @Ctx() ctx: RequestContext) {
    return find(ctx, 'Client', clientId);
  }
}
