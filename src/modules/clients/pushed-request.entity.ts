import { defineEntity, p } from '@mikro-orm/core';
import { toOne } from '../../ground/kernel/entity.ts';
import type { Customer } from '../customers/customer.entity.ts';
import type { Client } from './client.entity.ts';

const PushedRequestSchema = defineEntity({
  name: 'PushedRequest',
  tableName: 'pushed_requests',
  properties: {
    /** SHA-256 of the reference that the client got. */
    referenceHash: p.blob().primary(),
    customerId: p.uuid(),
    customer: () => toOne<Customer>('Customer', 'customer_id'),
    clientId: p.text(),
    client: () => toOne<Client>('Client', 'client_id'),
    /** The authorization request, as a query. */
    parameters: p.text(),
    expiresAt: p.datetime(),
    /** Whether it can be opened again until its code is issued, which deletes it. Otherwise its first use does. */
    isReusable: p.boolean().default(false),
  },
  indexes: [
    { name: 'pushed_requests_client_id_index', properties: ['customerId', 'clientId'] },
    { name: 'pushed_requests_expires_at_index', properties: ['expiresAt'] },
  ],
});

/** A pushed authorization request (RFC 9126). Its use deletes it. */
export class PushedRequest extends PushedRequestSchema.class {}
PushedRequestSchema.setClass(PushedRequest);
