import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import { signedIn } from '../../ground/kernel/access.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { fault } from '../../ground/kernel/errors.ts';
import { Node } from '../../ground/kernel/graphql/types.ts';
import { ArgumentsFulfill } from '../../ground/kernel/graphql/fulfills.ts';
import { PAGE_MAX } from '../../ground/lists/pagination.ts';
import { findAny } from './nodes.ts';

@Resolver()
export class NodeResolver {
  @Query(() => Node, {
    nullable: true,
    description: 'Finds an object by its id. Null if there is none, or the viewer may not see it.',
  })
  async node(
    @Arg('id', () => ID, { description: 'The id of the object.' }) id: string,
    @Ctx() ctx: RequestContext,
  ): Promise<object | null> {
    signedIn(ctx.viewer);
    return findAny(ctx, id);
  }

  @ArgumentsFulfill({ ids: { maxItems: PAGE_MAX } })
  @Query(() => [Node], {
    nullable: 'items',
    description:
      'Finds objects by their ids, in the order of the ids. Null for an id of nothing that the viewer may see.',
  })
  async nodes(
    @Arg('ids', () => [ID], { description: `The ids of the objects: at most ${PAGE_MAX}.` }) ids: string[],
    @Ctx() ctx: RequestContext,
  ): Promise<(object | null)[]> {
    signedIn(ctx.viewer);
    if (ids.length > PAGE_MAX) throw fault('ids', 'too_many', { max: PAGE_MAX });
    return Promise.all(ids.map((id) => findAny(ctx, id)));
  }
}
