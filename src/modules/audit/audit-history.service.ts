import { broken } from '../../ground/faults/index.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { entityEdge } from '../../ground/lists/entity-page.ts';
import { kernelErrors } from '../../ground/kernel/errors.ts';
import { connectionOf, readPage, type Connection, type Page, type PageArgs } from '../../ground/lists/pagination.ts';
import type { AuditEvent } from './audit-event.entity.ts';
import { countedObjects, foldedHistory, history, NEWEST_FIRST } from './audit-history.loader.ts';
import { auditPolicy } from './audit.policy.ts';
import { idsOf, readPeriod, type ActionCount, type CountFilter } from './daily-count.service.ts';

/** The most events of an object that are counted by day. */
const COUNTED_MAX = 50_000;

/** Reads the histories of objects for one viewer. */
export class AuditHistoryService {
  constructor(private readonly ctx: RequestContext) {}

  /**
   * The events about the object with this id, newest first. `isFolded`: the first event of a fold stands for those about the same
   * object. Null if the viewer may not read the audit trail.
   */
  async of(id: string, args: PageArgs, isFolded = false): Promise<Connection<AuditEvent> | null> {
    return auditPolicy.reads(this.ctx.viewer) ? this.read(id, args, isFolded ? foldedHistory : history) : null;
  }

  /** The events about the viewer, newest first. */
  async own(args: PageArgs): Promise<Connection<AuditEvent>> {
    return this.read(auditPolicy.own(this.ctx.viewer).viewer.userId, args);
  }

  private async read(id: string, args: PageArgs, { pages, counts } = history): Promise<Connection<AuditEvent>> {
    const page = readPage(args, NEWEST_FIRST);
    const rows = (which: Page) => this.ctx.loader(pages).load({ ownerId: id, page: which });
    return connectionOf(
      await rows(page),
      page,
      entityEdge<AuditEvent>(NEWEST_FIRST),
      () => this.ctx.loader(counts).load(id),
      rows,
    );
  }

  /**
   * How often each action happened to the object on each day, oldest first. Null if the viewer may not read the audit trail.
   */
  async countsOf(id: string, filter: CountFilter): Promise<ActionCount[] | null> {
    if (!auditPolicy.reads(this.ctx.viewer)) return null;
    const period = idsOf(readPeriod(filter, this.ctx.clock.now()));
    const counts = await this.ctx.loader(countedObjects).load({ ...period, id, most: COUNTED_MAX + 1 });
    if (counts.reduce((sum, { count }) => sum + count, 0) > COUNTED_MAX)
      throw kernelErrors.FILTER_TOO_COSTLY({
        field: 'from',
        broken: broken('too_many_events', { max: COUNTED_MAX }),
      });
    return counts.filter(({ action }) => filter.actions?.includes(action) ?? true);
  }
}
