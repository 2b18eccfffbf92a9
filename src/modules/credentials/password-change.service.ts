import type { EntityManager } from '@mikro-orm/postgresql';
import { User } from '../users/index.ts';

/** A new password for a user. */
interface PasswordChange {
  readonly customerId: string;
  readonly userId: string;
  readonly hash: string;
  readonly now: Date;
}

// One update for each change, in the unit of work of the caller. Its WHERE has what must still hold, so of two changes
// at the same time the second one sees the first. No stored hash is loaded for it.

/** What a user who signs up is created with. Nobody of the customer vouches for the address. */
export const firstPassword = (hash: string) => ({ passwordHash: hash, selfRegistered: true });

/** What a user whom an import creates is created with. */
export const importedPassword = (hash: string | null) => ({ passwordHash: hash, selfRegistered: false });

/** What a user who has no password gets from an import. */
export const adoptedPassword = (hash: string, now: Date) => ({ passwordHash: hash, passwordChangedAt: now });

/** Replaces the password that the user has proved. False if it has changed since, or if the user is disabled. */
export const replaceOwnPassword = async (
  em: EntityManager,
  { customerId, userId, hash, now }: PasswordChange,
  provedHash: string,
): Promise<boolean> =>
  (await em.nativeUpdate(
    User,
    { customerId, id: userId, passwordHash: provedHash, isActive: true },
    { passwordHash: hash, passwordChangedAt: now, updatedAt: now },
  )) > 0;

/** Sets a password without the one before, which may be temporary. False if there is no such user. */
export const changePassword = async (
  em: EntityManager,
  { customerId, userId, hash, now }: PasswordChange,
  isTemporary = false,
): Promise<boolean> =>
  (await em.nativeUpdate(
    User,
    { customerId, id: userId },
    { passwordHash: hash, passwordChangedAt: now, temporaryPasswordAt: isTemporary ? now : null, updatedAt: now },
  )) > 0;

/** Sets a password by a link, which also proves the address that the link was sent to. */
export const setProvedPassword = async (
  em: EntityManager,
  { customerId, userId, hash, now }: PasswordChange,
): Promise<void> => {
  await em.nativeUpdate(
    User,
    { customerId, id: userId, isActive: true },
    { passwordHash: hash, passwordChangedAt: now, emailVerified: true, updatedAt: now },
  );
};

/** Removes the passwords of users who signed up. From now on the customer vouches for their addresses. */
export const removePasswords = async (
  em: EntityManager,
  customerId: string,
  userIds: readonly string[],
): Promise<void> => {
  await em.nativeUpdate(User, { customerId, id: { $in: [...userIds] } }, { passwordHash: null, selfRegistered: false });
};
