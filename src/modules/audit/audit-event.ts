import type { RequiredEntityData } from '@mikro-orm/core';
import type { Viewer } from '../../ground/kernel/access.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { newId } from '../../ground/kernel/ids.ts';
import type { AuditEvent } from './audit-event.entity.ts';

/** What happened to what. `details` are names and ids that explain it, never a secret. */
export interface AuditEntry {
  readonly action: string;
  readonly subjectType: string;
  readonly subjectId: string;
  readonly details?: Readonly<Record<string, unknown>>;
  /** The customer of the event. Only needed if the viewer is anonymous. */
  readonly customerId?: string;
  /** Who acted, if it was not the viewer (the user of a login). */
  readonly actor?: { readonly type: 'user' | 'client'; readonly id: string };
  /** The client that the user acts through, if it is not the viewer's (the client of a login). */
  readonly clientId?: string | null;
  /** The administrator who acts as a user, if the viewer does not tell. */
  readonly impersonatorId?: string;
}

/** A row of audit_events, by column names. */
export interface AuditRow {
  readonly id: string;
  readonly customer_id: string;
  readonly occurred_at: Date;
  readonly action: string;
  readonly actor_type: Viewer['kind'];
  readonly actor_id: string | null;
  readonly client_id: string | null;
  readonly impersonator_id: string | null;
  readonly subject_type: string;
  readonly subject_id: string;
  readonly ip: string;
  readonly request_id: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** The row of an event, for a statement that writes it together with its change (`trailOf`). */
export function auditRow(ctx: RequestContext, entry: AuditEntry): AuditRow {
  const { viewer, origin, clock } = ctx;
  const customerId = entry.customerId ?? ('customerId' in viewer ? viewer.customerId : undefined);
  if (!customerId) throw new Error(`The audit event ${entry.action} names no customer.`);
  const now = clock.now();
  return {
    id: newId(now),
    customer_id: customerId,
    occurred_at: now,
    action: entry.action,
    actor_type: entry.actor?.type ?? viewer.kind,
    actor_id:
      entry.actor?.id ?? (viewer.kind === 'user' ? viewer.userId : viewer.kind === 'client' ? viewer.clientId : null),
    client_id: entry.clientId ?? (viewer.kind === 'user' ? viewer.clientId : null),
    impersonator_id: entry.impersonatorId ?? (viewer.kind === 'user' ? (viewer.impersonatorId ?? null) : null),
    subject_type: entry.subjectType,
    subject_id: entry.subjectId,
    ip: origin.ip,
    request_id: origin.requestId,
    details: { ...entry.details, ...(origin.importId !== undefined && { importId: origin.importId }) },
  };
}

/** The event as an entity, for a unit of work or an insert. */
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
    impersonatorId: row.impersonator_id,
    subjectType: row.subject_type,
    subjectId: row.subject_id,
    ipAddress: row.ip,
    requestId: row.request_id,
    details: row.details,
  };
}
