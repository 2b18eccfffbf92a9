import { defineEntity, p } from '@mikro-orm/core';
import { toOne } from '../../ground/kernel/entity.ts';
import type { Customer } from '../customers/customer.entity.ts';

const RecoveryRequestSchema = defineEntity({
  name: 'RecoveryRequest',
  tableName: 'recovery_requests',
  properties: {
    id: p.uuid().primary(),
    /** Null if the login page named no customer. */
    customerId: p.uuid().nullable(),
    customer: () => toOne<Customer>('Customer', 'customer_id').nullable(),
    /** The address as typed. The user is not looked up yet. */
    email: p.text(),
    ip: p.text().default(''),
    requestId: p.text().default(''),
    requestedAt: p.datetime(),
    /** The sign-in in which the browser asked, sealed. */
    flow: p.text().nullable(),
  },
  indexes: [{ name: 'recovery_requests_customer_id_index', properties: ['customerId'] }],
});

/** A request for a password reset from the login page, until the worker handles it. */
export class RecoveryRequest extends RecoveryRequestSchema.class {}
RecoveryRequestSchema.setClass(RecoveryRequest);
