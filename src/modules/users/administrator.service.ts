import type { EntityManager } from '@mikro-orm/postgresql';
import { newId } from '../../ground/kernel/ids.ts';
import { emailKey } from './user-email.ts';
import { User } from './user.entity.ts';

/** Creates a customer's first administrator, in the unit of work of the customer. The address counts as verified. */
export async function insertAdministrator(
  tx: EntityManager,
  administrator: {
    readonly customerId: string;
    readonly email: string;
    readonly passwordHash: string;
    readonly now: Date;
  },
): Promise<void> {
  const { customerId, email, passwordHash, now } = administrator;
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
