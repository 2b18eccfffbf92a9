import { raw, type EntityManager, type Raw, type RequiredEntityData } from '@mikro-orm/postgresql';
import { inBulk, type BulkMode } from '../../kernel/bulk.ts';
import type { RequestContext } from '../../kernel/context.ts';
import type { Transaction } from '../../kernel/database.ts';
import { entityOf, propertiesOf } from '../../kernel/entity.ts';
import { AppError, errorOf } from '../../kernel/errors.ts';
import { attempt, together } from '../../kernel/input.ts';
import { attributePolicy, AttributeWriter, defaultAttributes, type StoredAttributes } from '../attributes/index.ts';
import { audit } from '../audit/index.ts';
import { lockedCustomerId } from './customer-lock.ts';
import { userErrors } from './errors.ts';
import { explain, usernameTaken } from './user.constraints.ts';
import { User } from './user.entity.ts';
import type { NewUser } from './user.input.ts';

/** A user to create, checked, with the id that they get. */
export type WantedUser = NewUser & { readonly id: string };

/** The same with the values that are stored. */
type ReadUser = Omit<WantedUser, 'attributes'> & { readonly attributes: StoredAttributes | Raw };

/** What belongs to the creation of users. */
export interface Creation {
  /** The password of the user with this id. By default they have none. */
  readonly credential?: (id: string) => Pick<User, 'passwordHash' | 'selfRegistered'>;
  /** Runs in the same transaction, with the users just created and the groups that they are to join. */
  readonly also?: (tx: Transaction, users: readonly User[], groupOf: (user: User) => string | null) => Promise<void>;
  /** Whether the new user replaces one who signed up with the same address and never verified it. */
  readonly replaces?: (user: Pick<NewUser, 'emailKey'>) => boolean;
  /** Whether all users are created or none. By default each user who can be created is. */
  readonly mode?: BulkMode;
}

/**
 * Creates those of the users whose address and username are free, in one transaction, and returns a user or an error
 * for each. An organization that does not exist fails the whole transaction.
 */
