import type { EntityManager } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../ground/kernel/context.ts';
import type { Transaction } from '../../ground/kernel/database.ts';
import { isUuid } from '../../ground/kernel/ids.ts';
import { checkVersion } from '../../ground/kernel/version.ts';
import { audit, forgetPerson } from '../audit/index.ts';
import { userErrors } from './errors.ts';
import { lockedUsers } from './user-bulk.service.ts';
import { explain } from './user.constraints.ts';
import type { User } from './user.entity.ts';
import { userPolicy, type UserDelete, type UserDeleteOwn } from './user.policy.ts';

/** Deletes a user, as one viewer may. */
export class UserRemovalService {
  constructor(private readonly ctx: RequestContext) {}

  /** Deletes the user. Foreign keys delete their sessions, memberships and own clients. */
  async delete(id: string, expectedVersion?: number | null): Promise<User> {
    return this.remove(userPolicy.delete(this.ctx.viewer), id, expectedVersion);
  }

  /**
   * Deletes the viewer, and what the audit trail knows of the person. `work` runs before, in the same transaction. Throws
   * LAST_ADMINISTRATOR for the last one.
   */
  async deleteOwn(
    { customerId, viewer }: UserDeleteOwn,
    work: (tx: Transaction, user: User) => Promise<void>,
  ): Promise<void> {
    await this.ctx.db
      .transaction(async (tx) => {
        const [user] = await lockedUsers(tx.em, customerId, [viewer.userId], { populate: ['locale', 'timeZone'] });
        if (!user) throw userErrors.USER_NOT_FOUND();
        await work(tx, user);
        this.removeLocked(tx.em, user);
        await tx.em.flush();
        await tx.rows(forgetPerson, { customerId, userId: user.id });
      })
      .catch(explain);
  }

  private removeLocked(em: EntityManager, user: User): void {
    em.remove(user);
    audit.record(em, this.ctx, { action: 'user.deleted', subjectType: 'user', subjectId: user.id });
  }

  private remove({ customerId }: UserDelete, id: string, expectedVersion?: number | null): Promise<User> {
    return this.ctx.db
      .transaction(async ({ em }) => {
        const [user] = isUuid(id) ? await lockedUsers(em, customerId, [id.toLowerCase()]) : [];
        if (!user) throw userErrors.USER_NOT_FOUND();
        checkVersion(user, expectedVersion);
        this.removeLocked(em, user);
        return user;
      })
      .catch(explain);
  }
}
