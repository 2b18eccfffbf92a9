import type { Viewer } from '../../kernel/access.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { fragment, sql } from '../../kernel/database.ts';
import { newId } from '../../kernel/ids.ts';

/** What happened, to what. `details` hold names and ids that explain it, never a secret. */
export interface AuditEntry {
  readonly action: string;
  readonly subjectType: string;
  readonly subjectId: string;
  readonly details?: Readonly<Record<string, unknown>>;
  /** Needed only where the viewer is anonymous: the customer the event belongs to. */
  readonly customerId?: string;
  /** The one who acted, where that is not the viewer (a login's user). */
  readonly actor?: { readonly type: 'user' | 'client'; readonly id: string };
}

/** A row of audit_events under its column names. */
export interface AuditRow {
  readonly id: string;
  readonly customer_id: string;
  readonly occurred_at: Date;
  readonly action: string;
  readonly actor_type: Viewer['kind'];
  readonly actor_id: string | null;
  readonly client_id: string | null;
  readonly subject_type: string;
  readonly subject_id: string;
  readonly ip: string;
  readonly request_id: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/**
 * The row of an event, for `jsonb_populate_record(null::audit_events, $n)` inside the very statement that makes the
 * change: pass `JSON.stringify(auditRow(…))`, or an array of rows with `jsonb_populate_recordset`.
 */
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
    client_id: viewer.kind === 'user' ? viewer.clientId : null,
    subject_type: entry.subjectType,
    subject_id: entry.subjectId,
    ip: origin.ip,
    request_id: origin.requestId,
    details: entry.details ?? {},
  };
}

/** Writes events by themselves, for transactions of several statements; $1 is a JSON array of rows. */
export const insertAuditRows = sql(
  'audit.insert',
  'insert into audit_events select * from jsonb_populate_recordset(null::audit_events, $1::jsonb)',
);

/**
 * The insert of an event when there is a row of `changed`, which is what a FROM says of the CTE that makes the change;
 * `event` is the parameter with the event's row, or an expression that adds to it. A WHERE may follow.
 */
export const trailOf = (event: string, changed: string): string =>
  fragment(
    'audit.trail',
    `insert into audit_events select e.* from ${changed}, jsonb_populate_record(null::audit_events, ${event}::jsonb) e`,
  );

/** The insert of those of the events of parameter `events`, an array of rows `e`, that a row of the CTE `changed` fits by `on`. */
export const trailOfEach = (events: string, changed: string, on: string): string =>
  fragment(
    'audit.trail-of-each',
    `insert into audit_events select e.* from jsonb_populate_recordset(null::audit_events, ${events}::jsonb) e
     join ${changed} on ${on}`,
  );

/**
 * The insert of one event for each row of `users`, which has a column user_id: the event of parameter `event`, under an id
 * of its own, its details naming the user. So a change of many memberships is told of by the statement that makes it.
 */
export const trailOfUsers = (event: string, users: string): string =>
  fragment(
    'audit.trail-of-users',
    `insert into audit_events (id, customer_id, occurred_at, action, actor_type, actor_id, client_id, subject_type,
       subject_id, ip, request_id, details)
     select (left(e.id::text, 15) || substr(gen_random_uuid()::text, 16))::uuid, e.customer_id, e.occurred_at, e.action,
       e.actor_type, e.actor_id, e.client_id, e.subject_type, e.subject_id, e.ip, e.request_id,
       e.details || jsonb_build_object('userId', changed.user_id)
     from jsonb_populate_record(null::audit_events, ${event}::jsonb) e, ${users} changed`,
  );