export async function createUsers(
  ctx: RequestContext,
  customerId: string,
  wanted: readonly WantedUser[],
  creation: Creation,
): Promise<(User | AppError)[]> {
  const results = await inBulk(ctx, creation.mode ?? 'each', async (tx) => {
    const made = await createUsersIn(ctx, tx, customerId, wanted, creation);
    return made.map((user) =>
      user instanceof AppError ? { user: null, changed: false, error: user } : { user, changed: true, error: null },
    );
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
  const valid = read.filter((user): user is ReadUser => !(user instanceof AppError));
  const byId = new Map(valid.map((user) => [user.id, user]));
  const insert = (users: readonly ReadUser[]): Promise<User[]> =>
    insertUsers(
      em,
      users.map(({ groupId: _, ...user }, index) => ({
        ...user,
        ...credential?.(user.id),
        customerId: index === 0 ? lockedCustomerId(customerId) : customerId,
        createdAt: now,
        updatedAt: now,
      })),
    );
  const [inserted] = await Promise.all([valid.length > 0 ? insert(valid) : [], checked]);
  const created = new Map(inserted.map((user) => [user.id, user]));
  const refused = valid.filter(({ id }) => !created.has(id));
  const holders = await holdersOf(em, customerId, refused);
  const removed = new Set<User>();
  for (const user of refused.filter(replaces)) {
    const holder = holders.byEmail.get(user.emailKey);
    if (!holder || removed.has(holder) || !(await removeUnverified(ctx, em, user, holder))) continue;
    removed.add(holder);
    for (const successor of await insert([user])) created.set(successor.id, successor);
  }
  for (const { id } of created.values()) audit.record(em, ctx, creationOf(byId.get(id)!));
  if (created.size > 0) await also?.(tx, [...created.values()], ({ id }) => byId.get(id)?.groupId ?? null);
  return read.map((user) =>
    user instanceof AppError ? user : (created.get(user.id) ?? together(takenOf(user, holders)) ?? usernameTaken()),
  );
}

/**
 * The users with the values of their attributes, or errors in the places of those whose values are not allowed. `checked`
 * fails if a single user lacks what is required. It does not wait for that, which spares a round trip.
 */
async function readAttributes(
  { viewer }: RequestContext,
  em: EntityManager,
  customerId: string,
  wanted: readonly WantedUser[],
): Promise<{ read: (ReadUser | AppError)[]; checked: Promise<unknown> }> {
  const isGiven = wanted.some(({ attributes }) => attributes?.length);
  const relation = attributePolicy.relation(viewer, 'write', false);
  const open = () => AttributeWriter.open(em, customerId, 'user', isGiven);
  const isChecked = wanted.some(({ attributes }) => attributes !== null);
  if (isGiven || (isChecked && wanted.length > 1)) {
    const writer = await open();
    const read = wanted.map((user) =>
      attempt(() => ({ ...user, attributes: writer.created(user.attributes, relation) })),
    );
    return { read, checked: Promise.resolve() };
  }
  const attributes = defaultAttributes(customerId, 'user');
  const checked = isChecked ? open().then((writer) => writer.created(undefined, relation)) : Promise.resolve();
  return { read: wanted.map((user) => ({ ...user, attributes })), checked };
}

/** Stores the users, but for those whose address or username is taken, also by another of them. */
async function insertUsers(em: EntityManager, users: readonly RequiredEntityData<User>[]): Promise<User[]> {
  const rows = await em
    .createQueryBuilder(User)
    .insert([...users])
    .onConflict()
    .ignore()
    .returning(propertiesOf(User) as never)
    .execute<object[]>('all');
  return rows.map((row) => entityOf(User, row));
}

type Named = Pick<NewUser, 'emailKey' | 'username'>;

/** Those who have addresses and usernames that others are to get. */
interface Holders {
  readonly byEmail: ReadonlyMap<string, User>;
  readonly usernames: ReadonlySet<string>;
}

/** Finds the users who have the addresses or usernames. */
export async function holdersOf(em: EntityManager, customerId: string, users: readonly Named[]): Promise<Holders> {
  if (users.length === 0) return { byEmail: new Map(), usernames: new Set() };
  const byEmail = { emailKey: { $in: users.map(({ emailKey }) => emailKey) } };
  const names = users.flatMap(({ username }) => username?.toLowerCase() ?? []);
  const either = names.length > 0 ? { $or: [byEmail, { [lowered]: { $in: names } }] } : byEmail;
  const holders = await em.find(User, { customerId, ...either }, { populate: ['selfRegistered'] });
  return {
    byEmail: new Map(holders.map((user) => [user.emailKey, user])),
    usernames: new Set(holders.flatMap(({ username }) => username?.toLowerCase() ?? [])),
  };
}

/** What of a user to create others have. */
export const takenOf = ({ emailKey, username }: Named, { byEmail, usernames }: Holders): AppError[] => [
  ...(byEmail.has(emailKey) ? [emailTaken()] : []),
  ...(username !== null && usernames.has(username.toLowerCase()) ? [usernameTaken()] : []),
];

/** Deletes the holder of an address who never verified it, unless a third user has the username of the new one. */
async function removeUnverified(
  ctx: RequestContext,
  em: EntityManager,
  { username }: Pick<NewUser, 'username'>,
  holder: User,
): Promise<boolean> {
  if (!holder.selfRegistered || holder.emailVerified) return false;
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

function creationOf({ id, email, role, organizationId, groupId }: ReadUser) {
  const details = { email, role, ...(organizationId && { organizationId }), ...(groupId && { groupId }) };
  return { action: 'user.created', subjectType: 'user', subjectId: id, details };
}

const emailTaken = () => userErrors.USER_EMAIL_TAKEN({ field: 'email' });

/** The input names a group that does not exist. */
export const noGroup = (cause?: unknown) =>
  errorOf('UNKNOWN_GROUP', { message: 'No such group (defaultGroupId).', field: 'defaultGroupId', cause });
