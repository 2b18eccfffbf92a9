import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { find, nodeType } from '../../../ground/kernel/graphql/node.ts';
import type { Session } from '../session.entity.ts';
import { SessionType } from './session.type.ts';

/** What a session leads to. */
@Resolver(() => SessionType)
export class SessionRelations {
  @FieldResolver(nodeType('User'), {
    nullable: true,
    description: 'The user who is signed in. Null if the viewer may not see it.',
  })
  user(@Root() { userId }: Session, @Ctx() ctx: RequestContext) {
    return find(ctx, 'User', userId);
  }
}
