import { defineEntity, p } from '@mikro-orm/core';
import { toOne } from '../../ground/kernel/entity.ts';
import type { Client } from '../clients/client.entity.ts';
import type { Customer } from '../customers/customer.entity.ts';

const UsedProofSchema = defineEntity({
  name: 'UsedProof',
  tableName: 'used_proofs',
  properties: {
    customerId: p.uuid().primary(),
    customer: () => toOne<Customer>('Customer', 'customer_id'),
    clientId: p.text().primary(),
    client: () => toOne<Client>('Client', 'client_id'),
    /** SHA-256 of the key's thumbprint and the proof's `jti`. */
    proofHash: p.blob().primary(),
    /** When the proof is too old to be used. */
    expiresAt: p.datetime(),
  },
  indexes: [{ name: 'used_proofs_expires_at_index', properties: ['expiresAt'] }],
});

/** A proof of possession that a client has used (RFC 9449 §4.2). It cannot be used again. */
export class UsedProof extends UsedProofSchema.class {}
UsedProofSchema.setClass(UsedProof);
