import { Args, Ctx, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../../kernel/context.ts';
import type { ListArgs } from '../../kernel/filter/index.ts';
import { auditEventListing } from './audit-event.filter.ts';
import { AuditListService } from './audit-list.service.ts';
import { AuditEventConnection } from './audit.type.ts';

@Resolver()
export class AuditResolver {
  @Query(() => AuditEventConnection, {
    description: 'The customer’s audit trail, newest first. Only administrators may read it.',
  })
  auditEvents(@Args(() => auditEventListing.Args) args: ListArgs, @Ctx() ctx: RequestContext) {
    return ctx.get(AuditListService).list(args);
  }
}
