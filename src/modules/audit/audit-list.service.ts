import { raw, type FilterQuery } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../kernel/context.ts';
import { findPage } from '../../kernel/entity-page.ts';
import { invalid } from '../../kernel/errors.ts';
import { firstIdOf, isUuid } from '../../kernel/ids.ts';
import { orderBy } from '../../kernel/order.ts';
import type { Connection, PageArgs } from '../../kernel/pagination.ts';
import { AuditEvent } from './audit-event.entity.ts';
import { auditEventLoader } from './audit-event.loader.ts';
import { auditPolicy } from './audit.policy.ts';

const FILTER_MAX = 255;

/** Which events to list. A condition that is left out matches all. */
export interface AuditFilter {
  readonly action?: string | null;
  readonly actorId?: string | null;
  readonly subjectType?: string | null;
  readonly subjectId?: string | null;
  /** At this time or later. */
  readonly from?: Date | null;
  /** Before this time. */
  readonly to?: Date | null;
}

/** Reads the audit trail for one viewer. */
export class AuditListService {
  constructor(private readonly ctx: RequestContext) {}

  /** The event with this id, or null if the viewer's customer has none. */
  async find(id: string): Promise<AuditEvent | null> {
    auditPolicy.read(this.ctx.viewer);
    return isUuid(id) ? this.ctx.loader(auditEventLoader).load(id.toLowerCase()) : null;
  }

  /** The customer's events, newest first. */
  async list(args: PageArgs, filter: AuditFilter): Promise<Connection<AuditEvent>> {
    const { customerId } = auditPolicy.read(this.ctx.viewer);
    return findPage(this.ctx.em, AuditEvent, searchesFor(customerId, filter), NEWEST_FIRST, args);
  }
}

// Ids sort by the time of their event.
const NEWEST_FIRST = orderBy(AuditEvent, { id: 'desc' });
const namedUser = raw((alias) => `${alias}.details ->> 'userId'`);

/**
 * The searches that together find the events, each event once. An event whose details name a user is about this user, too.
 * It takes a search of its own, because no index serves both.
 */
function searchesFor(customerId: string, { from, to, ...filter }: AuditFilter): FilterQuery<AuditEvent>[] {
  const { subjectId, ...wanted } = readFilter(filter);
  const time = { id: { ...(from && { $gte: firstIdOf(from) }), ...(to && { $lt: firstIdOf(to) }) } };
  const all = { customerId, ...wanted, ...((from || to) && time) };
  if (subjectId === undefined) return [all];
  return [
    { ...all, subjectId },
    { ...all, subjectId: { $ne: subjectId }, [namedUser]: subjectId },
  ];
}

const readFilter = (filter: Omit<AuditFilter, 'from' | 'to'>): Partial<Record<keyof typeof filter, string>> =>
  Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) => (value == null ? [] : [[name, readValue(name, value)]])),
  );

function readValue(name: string, value: string): string {
  if (value.length > FILTER_MAX || value.includes('\0'))
    throw invalid(name, `${name} is too long, or holds characters that no event has.`);
  return isUuid(value) ? value.toLowerCase() : value;
}
