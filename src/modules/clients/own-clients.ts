import type { EntityManager } from '@mikro-orm/postgresql';
import { Client } from './client.entity.ts';

/** Deletes the clients that users have registered for themselves, with all that they were granted. */
export const deleteClientsOf = (em: EntityManager, customerId: string, userIds: readonly string[]): Promise<number> =>
  em.nativeDelete(Client, { customerId, ownerId: { $in: [...userIds] } });
