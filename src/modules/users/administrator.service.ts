import type { EntityManager } from '@mikro-orm/postgresql';
import { newId } from '../../kernel/ids.ts';
import { emailKey } from './user.email.ts';
import { User } from './user.entity.ts';

/** Makes, in the unit of work that makes a customer, its first administrator; the address counts as proved. */
export async function insertAdministrator(
  tx: EntityManager,
  made: { readonly customerId: string; readonly email: string; readonly passwordHash: string; readonly now: Date },
): Promise<void> {
  const { customerId, email, passwordHash, now } = made;
  await tx.insert(User, {
    id: newId(now),
    customerId,
    email,
    emailKey: emailKey(email),
    emailVerified: true,
    name: 'Administrator',
    role: 'admin',
    passwordHash,
    createdAt: now,
    updatedAt: now,
  });
}
