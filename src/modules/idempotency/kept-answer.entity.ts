import { defineEntity, p } from '@mikro-orm/core';
import { toOne } from '../../ground/kernel/entity.ts';
import type { Customer } from '../customers/customer.entity.ts';

const KeptAnswerSchema = defineEntity({
  name: 'KeptAnswer',
  tableName: 'kept_answers',
  properties: {
    /** A digest of the caller and the key. */
    id: p.text().primary(),
    customerId: p.uuid(),
    customer: () => toOne<Customer>('Customer', 'customer_id'),
    /** The request, what its token allowed, and the answer. It may hold the secret of a client, so it is encrypted. */
    sealed: p.blob().$type<Buffer>().lazy().hidden(),
    createdAt: p.datetime(),
  },
  indexes: [
    { name: 'kept_answers_customer_id_index', properties: ['customerId'] },
    { name: 'kept_answers_created_at_index', properties: ['createdAt'] },
  ],
});

/** The answer to a request with an Idempotency-Key. A repetition within a day gets it, too. */
export class KeptAnswer extends KeptAnswerSchema.class {}
KeptAnswerSchema.setClass(KeptAnswer);
