import { defineEntity, p } from '@mikro-orm/core';
import { listIndex } from '../../ground/lists/list-index.ts';
import { toOne } from '../../ground/kernel/entity.ts';
import type { Client } from '../clients/client.entity.ts';
import type { Customer } from '../customers/customer.entity.ts';

const LogoutDeliverySchema = defineEntity({
  name: 'LogoutDelivery',
  tableName: 'logout_deliveries',
  properties: {
    id: p.uuid().primary(),
    customerId: p.uuid(),
    customer: () => toOne<Customer>('Customer', 'customer_id'),
    clientId: p.text(),
    client: () => toOne<Client>('Client', 'client_id'),
    /** The user and the session. Both may no longer exist. */
    userId: p.uuid(),
    sessionId: p.uuid(),
    /** The number of attempts. */
    attempts: p.integer().default(0),
    /** When the next attempt is due; null for at once. During an attempt, when another worker may assume that it was lost. */
    nextAttemptAt: p.datetime().nullable(),
    deliveredAt: p.datetime().nullable(),
    /** When the last attempt failed. The delivery is then dead. */
    failedAt: p.datetime().nullable(),
    lastError: p.text().nullable(),
    createdAt: p.datetime(),
  },
  indexes: [
    listIndex('logout_deliveries', 'client', '"client_id" collate "C"'),
    listIndex('logout_deliveries', 'user', '"user_id"'),
    listIndex('logout_deliveries', 'session', '"session_id"'),
    listIndex('logout_deliveries', 'created_at', '"created_at"'),
    listIndex('logout_deliveries', 'delivered_at', `coalesce("delivered_at", timestamptz '0001-01-01 00:00:00+00')`),
    listIndex('logout_deliveries', 'failed_at', `coalesce("failed_at", timestamptz '0001-01-01 00:00:00+00')`),
    { name: 'logout_deliveries_customer_id_index', properties: ['customerId', 'id'] },
    { name: 'logout_deliveries_client_id_index', properties: ['customerId', 'clientId'] },
    {
      name: 'logout_deliveries_undelivered_index',
      expression:
        'create index "logout_deliveries_undelivered_index" on "logout_deliveries" ("customer_id", "id") where "delivered_at" is null',
    },
    {
      name: 'logout_deliveries_due_index',
      expression:
        'create index "logout_deliveries_due_index" on "logout_deliveries" ("customer_id", "client_id", coalesce("next_attempt_at", \'-infinity\')) where "delivered_at" is null and "failed_at" is null',
    },
  ],
});

/** A message to a client that a session has ended: pending, delivered or dead. Triggers insert it. */
export class LogoutDelivery extends LogoutDeliverySchema.class {}
LogoutDeliverySchema.setClass(LogoutDelivery);
