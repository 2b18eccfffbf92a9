import { defineEntity, p } from '@mikro-orm/core';
import { toOne } from '../../kernel/entity.ts';
import type { Customer } from '../customers/index.ts';

const RecoveryRequestSchema = defineEntity({
  name: 'RecoveryRequest',
  tableName: 'recovery_requests',
  properties: {
    id: p.uuid().primary(),
    customerId: p.uuid(),
    customer: () => toOne<Customer>('Customer', 'customer_id'),
    /** As it was typed; nobody has looked yet whether it is anybody's. */
    email: p.text(),
    ip: p.text().default(''),
    requestId: p.text().default(''),
    requestedAt: p.datetime(),
  },
  indexes: [{ name: 'recovery_requests_customer_id_index', properties: ['customerId'] }],
});

/** Somebody who says they forgot their password, until it is looked into: moments. */
export class RecoveryRequest extends RecoveryRequestSchema.class {}
RecoveryRequestSchema.setClass(RecoveryRequest);
