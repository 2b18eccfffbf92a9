import type { EntityManager } from '@mikro-orm/postgresql';
import { User } from '../users/index.ts';

/** What a new password must not contain, and whom to tell that it has changed; null if there is no such user. */
export async function findPasswordOwner(em: EntityManager, customerId: string, userId: string) {
  const user = await em.fork().findOne(User, { customerId, id: userId }, { populate: ['customer'] });
  if (!user) return null;
  const { email, emailVerified, name, username, customer } = user;
  return { customerId, userId, email, emailVerified, name, username: username ?? null, customerName: customer.name };
}
