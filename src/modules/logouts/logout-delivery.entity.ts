import { defineEntity, p } from '@mikro-orm/core';
import { toOne } from '../../kernel/entity.ts';
import type { Client } from '../clients/index.ts';
import type { Customer } from '../customers/index.ts';

const LogoutDeliverySchema = defineEntity({
  name: 'LogoutDelivery',
  tableName: 'logout_deliveries',
  properties: {
    id: p.uuid().primary(),
    customerId: p.uuid(),
    customer: () => toOne<Customer>('Customer', 'customer_id'),
    clientId: p.text(),
    client: () => toOne<Client>('Client', 'client_id'),
    /** Who was signed in, and with what; both may be gone. */
    userId: p.uuid(),
    sessionId: p.uuid(),
    /** How often telling was begun. */
    attempts: p.integer().default(0),
    /** Not before, null for at once; while a worker is at it, when the next one may take it for lost. */
    nextAttemptAt: p.datetime().nullable(),
    deliveredAt: p.datetime().nullable(),
    /** When the last attempt failed: the client was given up. */
    failedAt: p.datetime().nullable(),
    lastError: p.text().nullable(),
    createdAt: p.datetime(),
  },
  indexes: [
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

/** A client that is to be told that a session has ended, or that was, or that could not be. Written by triggers. */
export class LogoutDelivery extends LogoutDeliverySchema.class {}
LogoutDeliverySchema.setClass(LogoutDelivery);
