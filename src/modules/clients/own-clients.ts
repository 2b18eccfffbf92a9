import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import { errorOf } from '../../ground/kernel/errors.ts';
import type { Brand } from '../branding/index.ts';
import { isUnproved, User } from '../users/index.ts';
import { Client } from './client.entity.ts';
import { checkOwnName } from './client-name.ts';
import { clientErrors } from './errors.ts';

/** Deletes the clients that users have registered for themselves, with all that they were granted. */
export const deleteClientsOf = (em: EntityManager, customerId: string, userIds: readonly string[]): Promise<number> =>
  em.nativeDelete(Client, { customerId, ownerId: { $in: [...userIds] } });

/** The most clients that a member may own. */
export const OWN_CLIENTS_MAX = 20;

/** Locks the owner, so that of two clients created at the same time, the second count includes the first client. */
export async function checkOwner(
  tx: EntityManager,
  brand: Brand,
  { ownerId, name }: { readonly ownerId: string; readonly name: string },
): Promise<void> {
  const { customerId } = brand;
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, lockTableAliases: ['u0'] };
  const owner = await tx.findOne(
    User,
    { id: ownerId, customerId },
    { populate: ['customer', 'selfRegistered'], ...lock },
  );
  if (isUnproved(owner!)) throw errorOf('EMAIL_UNPROVED');
  await checkOwnName(name, owner!.customer, brand);
  if ((await tx.count(Client, { customerId, ownerId })) >= OWN_CLIENTS_MAX)
    throw clientErrors.TOO_MANY_CLIENTS({
      message: `You have ${OWN_CLIENTS_MAX} clients, which is the maximum. Delete one first.`,
    });
}
