import type { RequestContext } from '../../ground/kernel/context.ts';
import { findListed, type Condition, type ListArgs } from '../../ground/lists/filter/index.ts';
import { isUuid } from '../../ground/kernel/ids.ts';
import type { Connection } from '../../ground/lists/pagination.ts';
import type { AuditEvent } from './audit-event.entity.ts';
import { auditEventListing } from './audit-event.filter.ts';
import { auditEventLoader } from './audit-event.loader.ts';
import { folded } from './audit-fold.ts';
import { foldSizes } from './fold-size.loader.ts';
import { auditPolicy } from './audit.policy.ts';

/** Reads the audit trail for one viewer. */
export class AuditListService {
  constructor(private readonly ctx: RequestContext) {}

  /** The event with this id, or null if the viewer's customer has none. */
  async find(id: string): Promise<AuditEvent | null> {
    auditPolicy.read(this.ctx.viewer);
    return isUuid(id) ? this.ctx.loader(auditEventLoader).load(id.toLowerCase()) : null;
  }

  /**
   * A page of the events that meet what a caller asks for, newest first by default. `isFolded`: the first event of a fold stands
   * for all of it.
   */
  async list(args: ListArgs, isFolded = false): Promise<Connection<AuditEvent>> {
    const { customerId } = auditPolicy.read(this.ctx.viewer);
    const conditions = isFolded ? (given: Condition) => folded(args.where, given) : [];
    return findListed(this.ctx, auditEventListing, customerId, args, conditions);
  }

  /** How many events the fold has that this event begins, up to FOLD_MAX and one more. 1 for an event that is alone. */
  async foldSize({ id, foldId }: AuditEvent): Promise<number> {
    return foldId === id ? this.ctx.loader(foldSizes).load(id) : 1;
  }
}
