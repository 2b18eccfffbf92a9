import { defineEntity, p } from '@mikro-orm/core';
import { toOne } from '../../ground/kernel/entity.ts';
import type { Customer } from '../customers/customer.entity.ts';

const PairwiseSaltSchema = defineEntity({
  name: 'PairwiseSalt',
  tableName: 'pairwise_salts',
  properties: {
    customerId: p.uuid().primary(),
    customer: () => toOne<Customer>('Customer', 'customer_id'),
    /** The salt, encrypted. */
    sealedSalt: p.blob().$type<Buffer>().lazy().hidden(),
    createdAt: p.datetime(),
  },
});

/** The secret that a customer's pairwise subjects are made with (OIDC Core §8.1). It never changes, because they must not. */
export class PairwiseSalt extends PairwiseSaltSchema.class {}
PairwiseSaltSchema.setClass(PairwiseSalt);
