import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import { signedIn } from '../kernel/access.ts';
import type { RequestContext } from '../kernel/context.ts';
import { AppError } from '../kernel/errors.ts';
import { Node } from '../kernel/graphql.ts';
import { ClientService } from '../modules/clients/index.ts';
import { GroupService } from '../modules/groups/index.ts';
import { OrganizationService } from '../modules/organizations/index.ts';
import { UserService } from '../modules/users/index.ts';

/** How to find the objects of each type by id, if the viewer may see them. */
const finders: Readonly<Record<string, (ctx: RequestContext, id: string) => Promise<object | null>>> = {
  User: (ctx, id) => ctx.get(UserService).find(id),
  Group: (ctx, id) => ctx.get(GroupService).find(id),
  Organization: (ctx, id) => ctx.get(OrganizationService).find(id),
  Client: (ctx, id) => ctx.get(ClientService).find(id),
};

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
    const found = await Promise.all(
      Object.entries(finders).map(async ([__typename, find]) => {
        const row = await find(ctx, id).catch(nullIfForbidden);
        return row && { ...row, __typename };
      }),
    );
    return found.find((node) => node !== null) ?? null;
  }
}

/** An object that the viewer may not see counts as missing. */
function nullIfForbidden(fault: unknown): null {
  if (fault instanceof AppError && fault.kind === 'forbidden') return null;
  throw fault;
}
