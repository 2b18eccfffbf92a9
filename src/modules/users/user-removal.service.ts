import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../kernel/context.ts';
import { isUuid, readIds } from '../../kernel/ids.ts';
import { checkVersion } from '../../kernel/version.ts';
import { audit } from '../audit/index.ts';
import { customerLocked } from './customer-lock.ts';
import { userErrors } from './errors.ts';
import { explain } from './user.constraints.ts';
import { User } from './user.entity.ts';
import { LIST_MAX } from './user.input.ts';
import { userPolicy, type UserDelete, type UserUpdate } from './user.policy.ts';

/** The result for one user of a list. */
export const OUTCOMES = [
  'DISABLED',
  'ALREADY_DISABLED',
  'DELETED',
  'LAST_ADMINISTRATOR',
  'FORBIDDEN',
  'USER_NOT_FOUND',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface UserResult {
  readonly userId: string;
  readonly outcome: Outcome;
}

/** Disables and deletes users, as one viewer may. */
export class UserRemovalService {
  constructor(private readonly ctx: RequestContext) {}

  /** Disables the users in one transaction. A trigger ends their sessions. */
  async disable(userIds: readonly string[]): Promise<UserResult[]> {
    return this.disableAll(userPolicy.disable(this.ctx.viewer), userIds);
  }

  /** Deletes the user. Foreign keys delete their sessions, memberships and own clients. */
  async delete(id: string, expectedVersion?: number | null): Promise<User> {
    return this.deleteOne(userPolicy.delete(this.ctx.viewer), id, expectedVersion);
  }

  /** Deletes the users in one transaction. */
  async deleteMany(userIds: readonly string[]): Promise<UserResult[]> {
    return this.deleteAll(userPolicy.delete(this.ctx.viewer), userIds);
  }

  private async disableAll({ customerId, viewer }: UserUpdate, userIds: readonly string[]): Promise<UserResult[]> {
    const now = this.ctx.clock.now();
    const reachesAdministrators = userPolicy.reachesAdministrators(viewer);
    return this.each(customerId, userIds, (em, user, isLast) => {
      if (user.role === 'admin' && !reachesAdministrators) return 'FORBIDDEN';
      if (isLast) return 'LAST_ADMINISTRATOR';
      if (!user.isActive) return 'ALREADY_DISABLED';
      Object.assign(user, { isActive: false, updatedAt: now });
      this.record(em, 'user.disabled', user);
      return 'DISABLED';
    });
  }

  private async deleteOne({ customerId }: UserDelete, id: string, expectedVersion?: number | null): Promise<User> {
    const remove = async (em: EntityManager): Promise<User> => {
      const [user] = isUuid(id) ? await lockedUsers(em, customerId, [id.toLowerCase()]) : [];
      if (!user) throw userErrors.USER_NOT_FOUND();
      checkVersion(user, expectedVersion);
      em.remove(user);
      this.record(em, 'user.deleted', user);
      return user;
    };
    return this.ctx.db.transaction(({ em }) => remove(em)).catch(explain);
  }

  private async deleteAll({ customerId }: UserDelete, userIds: readonly string[]): Promise<UserResult[]> {
    return this.each(customerId, userIds, (em, user, isLast) => {
      if (isLast) return 'LAST_ADMINISTRATOR';
      em.remove(user);
      this.record(em, 'user.deleted', user);
      return 'DELETED';
    });
  }

  /** Handles each user of a list. `isLast`: the list names every active administrator, and this user is one of them. */
  private async each(
    customerId: string,
    userIds: readonly string[],
    handle: (em: EntityManager, user: User, isLast: boolean) => Outcome,
  ): Promise<UserResult[]> {
    const ids = readIds('ids', userIds, LIST_MAX);
    const work = async (em: EntityManager): Promise<UserResult[]> => {
      const users = await lockedUsers(em, customerId, ids);
      const administrators = users.filter(({ role, isActive }) => role === 'admin' && isActive);
      const last = new Set(
        administrators.length > 0 && !(await othersAdminister(em, customerId, ids)) ? administrators : [],
      );
      const outcomes = new Map(users.map((user) => [user.id, handle(em, user, last.has(user))]));
      return ids.map((userId) => ({ userId, outcome: outcomes.get(userId) ?? 'USER_NOT_FOUND' }));
    };
    return this.ctx.db.transaction(({ em }) => work(em)).catch(explain);
  }

  private record(em: EntityManager, action: string, { id }: User): void {
    audit.record(em, this.ctx, { action, subjectType: 'user', subjectId: id });
  }
}

const lockedUsers = (em: EntityManager, customerId: string, ids: readonly string[]): Promise<User[]> =>
  em.find(
    User,
    { customerId, id: { $in: ids }, ...customerLocked(customerId) },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
  );

const othersAdminister = async (em: EntityManager, customerId: string, ids: readonly string[]): Promise<boolean> =>
  (await em.count(User, { customerId, role: 'admin', isActive: true, id: { $nin: ids } })) > 0;
