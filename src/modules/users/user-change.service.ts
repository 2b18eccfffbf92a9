import { raw, type EntityManager } from '@mikro-orm/postgresql';
import { isSelf, requireProof } from '../../ground/kernel/access.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import type { Transaction } from '../../ground/kernel/database.ts';
import { AppError } from '../../ground/kernel/errors.ts';
import { outcomeOf } from '../../ground/kernel/input.ts';
import { checkVersion } from '../../ground/kernel/version.ts';
import {
  attributePolicy,
  type AttributeChange,
  type AttributeWriter,
  type GivenAttribute,
} from '../attributes/index.ts';
import { audit, auditRow, bothChanges, changesBetween } from '../audit/index.ts';
import { withinCustomer } from './customer-lock.ts';
import { userErrors } from './errors.ts';
import { noOrganization, usernameTaken } from './user.constraints.ts';
import { User } from './user.entity.ts';
import { fieldsHaving, USER_FIELDS } from './user.fields.ts';
import type { UserChanges } from './user.input.ts';
import { userPolicy } from './user.policy.ts';
import { changeRows, changedAsJson } from './user-write.hot.sql.ts';

/** A user, locked, and what is to change. */
export interface WantedChange {
  readonly user: User;
  readonly changes: UserChanges;
  /** The version that the user must have, if the caller names one. */
  readonly expectedVersion?: number | null | undefined;
  /** How the user's attributes change, or why they cannot. */
  readonly attributes?: AttributeChange | AppError | undefined;
}

/** The same with a password that the user gets. The permit for it comes from whoever gives it. */
export interface WantedRow extends WantedChange {
  readonly password?: Pick<User, 'passwordHash' | 'passwordChangedAt'> | null;
}

/**
 * Changes a user who is locked, in the unit of work that keeps them, and records it. The permit for the changes comes first;
 * this checks what depends on the user. Returns the error if the viewer may not change this user, and throws if
 * the user has another version.
 */
export function applyChanges(ctx: RequestContext, em: EntityManager, wanted: WantedChange): AppError | null {
  const change = changeOf(ctx, wanted);
  if (change instanceof AppError) return change;
  Object.assign(wanted.user, change.next);
  audit.record(em, ctx, change.event);
  return null;
}

/** What a change makes of the user, and the event that tells of it. */
function changeOf(ctx: RequestContext, { user, changes, expectedVersion, attributes }: WantedChange) {
  const allowed = outcomeOf(() => userPolicy.update(ctx.viewer, user.id, changes, user));
  if (allowed instanceof AppError) return allowed;
  checkVersion(user, expectedVersion);
  if (attributes instanceof AppError) return attributes;
  const phoneNumber = changes.phoneNumber === undefined ? user.phoneNumber : changes.phoneNumber;
  const isOtherRole = changes.role !== undefined && changes.role !== user.role;
  const next = {
    // What somebody administered with the former role, they do not with the other one, unless it is said.
    ...(isOtherRole && { administration: null }),
    ...changes,
    ...(attributes && { attributes: attributes.attributes }),
    // A new phone number is not verified.
    ...(phoneNumber !== user.phoneNumber && { phoneVerified: false }),
    updatedAt: ctx.clock.now(),
  };
  const fields = changesBetween<User>({ ...user }, { ...user, ...next }, SHOWN, HIDDEN);
  const details = { ...bothChanges(fields, attributes?.details) };
  return { next, event: { action: actionOf(changes), subjectType: 'user', subjectId: user.id, details } };
}

/**
 * Changes those of the users who can be changed, with one statement. They are locked, and no unit of work keeps them.
 * `provedBy`: the moment at which a user who changes roles must have proved who they are. Returns an error or null for each,
 * in the same order. Takes the same number of queries for any number of users.
 */
export async function changeUsers(
  ctx: RequestContext,
  tx: Transaction,
  customerId: string,
  wanted: readonly WantedRow[],
  provedBy: Date,
): Promise<(AppError | null)[]> {
  const [last, taken] = await Promise.all([
    lastAmong(tx.em, customerId, wanted),
    takenAmong(tx.em, customerId, wanted),
  ]);
  const results = wanted.map((each) => {
    const allowed = outcomeOf(() => {
      const { viewer } = userPolicy.update(ctx.viewer, each.user.id, each.changes);
      if (givesRights(each.changes)) requireProof(viewer, provedBy);
    });
    if (allowed instanceof AppError) return allowed;
    if (last.has(each.user)) return userErrors.LAST_ADMINISTRATOR();
    if (taken.has(each.user)) return usernameTaken();
    return rowOf(ctx, each);
  });
  const changing = results.filter(
    (result): result is Exclude<typeof result, AppError> => !(result instanceof AppError),
  );
  if (changing.length === 0) return results as AppError[];
  const changed = await tx.rows(changeRows, {
    customerId,
    users: changedAsJson(changing.map(({ row }) => row)),
    events: JSON.stringify(changing.flatMap(({ events }) => events.map((event) => auditRow(ctx, event)))),
  });
  const ids = new Set(changed.map(({ id }) => id));
  return results.map((result) =>
    result instanceof AppError ? result : ids.has(result.row.id) ? null : noOrganization(),
  );
}

