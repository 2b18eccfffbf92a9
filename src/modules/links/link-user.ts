import type { EntityManager, FilterQuery, Loaded } from '@mikro-orm/postgresql';
import { User } from '../users/index.ts';

const NEEDED = ['passwordHash', 'selfRegistered', 'locale', 'timeZone'] as const;

/** A user who can be sent a link. */
export type LinkUser = Loaded<User, (typeof NEEDED)[number]>;

/** The user whom `where` finds, with what links need. */
export const findLinkUser = async (em: EntityManager, where: FilterQuery<User>): Promise<LinkUser | undefined> =>
  (await findLinkUsers(em, where))[0];

/** The users whom `where` finds. They are only read, never changed. */
export const findLinkUsers = (em: EntityManager, where: FilterQuery<User>): Promise<LinkUser[]> =>
  em.find(User, where, { populate: NEEDED, disableIdentityMap: true });
