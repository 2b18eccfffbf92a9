import { anonymous, type Viewer } from '../../kernel/access.ts';
import { RequestContext, type Origin } from '../../kernel/context.ts';
import type { ErrorCode } from '../../kernel/errors.ts';
import type { Runtime } from '../../kernel/runtime.ts';
import { auditRow, insertAuditRows, type AuditEntry } from './audit.sql.ts';

/** The most refusals of a customer that one process writes down in a minute. */
const PER_MINUTE = 60;

/**
 * Writes down what was refused: tokens and clients that are no good, and what a viewer may not do. Nobody can flood the trail
 * with it: of refusals that differ in nothing the first of a minute is written, of a customer's so many a minute.
 */
export class Refusals {
  private minute = 0;
  private readonly written = new Map<string, Set<string>>();

  constructor(private readonly runtime: Runtime) {}

  /** Notes a refusal of somebody who is not known, or not who they say; the entry names the customer. */
  note(origin: Origin, entry: AuditEntry & { readonly customerId: string }): void {
    this.write(new RequestContext(this.runtime, anonymous, origin), entry.customerId, entry);
  }

  /** Notes that the viewer may not run an operation; nothing where nobody is known. */
  forbidden(origin: Origin, viewer: Viewer, operation: string, code: ErrorCode): void {
    if (viewer.kind === 'anonymous') return;
    const entry = {
      action: 'access.refused',
      subjectType: 'operation',
      subjectId: operation,
      details: { reason: code },
    };
    this.write(new RequestContext(this.runtime, viewer, origin), viewer.customerId, entry);
  }

  private write(ctx: RequestContext, customerId: string, entry: AuditEntry): void {
    const row = auditRow(ctx, entry);
    const key = [row.action, row.actor_id, row.client_id, row.subject_id, JSON.stringify(row.details)].join('\n');
    if (!this.isFirst(customerId, key)) return;
    // The answer does not wait: what is refused is refused, whether or not it can be written down.
    this.runtime.db
      .rows(insertAuditRows, [JSON.stringify([row])])
      .catch((err: unknown) => this.runtime.log.warn({ err, action: row.action }, 'a refusal was not written down'));
  }

  private isFirst(customerId: string, key: string): boolean {
    const minute = Math.floor(this.runtime.clock.now().getTime() / 60_000);
    if (minute !== this.minute) this.written.clear();
    this.minute = minute;
    const keys = this.written.get(customerId) ?? new Set();
    if (keys.has(key) || keys.size >= PER_MINUTE) return false;
    this.written.set(customerId, keys.add(key));
    return true;
  }
}
