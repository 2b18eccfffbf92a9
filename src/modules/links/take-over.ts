import type { EntityManager } from '@mikro-orm/postgresql';
import { deleteClientsOf } from '../clients/index.ts';
import { endConsentsOf } from '../consents/index.ts';
import { removeFactorsOf } from '../mfa/index.ts';
import { endSessionsOfMany } from '../sessions/index.ts';

/**
 * Empties accounts of users who signed up and never proved their addresses, in the unit of work that proves them or gives them away. Somebody else
 * may have created them: their sessions, second factors, passkeys, clients and consents would let that person back in. Call it
 * after the change of the password, which voids links and forgets browsers.
 */
export async function emptyAccounts(em: EntityManager, customerId: string, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  // Sent together.
  await Promise.all([
    endSessionsOfMany(em, customerId, userIds),
    removeFactorsOf(em, customerId, userIds),
    deleteClientsOf(em, customerId, userIds),
    endConsentsOf(em, customerId, userIds),
  ]);
}
