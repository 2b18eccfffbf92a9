import type { RequestContext } from '../../kernel/context.ts';
import { entityEdge } from '../../kernel/entity-page.ts';
import { connectionOf, readPage, type Connection, type PageArgs } from '../../kernel/pagination.ts';
import type { AuditEvent } from './audit-event.entity.ts';
import { historyCounts, historyPages, NEWEST_FIRST } from './audit-history.loader.ts';
import { auditPolicy } from './audit.policy.ts';

/** Reads the histories of objects for one viewer. */
export class AuditHistoryService {
  constructor(private readonly ctx: RequestContext) {}

  /** The events about the object with this id, newest first. Null if the viewer may not read the audit trail. */
  async of(id: string, args: PageArgs): Promise<Connection<AuditEvent> | null> {
    if (!auditPolicy.reads(this.ctx.viewer)) return null;
    const page = readPage(args, NEWEST_FIRST);
    const rows = await this.ctx.loader(historyPages).load({ ownerId: id, page });
    return connectionOf(rows, page, entityEdge<AuditEvent>(NEWEST_FIRST), () =>
      this.ctx.loader(historyCounts).load(id),
    );
  }
}
