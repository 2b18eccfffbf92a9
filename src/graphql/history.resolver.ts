import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../kernel/context.ts';
import { ConnectionArgs, Node } from '../kernel/graphql.ts';
import { AuditEventConnection, AuditHistoryService } from '../modules/audit/index.ts';

/** The history of every object that has an id. */
@Resolver(() => Node)
export class HistoryResolver {
  @FieldResolver(() => AuditEventConnection, {
    nullable: true,
    description:
      'What the audit trail tells about the object, newest first. A user’s history has the groups they joined and left, and a group’s history its members. Null if the viewer may not read the audit trail.',
  })
  history(@Root() { id }: Node, @Args(() => ConnectionArgs) args: ConnectionArgs, @Ctx() ctx: RequestContext) {
    return ctx.get(AuditHistoryService).of(id, args);
  }
}
