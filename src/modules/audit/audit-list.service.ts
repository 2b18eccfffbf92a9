import type { RequestContext } from '../../ground/kernel/context.ts';
import { findListed, type ListArgs } from '../../ground/lists/filter/index.ts';
import { isUuid } from '../../ground/kernel/ids.ts';
import type { Connection } from '../../ground/lists/pagination.ts';
import type { AuditEvent } from './audit-event.entity.ts';
import { auditEventListing } from './audit-event.filter.ts';
import { auditEventLoader } from './audit-event.loader.ts';
import { auditPolicy } from './audit.policy.ts';

/** Reads the audit trail for one viewer. */
export class AuditListService {
  constructor(private readonly ctx: RequestContext) {}

  /** The event with this id, or null if the viewer's customer has none. */
  async find(id: string): Promise<AuditEvent | null> {
    auditPolicy.read(this.ctx.viewer);
    return isUuid(id) ? this.ctx.loader(auditEventLoader).load(id.toLowerCase()) : null;
  }

  /** A page of the events that meet what a caller asks for, newest first by default. */
  async list(args: ListArgs): Promise<Connection<AuditEvent>> {
    const { customerId } = auditPolicy.read(this.ctx.viewer);
    return findListed(this.ctx, auditEventListing, customerId, args);
  }
}
