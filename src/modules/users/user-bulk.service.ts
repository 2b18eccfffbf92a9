import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import { requireProof } from '../../ground/kernel/access.ts';
import { inBulk, selectedIds, type BulkMode, type ItemResult, type Selection } from '../../ground/kernel/bulk.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { type AppError, fault } from '../../ground/kernel/errors.ts';
import { attributePolicy, AttributeWriter, readWithAttributes, type GivenAttribute } from '../attributes/index.ts';
import { audit } from '../audit/index.ts';
import { customerLocked } from './customer-lock.ts';
import { userErrors } from './errors.ts';
import {
  attributeChanges,
  changeUsers,
  differing,
  givesRights,
  isChange,
  lastAdministrators,
} from './user-change.service.ts';
import { explain } from './user.constraints.ts';
import { User } from './user.entity.ts';
import { readChanges, type UpdateUser, type UserChanges } from './user.input.ts';
import { UserListService } from './user-list.service.ts';
import { userPolicy, type UserDelete, type UserUpdate } from './user.policy.ts';

/** What became of one user of a selection. */
export interface UserResult extends ItemResult {
  readonly userId: string;
}

/**
 * Changes and deletes many users at once, as one viewer may. Each operation takes the same number of queries for any number.
 */
export class UserBulkService {
  constructor(private readonly ctx: RequestContext) {}

  /** Gives all users the same values. A trigger ends the sessions of those who are disabled. */
  async update(selection: UserSelection, input: UpdateUser, mode: BulkMode): Promise<UserResult[]> {
    const permit = userPolicy.changeMany(this.ctx.viewer, {});
    const given = input.attributes ?? [];
    const relation = attributePolicy.relation(permit.viewer, 'write', false);
    const changes = await readWithAttributes(this.ctx, 'user', { given, relation, isNew: false }, () =>
      readChanges(input),
    );
    return this.change(userPolicy.changeMany(permit.viewer, changes), selection, { changes, given }, mode);
  }

  /** Deletes the users. Foreign keys delete their sessions, memberships and own clients. */
  async delete(selection: UserSelection, mode: BulkMode): Promise<UserResult[]> {
    return this.remove(userPolicy.delete(this.ctx.viewer), selection, mode);
  }

  private async change(
    { customerId, viewer }: UserUpdate,
    selection: UserSelection,
    { changes, given }: { readonly changes: UserChanges; readonly given: readonly GivenAttribute[] },
    mode: BulkMode,
  ): Promise<UserResult[]> {
    const now = this.ctx.clock.now();
    if (givesRights(changes)) requireProof(viewer, now);
    const ids = await selectedUsers(this.ctx, selection);
    if (changes.username && ids.length > 1) throw fault('input.username', 'same_username');
    return inBulk(this.ctx, mode, async (tx) => {
      const writer = given.length > 0 ? await AttributeWriter.open(tx.em, customerId, 'user', 'store') : null;
      writer?.checkShared({ given, relation: attributePolicy.relation(viewer, 'write', false) }, ids.length);
      const populate = writer ? (['attributes'] as const) : [];
      const users = await lockedUsers(tx.em, customerId, ids, { disableIdentityMap: true, populate });
      const each = users.map((user) => ({ user, given }));
      const attributes = writer ? await attributeChanges(this.ctx, writer, each) : [];
      const wanted = users
        .map((user, n) => ({ user, changes: differing(user, changes), attributes: attributes[n] }))
        .filter(isChange);
      const faults = await changeUsers(this.ctx, tx, customerId, wanted, now);
      const errors = new Map(wanted.map(({ user }, n) => [user.id, faults[n] ?? null]));
      return resultsOf(ids, users, errors);
    }).catch(explain);
  }

  private async remove({ customerId }: UserDelete, selection: UserSelection, mode: BulkMode): Promise<UserResult[]> {
    const ids = await selectedUsers(this.ctx, selection);
    return inBulk(this.ctx, mode, async ({ em }) => {
      const users = await lockedUsers(em, customerId, ids);
      const last = await lastAdministrators(em, customerId, users);
      const errors = new Map<string, AppError | null>();
      for (const user of users) {
        errors.set(user.id, last.has(user) ? userErrors.LAST_ADMINISTRATOR() : null);
        if (last.has(user)) continue;
        em.remove(user);
        audit.record(em, this.ctx, { action: 'user.deleted', subjectType: 'user', subjectId: user.id });
      }
      return resultsOf(ids, users, errors);
    }).catch(explain);
  }
}

/** The condition of a selection is one of the list of users. */
export type UserSelection = Selection<object>;

/** The ids of the users that a selection has. */
export const selectedUsers = (ctx: RequestContext, selection: UserSelection): Promise<string[]> =>
  selectedIds(selection, (args) => ctx.get(UserListService).list(args));

/** A result for each id. `errors` has an entry for each user whom the operation was to change. */
function resultsOf(
  ids: readonly string[],
  users: readonly User[],
  errors: ReadonlyMap<string, AppError | null>,
): UserResult[] {
  const known = new Set(users.map(({ id }) => id));
  return ids.map((userId) => {
    const error = known.has(userId) ? (errors.get(userId) ?? null) : userErrors.USER_NOT_FOUND();
    return { userId, changed: error === null && errors.has(userId), error };
  });
}

/** The users, locked in one order. The customer's row is locked before them. */
export const lockedUsers = (
  em: EntityManager,
  customerId: string,
  ids: readonly string[],
  options: {
    readonly disableIdentityMap?: boolean;
    readonly populate?: readonly ('attributes' | 'locale' | 'timeZone')[];
  } = {},
): Promise<User[]> =>
  em.find(
    User,
    { customerId, id: { $in: [...ids] }, ...customerLocked(customerId) },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' }, ...options },
  );
