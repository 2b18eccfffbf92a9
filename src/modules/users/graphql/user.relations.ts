import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { find, nodeType } from '../../../ground/kernel/graphql/node.ts';
import { UserResultType } from './user-bulk.type.ts';

/** What the result for one of several users leads to. */
@Resolver(() => UserResultType)
export class UserResultRelations {
  @FieldResolver(nodeType('User'), {
    nullable: true,
    description: 'The user. Null if it no longer exists, or the viewer may not see it.',
  })
  user(@Root() { userId }: UserResultType, @Ctx() ctx: RequestContext) {
    return find(ctx, 'User', userId);
  }
}
