import { raw, type EntityManager } from '@mikro-orm/postgresql';
import { broken } from '../../ground/faults/index.ts';
import { inBulk, type BulkMode } from '../../ground/kernel/bulk.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import type { Transaction } from '../../ground/kernel/database.ts';
import { entityOf } from '../../ground/kernel/entity.ts';
import { AppError, errorOf } from '../../ground/kernel/errors.ts';
import { together } from '../../ground/kernel/input.ts';
import { attributePolicy, AttributeWriter, checkRequired, type StoredAttributes } from '../attributes/index.ts';
import { audit, auditRow } from '../audit/index.ts';
import { withinCustomer } from './customer-lock.ts';
import { userErrors } from './errors.ts';
import { explain, noOrganization, usernameTaken } from './user.constraints.ts';
import { isUnproved } from './user-email.service.ts';
import { User } from './user.entity.ts';
import type { NewUser } from './user.input.ts';
import { createRows, newAsJson } from './user-write.hot.sql.ts';

/** A user to create, checked, with the id that they get. */
export type WantedUser = NewUser & {
  readonly id: string;
  /** What else is wrong with the user, who is not created then. */
  readonly faults?: readonly AppError[];
};

/** The same with the values that are stored. Null for the defaults. */
type ReadUser = Omit<WantedUser, 'attributes'> & { readonly attributes: StoredAttributes | null };

/** What belongs to the creation of users. */
export interface Creation {
  /** The password of the user with this id. By default they have none. */
  readonly credential?: (
    id: string,
  ) => Pick<User, 'passwordHash' | 'selfRegistered'> & Partial<Pick<User, 'termsAcceptedAt'>>;
  /** Runs in the same transaction, with the users just created and the groups that they are to join. */
  readonly also?: (tx: Transaction, users: readonly User[], groupOf: (user: User) => string | null) => Promise<void>;
  /** Whether the new user replaces one who signed up with the same address and never verified it. */
  readonly replaces?: (user: Pick<NewUser, 'emailKey'>) => boolean;
  /** Whether all users are created or none. By default each user who can be created is. */
  readonly mode?: BulkMode;
}

/**
 * Creates those of the users whose address and username are free and whose organization exists, in one transaction, and
 * returns a user or an error for each. What is an error already stays one.
 */
export async function createUsers(
  ctx: RequestContext,
  customerId: string,
  wanted: readonly (WantedUser | AppError)[],
  creation: Creation,
): Promise<(User | AppError)[]> {
  const valid = wanted.filter((user): user is WantedUser => !(user instanceof AppError));
  const results = await inBulk(ctx, creation.mode ?? 'each', async (tx) => {
    const made = valid.length > 0 ? await createUsersIn(ctx, tx, customerId, valid, creation) : [];
    const byId = new Map(valid.map(({ id }, n) => [id, made[n]!]));
    return wanted.map((each) => {
      const user = each instanceof AppError ? each : byId.get(each.id)!;
      return user instanceof AppError
        ? { user: null, changed: false, error: user }
        : { user, changed: true, error: null };
    });
  }).catch(explain);
  return results.map(({ user, error }) => error ?? user);
}

/** The same in a transaction of the caller, who explains violated constraints. */
export async function createUsersIn(
  ctx: RequestContext,
  tx: Transaction,
  customerId: string,
  wanted: readonly WantedUser[],
  { credential, also, replaces = () => false }: Creation,
): Promise<(User | AppError)[]> {
  const now = ctx.clock.now();
  const { em } = tx;
  const { read, checked } = await readAttributes(ctx, em, customerId, wanted);
  const valid = read.filter(({ faults = [] }) => faults.length === 0);
  const byId = new Map(valid.map((user) => [user.id, user]));
  const created = new Map<string, User>();
  const unplaced = new Set<string>();
  const insert = async (users: readonly ReadUser[]): Promise<void> => {
    if (users.length === 0) return;
    const rows = await tx.rows(createRows, {
      customerId,
      users: newAsJson(
        users.map((user) => ({ ...NO_CREDENTIAL, ...user, ...credential?.(user.id), createdAt: now, updatedAt: now })),
      ),
      events: JSON.stringify(users.map((user) => auditRow(ctx, creationOf(user)))),
    });
    for (const { wantedId, isPlaced, ...row } of rows) {
      if (row.id !== null) created.set(wantedId, entityOf(User, row));
      if (!isPlaced) unplaced.add(wantedId);
    }
  };
  await Promise.all([insert(valid), checked]);
  const refused = read.filter(({ id }) => !created.has(id));
  const holders = await holdersOf(em, customerId, refused);
  const removed = new Set<User>();
  for (const user of refused.filter((each) => byId.has(each.id) && !unplaced.has(each.id) && replaces(each))) {
    const holder = holders.byEmail.get(user.emailKey);
    if (!holder || removed.has(holder) || !(await removeUnverified(ctx, em, user, holder))) continue;
    removed.add(holder);
    await insert([user]);
  }
  if (created.size > 0) await also?.(tx, [...created.values()], ({ id }) => byId.get(id)?.groupId ?? null);
  const refusalOf = (user: ReadUser): AppError =>
    together([
      ...takenOf(user, holders),
      ...(unplaced.has(user.id) ? [noOrganization()] : []),
      ...(user.faults ?? []),
    ]) ?? usernameTaken();
  return read.map((user) => created.get(user.id) ?? refusalOf(user));
}

