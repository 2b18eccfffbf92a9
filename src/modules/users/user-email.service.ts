import type { EntityManager } from '@mikro-orm/postgresql';
import { emailKey } from './user-email.ts';
import { User } from './user.entity.ts';

/** Whether the user signed up and has not proved the address. Then somebody else may know the password. */
export const isUnproved = (user: Pick<User, 'selfRegistered' | 'emailVerified'>): boolean =>
  user.selfRegistered && !user.emailVerified;

/** Marks the address of an active user as verified, in the unit of work that redeems the link. */
export const verifyEmail = async (em: EntityManager, customerId: string, userId: string, now: Date): Promise<void> => {
  await em.nativeUpdate(User, { customerId, id: userId, isActive: true }, { emailVerified: true, updatedAt: now });
};

/** Gives an active user a new, verified address. The unique index decides whether the address is free. */
export const changeEmail = async (
  em: EntityManager,
  customerId: string,
  userId: string,
  email: string,
  now: Date,
): Promise<void> => {
  await em.nativeUpdate(
    User,
    { customerId, id: userId, isActive: true },
    { email, emailKey: emailKey(email), emailVerified: true, updatedAt: now },
  );
};
