import type { EntityManager } from '@mikro-orm/postgresql';
import { Consent } from './consent.entity.ts';

/** Ends all consents of users. Their sessions have ended before, and their grants with them. */
export const endConsentsOf = (em: EntityManager, customerId: string, userIds: readonly string[]): Promise<number> =>
  em.nativeDelete(Consent, { customerId, userId: { $in: [...userIds] } });
