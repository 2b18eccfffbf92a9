import type { RequestContext } from '../../kernel/context.ts';
import { invalid } from '../../kernel/errors.ts';
import { firstIdOf, isUuid, LAST_ID } from '../../kernel/ids.ts';
import { connectionOf, idEdge, NIL_ID, readPage, type Connection, type PageArgs } from '../../kernel/pagination.ts';
import { FILTER_NAMES, listStatements, type AuditEventRow, type FilterName } from './audit-list.sql.ts';
import { auditPolicy } from './audit.policy.ts';

const FILTER_MAX = 255;

/** Which events are wanted; what is left out is anything. */
export interface AuditFilter extends Partial<Record<FilterName, string | null>> {
  /** Not before this moment. */
  readonly from?: Date | null;
  /** Before this moment. */
  readonly to?: Date | null;
}

/** The trail as one viewer may see it. */
export class AuditListService {
  constructor(private readonly ctx: RequestContext) {}

  /** The customer's events, newest first. */
  async list(args: PageArgs, filter: AuditFilter): Promise<Connection<AuditEventRow>> {
    const { customerId } = auditPolicy.read(this.ctx.viewer);
    const page = readPage(args);
    const names = FILTER_NAMES.filter((name) => filter[name] != null);
    const values = names.map((name) => readFilter(name, filter[name]!));
    // Ids sort by the time they were made at, which is the time of their event.
    const from = filter.from ? firstIdOf(filter.from) : NIL_ID;
    const to = filter.to ? firstIdOf(filter.to) : LAST_ID;
    const after = page.after?.toLowerCase() ?? to;
    const { db } = this.ctx;
    const statements = listStatements(names);
    const before = after < to ? after : to;
    const rows = await db.rows(statements.page, [customerId, from, before, page.first + 1, ...values]);
    const total = async () => (await db.first(statements.count, [customerId, from, to, ...values]))!.count;
    return connectionOf(rows, page, idEdge, total);
  }
}

function readFilter(name: FilterName, value: string): string {
  if (value.length > FILTER_MAX || value.includes('\0')) throw invalid(name, `${name} is nothing that an event has.`);
  return isUuid(value) ? value.toLowerCase() : value;
}
