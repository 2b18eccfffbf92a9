import type { EntityManager, FilterQuery, Loaded } from '@mikro-orm/postgresql';
import { User } from '../users/index.ts';

const NEEDED = ['customer', 'passwordHash', 'selfRegistered'] as const;

/** A user a link can be sent to. */
export type LinkUser = Loaded<User, (typeof NEEDED)[number]>;

/** The user whom `where` finds, with what links ask of them. */
export const findLinkUser = async (em: EntityManager, where: FilterQuery<User>): Promise<LinkUser | undefined> =>
  (await findLinkUsers(em, where))[0];

/** The users whom `where` finds. They are read to be told, and never changed. */
export const findLinkUsers = (em: EntityManager, where: FilterQuery<User>): Promise<LinkUser[]> =>
  em.find(User, where, { populate: NEEDED, disableIdentityMap: true });

/** Whether the user signed up and nobody has proved the address: somebody else may know the password. */
export const isUnproved = (user: LinkUser): boolean => user.selfRegistered && !user.emailVerified;
