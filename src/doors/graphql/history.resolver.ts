import { Arg, Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { ConnectionArgs } from '../../ground/lists/graphql/connection.ts';
import { Node } from '../../ground/kernel/graphql/types.ts';
import {
  AuditCountArgs,
  AuditCountType,
  AuditEventConnection,
  COUNTS_COST,
  FOLDED,
} from '../../modules/audit/graphql/index.ts';
import { AuditHistoryService } from '../../modules/audit/index.ts';

/** The history of every object that has an id. */
@Resolver(() => Node)
export class HistoryResolver {
  @FieldResolver(() => AuditEventConnection, {
    nullable: true,
    description:
      'What the audit trail tells about the object, newest first; `auditEvents(where: { subjectId: … })` filters the same events. A user’s history has the groups they joined and left, and a group’s history its members, the groups that it was put into, and its roles. Null if the viewer may not read the audit trail.',
  })
  history(
    @Root() { id }: Node,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Arg('folded', () => Boolean, FOLDED) folded: boolean,
    @Ctx() ctx: RequestContext,
  ) {
    return ctx.get(AuditHistoryService).of(id, args, folded);
  }

  @FieldResolver(() => [AuditCountType], {
    nullable: true,
    complexity: COUNTS_COST,
    description:
      'How often each action happened to the object on each day, oldest first: the events of `history`, for charts. Days and actions without events are missing. A period has at most 50,000 events. Null if the viewer may not read the audit trail.',
  })
  historyCounts(@Root() { id }: Node, @Args(() => AuditCountArgs) filter: AuditCountArgs, @Ctx() ctx: RequestContext) {
    return ctx.get(AuditHistoryService).countsOf(id, filter);
  }
}
