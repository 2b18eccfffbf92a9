import type { RequiredEntityData } from '@mikro-orm/core';
import type { RequestContext } from '../../kernel/context.ts';
import type { AuditEvent } from './audit-event.entity.ts';
import { auditRow, type AuditEntry } from './audit.sql.ts';

/** The event for a unit of work: `em.create(AuditEvent, auditEvent(…))` writes it in the flush of the change it tells of. */
export function auditEvent(ctx: RequestContext, entry: AuditEntry): RequiredEntityData<AuditEvent> {
  const row = auditRow(ctx, entry);
  return {
    id: row.id,
    customerId: row.customer_id,
    occurredAt: row.occurred_at,
    action: row.action,
    actorType: row.actor_type,
    actorId: row.actor_id,
    clientId: row.client_id,
    subjectType: row.subject_type,
    subjectId: row.subject_id,
    ipAddress: row.ip,
    requestId: row.request_id,
    details: row.details,
  };
}
