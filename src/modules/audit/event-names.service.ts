import type { RequestContext } from '../../ground/kernel/context.ts';
import type { AuditEvent } from './audit-event.entity.ts';
import { eventNames } from './event-names.loader.ts';
import { auditPolicy } from './audit.policy.ts';

/** Reads who and what events of the audit trail are about, as it was called then. */
export class EventNamesService {
  constructor(private readonly ctx: RequestContext) {}

  /** The name that an object had when the event happened. Null if the viewer may not read the audit trail. */
  async of({ occurredAt: at }: AuditEvent, id: unknown): Promise<string | null> {
    if (typeof id !== 'string' || !auditPolicy.reads(this.ctx.viewer)) return null;
    return this.ctx.loader(eventNames).load({ id, at });
  }
}