const NO_CREDENTIAL = { passwordHash: null, selfRegistered: false, termsAcceptedAt: null };

/**
 * The users with the values of their attributes, or with faults if their values are not allowed. `checked`
 * fails if a single user lacks what is required. It does not wait for that, which spares a round trip.
 */
async function readAttributes(
  { viewer }: RequestContext,
  em: EntityManager,
  customerId: string,
  wanted: readonly WantedUser[],
): Promise<{ read: ReadUser[]; checked: Promise<unknown> }> {
  const isGiven = wanted.some(({ attributes }) => attributes?.length);
  const relation = attributePolicy.relation(viewer, 'write', false);
  const isChecked = wanted.some(({ attributes }) => attributes !== null);
  if (isGiven || (isChecked && (wanted.length > 1 || wanted[0]?.attributes))) {
    const writer = await AttributeWriter.open(em, customerId, 'user', isGiven ? 'store' : 'defaults');
    const values = await writer.created(wanted.map(({ attributes: given }) => ({ given, relation })));
    const read = wanted.map((user, n) => {
      const attributes = values[n]!;
      return attributes instanceof AppError
        ? { ...user, attributes: null, faults: [...(user.faults ?? []), attributes] }
        : { ...user, attributes };
    });
    return { read, checked: Promise.resolve() };
  }
  return {
    read: wanted.map((user) => ({ ...user, attributes: null })),
    checked: isChecked ? checkRequired(em, customerId, 'user', relation) : Promise.resolve(),
  };
}

/** The names of a user, as far as they can be read. */
type Named = Partial<Pick<NewUser, 'emailKey' | 'username'>>;

/** Those who have addresses and usernames that others are to get. */
interface Holders {
  readonly byEmail: ReadonlyMap<string, User>;
  /** Their ids, by their usernames in lower case. */
  readonly byUsername: ReadonlyMap<string, string>;
}

/** Finds the users who have the addresses or usernames. */
export async function holdersOf(em: EntityManager, customerId: string, users: readonly Named[]): Promise<Holders> {
  const keys = users.flatMap(({ emailKey }) => emailKey ?? []);
  const names = users.flatMap(({ username }) => username?.toLowerCase() ?? []);
  if (keys.length + names.length === 0) return { byEmail: new Map(), byUsername: new Map() };
  const byEmail = { emailKey: { $in: keys } };
  const either = names.length > 0 ? { $or: [byEmail, { [lowered]: { $in: names } }] } : byEmail;
  const holders = await em.find(User, { ...either, ...withinCustomer(customerId) }, { populate: ['selfRegistered'] });
  return {
    byEmail: new Map(holders.map((user) => [user.emailKey, user])),
    byUsername: new Map(
      holders.flatMap(({ id, username }) => (username ? [[username.toLowerCase(), id] as const] : [])),
    ),
  };
}

/** What of a user to create others have. */
export const takenOf = ({ emailKey, username }: Named, { byEmail, byUsername }: Holders): AppError[] => [
  ...(emailKey !== undefined && byEmail.has(emailKey) ? [emailTaken()] : []),
  ...(username && byUsername.has(username.toLowerCase()) ? [usernameTaken()] : []),
];

/** Deletes the holder of an address who never verified it, unless a third user has the username of the new one. */
async function removeUnverified(
  ctx: RequestContext,
  em: EntityManager,
  { username }: Pick<NewUser, 'username'>,
  holder: User,
): Promise<boolean> {
  if (!isUnproved(holder)) return false;
  const { id: subjectId, customerId } = holder;
  const others = { customerId, id: { $ne: subjectId }, [lowered]: raw('lower(?)', [username]) };
  if (username !== null && (await em.count(User, others)) > 0) return false;
  // At once, so that the address is free for the new user.
  await em.nativeDelete(User, { customerId, id: subjectId });
  const details = { reason: 'address_never_proved' };
  audit.record(em, ctx, { action: 'user.deleted', subjectType: 'user', subjectId, details });
  return true;
}

const lowered = raw((user) => `lower(${user}.username)`);

function creationOf({ id, email, role, administration, organizationId, groupId }: ReadUser) {
  const details = {
    email,
    role,
    ...(administration && { administration }),
    ...(organizationId && { organizationId }),
    ...(groupId && { groupId }),
  };
  return { action: 'user.created', subjectType: 'user', subjectId: id, details };
}

const emailTaken = () => userErrors.USER_EMAIL_TAKEN({ field: 'email' });

/** The input names a group that does not exist. */
export const noGroup = (cause?: unknown) =>
  errorOf('UNKNOWN_GROUP', { field: 'defaultGroupId', broken: broken('no_group'), cause });
