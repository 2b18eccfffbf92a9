import { anonymous, type Viewer } from '../../ground/kernel/access.ts';
import { RequestContext, type Origin } from '../../ground/kernel/context.ts';
import type { ErrorCode } from '../../ground/kernel/errors.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { AuditEvent } from './audit-event.entity.ts';
import { auditEvent, type AuditEntry } from './audit-event.ts';

/** The most refusals of a customer that one process records in a minute. */
const PER_MINUTE = 60;
const MINUTE_MS = 60_000;

/**
 * Records refusals in the audit trail: invalid tokens, clients that fail to authenticate, and forbidden operations. Nobody can
 * flood the trail with them: equal refusals are recorded once a minute, and a customer's up to a limit.
 */
export class Refusals {
  private since = 0;
  private readonly written = new Map<string, Set<string>>();

  constructor(private readonly runtime: Runtime) {}

  /** Records the refusal of a caller who did not prove who they are. The entry names the customer. */
  note(origin: Origin, entry: AuditEntry & { readonly customerId: string }): void {
    this.write(new RequestContext(this.runtime, anonymous, origin), entry.customerId, entry);
  }

  /** Records that the viewer may not run an operation. Does nothing for an anonymous viewer. */
  forbidden(origin: Origin, viewer: Viewer, operation: string, code: ErrorCode, documentId?: string): void {
    if (viewer.kind === 'anonymous') return;
    const entry = {
      action: 'access.refused',
      subjectType: 'operation',
      subjectId: operation,
      details: { reason: code, ...(documentId !== undefined && { documentId }) },
    };
    this.write(new RequestContext(this.runtime, viewer, origin), viewer.customerId, entry);
  }

  private write(ctx: RequestContext, customerId: string, entry: AuditEntry): void {
    const event = auditEvent(ctx, entry);
    const { action, actorId, clientId, subjectId, details } = event;
    const key = JSON.stringify([action, actorId, clientId, subjectId, details]);
    if (!this.isFirst(customerId, key)) return;
    // The answer does not wait: the refusal holds even if it cannot be recorded.
    ctx.em
      .insert(AuditEvent, event)
      .catch((err: unknown) => this.runtime.log.warn({ err, action }, 'a refusal was not recorded'));
  }

  private isFirst(customerId: string, key: string): boolean {
    const now = this.runtime.clock.now().getTime();
    if (now - this.since >= MINUTE_MS) {
      this.written.clear();
      this.since = now;
    }
    const keys = this.written.get(customerId) ?? new Set();
    if (keys.has(key) || keys.size >= PER_MINUTE) return false;
    this.written.set(customerId, keys.add(key));
    return true;
  }
}
