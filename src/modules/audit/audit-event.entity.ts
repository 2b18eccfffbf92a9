import { defineEntity, p } from '@mikro-orm/core';
import { toOne } from '../../ground/kernel/entity.ts';
import type { Customer } from '../customers/customer.entity.ts';

const FOLD = 'audit_fold("request_id", "action", "subject_id")';
const FIRST = '("fold_id" is null or "fold_id" = "id")';

const GROUP = `case when "subject_type" <> 'user' then "details" ->> 'groupId' end`;

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
    /** The first event of the request that did the same; its own id if it is the first. A trigger finds it. */
    foldId: p.uuid().nullable(),
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
    {
      name: 'audit_events_folded_index',
      expression: `create index "audit_events_folded_index" on "audit_events" (${FOLD}, "id") where ${FIRST} and ${FOLD} is not null`,
    },
    {
      name: 'audit_events_fold_index',
      expression:
        'create index "audit_events_fold_index" on "audit_events" ("customer_id", "fold_id", "id") where "fold_id" is not null',
    },
    {
      name: 'audit_events_first_index',
      expression: `create index "audit_events_first_index" on "audit_events" ("customer_id", "id") where ${FIRST}`,
    },
    {
      name: 'audit_events_first_actor_index',
      expression: `create index "audit_events_first_actor_index" on "audit_events" ("customer_id", "actor_id", "id") where ${FIRST}`,
    },
    {
      name: 'audit_events_first_subject_index',
      expression: `create index "audit_events_first_subject_index" on "audit_events" ("customer_id", "subject_id", "id") where "fold_id" is null or "fold_id" = "id" or audit_fold("request_id", "action", '') = ${FOLD}`,
    },
    { name: 'audit_events_request_index', properties: ['customerId', 'requestId', 'id'] },
    { name: 'audit_events_actor_index', properties: ['customerId', 'actorId', 'id'] },
    { name: 'audit_events_subject_index', properties: ['customerId', 'subjectId', 'id'] },
    {
      name: 'audit_events_group_index',
      expression: `create index "audit_events_group_index" on "audit_events" ("customer_id", (${GROUP}), "id") where ${GROUP} is not null`,
    },
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
