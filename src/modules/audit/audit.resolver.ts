import { Args, Ctx, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../../kernel/context.ts';
import { AuditListService } from './audit-list.service.ts';
import { AuditEventArgs, AuditEventConnection } from './audit.type.ts';

@Resolver()
export class AuditResolver {
  @Query(() => AuditEventConnection, {
    description: 'The customer’s audit trail, newest first. Only administrators may read it.',
  })
  auditEvents(
    @Args(() => AuditEventArgs) { first, after, last, before, ...filter }: AuditEventArgs,
    @Ctx() ctx: RequestContext,
  ) {
    return ctx.get(AuditListService).list({ first, after, last, before }, filter);
  }
}
