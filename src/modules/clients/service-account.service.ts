import type { EntityManager } from '@mikro-orm/postgresql';
import { Client } from './client.entity.ts';

/** Creates the first service account of a customer, with all scopes, in the unit of work that creates the customer. */
export async function insertServiceAccount(
  tx: EntityManager,
  made: { readonly id: string; readonly customerId: string; readonly secretHash: string; readonly now: Date },
): Promise<void> {
  const { id, customerId, secretHash, now } = made;
  await tx.insert(Client, {
    id,
    customerId,
    name: 'Service account',
    type: 'confidential',
    secretHash,
    grantTypes: ['client_credentials'],
    scopes: ['read', 'write', 'admin'],
    tokenEndpointAuthMethod: 'client_secret_post',
    createdAt: now,
    updatedAt: now,
  });
}