/** The row of a user after a change, and the events that tell of it. */
function rowOf(ctx: RequestContext, { password, ...wanted }: WantedRow) {
  const { user } = wanted;
  const change = isChange(wanted) ? changeOf(ctx, wanted) : null;
  if (change instanceof AppError) return change;
  const imported = { action: 'password.imported', subjectType: 'user', subjectId: user.id };
  return {
    row: { ...user, updatedAt: ctx.clock.now(), ...change?.next, ...password },
    events: [...(change ? [change.event] : []), ...(password ? [imported] : [])],
  };
}

/** How the attributes of users change who are locked and were read with theirs, in the same order. */
export const attributeChanges = (
  { viewer }: RequestContext,
  writer: AttributeWriter,
  users: readonly { readonly user: User; readonly given: readonly GivenAttribute[] }[],
): Promise<(AttributeChange | AppError)[]> =>
  writer.changed(
    users.map(({ user: { id, attributes: before }, given }) => {
      const relation = attributePolicy.relation(viewer, 'write', isSelf(viewer, id));
      return { id, before, given, relation };
    }),
  );

/** Whether something of the user changes, or is to change and cannot. */
export const isChange = ({ changes, attributes }: Pick<WantedChange, 'changes' | 'attributes'>): boolean =>
  Object.keys(changes).length > 0 ||
  (attributes !== undefined && (attributes instanceof AppError || attributes.details.fields.length > 0));

/** The changes that change something of the user. */
export const differing = (user: User, changes: UserChanges): UserChanges =>
  Object.fromEntries(Object.entries(changes).filter(([field, value]) => user[field as keyof UserChanges] !== value));

/** Whether the changes make somebody administer more or less. Users prove who they are before. */
export const givesRights = ({ role, administration }: UserChanges): boolean =>
  role !== undefined || administration !== undefined;

const isAdministrator = ({ role, isActive }: Pick<User, 'role' | 'isActive'>): boolean => role === 'admin' && isActive;

/** The administrators that would be the last ones to leave, if all changes were made. */
async function lastAmong(
  em: EntityManager,
  customerId: string,
  wanted: readonly WantedChange[],
): Promise<ReadonlySet<User>> {
  const leaving = wanted.filter(
    ({ user, changes }) => isAdministrator(user) && !isAdministrator({ ...user, ...changes }),
  );
  return lastAdministrators(
    em,
    customerId,
    leaving.map(({ user }) => user),
  );
}

/** These users if they are all active administrators there are. They must be locked, and so must the customer. */
export async function lastAdministrators(
  em: EntityManager,
  customerId: string,
  leaving: readonly User[],
): Promise<ReadonlySet<User>> {
  const administrators = leaving.filter(isAdministrator);
  if (administrators.length === 0) return new Set();
  const ids = administrators.map(({ id }) => id);
  const others = await em.count(User, { customerId, role: 'admin', isActive: true, id: { $nin: ids } });
  return new Set(others > 0 ? [] : administrators);
}

/** The users who would get a username that another user has, or gets first. */
async function takenAmong(
  em: EntityManager,
  customerId: string,
  wanted: readonly WantedChange[],
): Promise<ReadonlySet<User>> {
  const renamed = wanted.filter(({ changes }) => changes.username);
  if (renamed.length === 0) return new Set();
  const names = renamed.map(({ changes }) => changes.username!.toLowerCase());
  const holders = await em.find(
    User,
    { [lowered]: { $in: names }, ...withinCustomer(customerId) },
    { fields: ['id', 'username'], disableIdentityMap: true },
  );
  const owners = new Map(holders.map(({ id, username }) => [username!.toLowerCase(), id]));
  const taken = new Set<User>();
  for (const { user, changes } of renamed) {
    const name = changes.username!.toLowerCase();
    const owner = owners.get(name);
    if (owner !== undefined && owner !== user.id) taken.add(user);
    else owners.set(name, user.id);
  }
  return taken;
}

const lowered = raw((user) => `lower(${user}.username)`);

const actionOf = ({ isActive }: UserChanges): string =>
  isActive === undefined ? 'user.updated' : isActive ? 'user.enabled' : 'user.disabled';

// The trail has the values of what members of a customer see of each other.
const CHANGEABLE = fieldsHaving('changedBy', 'owner', 'administrators');
const HIDDEN = CHANGEABLE.filter((field) => 'isPrivate' in USER_FIELDS[field]);
const SHOWN = CHANGEABLE.filter((field) => !HIDDEN.includes(field));
