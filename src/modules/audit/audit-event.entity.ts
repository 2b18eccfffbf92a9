import { defineEntity, p } from '@mikro-orm/core';
import { toOne } from '../../ground/kernel/entity.ts';
import type { Customer } from '../customers/customer.entity.ts';

const AuditEventSchema = defineEntity({
  name: 'AuditEvent',
  tableName: 'audit_events',
  properties: {
    id: p.uuid().primary(),
    customerId: p.uuid(),
    customer: () => toOne<Customer>('Customer', 'customer_id'),
    occurredAt: p.datetime(),
    /** Dotted and past tense: `group.created`, `membership.added`, `login.failed`. */
    action: p.text(),
    actorType: p.text().check("actor_type in ('user', 'client', 'system', 'anonymous')"),
    actorId: p.text().nullable(),
    /** The client that a user acted through, with one of its tokens. */
    clientId: p.text().nullable(),
    /** The administrator who acted as the user, or began to. */
    impersonatorId: p.text().nullable(),
    subjectType: p.text(),
    subjectId: p.text(),
    ipAddress: p.text().name('ip').default(''),
    requestId: p.text().default(''),
    /** Names and ids that explain the event; never a secret. */
    details: p.json().$type<Record<string, unknown>>().defaultRaw("'{}'::jsonb"),
  },
  indexes: [
    { name: 'audit_events_customer_id_index', properties: ['customerId', 'id'] },
    {
      name: 'audit_events_action_index',
      expression:
        'create index "audit_events_action_index" on "audit_events" ("customer_id", ("action" collate "C"), "id")',
    },
    {
      name: 'audit_events_client_index',
      expression:
        'create index "audit_events_client_index" on "audit_events" ("customer_id", "client_id", "id") where "client_id" is not null',
    },
    {
      name: 'audit_events_address_index',
      expression:
        'create index "audit_events_address_index" on "audit_events" ("customer_id", ("ip" collate "C"), "id")',
    },
    {
      name: 'audit_events_impersonator_index',
      expression:
        'create index "audit_events_impersonator_index" on "audit_events" ("customer_id", "impersonator_id", "id") where "impersonator_id" is not null',
    },
    { name: 'audit_events_request_index', properties: ['customerId', 'requestId', 'id'] },
    { name: 'audit_events_actor_index', properties: ['customerId', 'actorId', 'id'] },
    { name: 'audit_events_subject_index', properties: ['customerId', 'subjectId', 'id'] },
    {
      name: 'audit_events_user_index',
      expression: `create index "audit_events_user_index" on "audit_events" ("customer_id", ("details" ->> 'userId'), "id") where "details" ->> 'userId' is not null`,
    },
  ],
});

/** An event of the audit trail: who did what to what, from where and when. Written with its change. Only
 * `foldEvents` and `forgetPerson` alter one. */
export class AuditEvent extends AuditEventSchema.class {}
AuditEventSchema.setClass(AuditEvent);
